// SPDX-License-Identifier: MIT
/*
 * A 4-ary heap in an array: half as deep as a binary one, and the four
 * children that are compared stand side by side in one cache line.
 *
 * An entry that moves is not swapped step by step: the hole moves, and the
 * entry goes into it at the end. Each entry that is written tells its node.
 */
#include <stdlib.h>
#include <string.h>

#include "co/heap.h"

enum {
	ARITY = 4,
	FIRST_CAPACITY = 64,
	LINE = 64, /* bytes of a cache line */
	PAD = 3, /* entries before the first: each four children share a line */
};

static bool before(const struct co_heap_entry *a, const struct co_heap_entry *b)
{
	if (a->deadline != b->deadline)
		return a->deadline < b->deadline;
	return a->node->order < b->node->order;
}

static void put(struct co_heap *heap, size_t at, struct co_heap_entry entry)
{
	heap->entries[at] = entry;
	entry.node->place = at + 1;
}

/* @entry belongs at @at or above. */
static void sift_up(struct co_heap *heap, size_t at, struct co_heap_entry entry)
{
	while (at > 0) {
		size_t parent = (at - 1) / ARITY;

		if (!before(&entry, &heap->entries[parent]))
			break;
		put(heap, at, heap->entries[parent]);
		at = parent;
	}
	put(heap, at, entry);
}

static size_t earliest_child(const struct co_heap *heap, size_t at)
{
	size_t child = at * ARITY + 1;
	size_t end = child + ARITY < heap->count ? child + ARITY : heap->count;
	size_t best = child;

	for (child++; child < end; child++)
		if (before(&heap->entries[child], &heap->entries[best]))
			best = child;
	return best;
}

/* @entry belongs at @at or below. */
static void sift_down(
	struct co_heap *heap, size_t at, struct co_heap_entry entry)
{
	while (at * ARITY + 1 < heap->count) {
		size_t child = earliest_child(heap, at);

		if (!before(&heap->entries[child], &entry))
			break;
		put(heap, at, heap->entries[child]);
		at = child;
	}
	put(heap, at, entry);
}

/* The bytes of PAD and @count entries, in whole lines. */
static size_t block_size(size_t count)
{
	size_t size = (PAD + count) * sizeof(struct co_heap_entry);

	return (size + LINE - 1) / LINE * LINE;
}

static void free_block(struct co_heap *heap)
{
	if (heap->entries)
		free(heap->entries - PAD);
}

int co_heap_reserve(struct co_heap *heap, size_t count)
{
	struct co_heap_entry *block;

	if (count <= heap->capacity)
		return 0;
	if (count > SIZE_MAX / sizeof(*block) - 2 * ARITY)
		return -ENOMEM;
	block = aligned_alloc(LINE, block_size(count));
	if (!block)
		return -ENOMEM;
	if (heap->count)
		memcpy(block + PAD, heap->entries,
			heap->count * sizeof(*block));
	free_block(heap);
	heap->entries = block + PAD;
	heap->capacity = count;
	return 0;
}

int co_heap_insert(struct co_heap *heap, struct co_heap_node *node)
{
	struct co_heap_entry entry = {node->deadline, node};
	int err;

	if (co_heap_contains(node))
		return -EBUSY;
	if (heap->count == heap->capacity) {
		err = co_heap_reserve(heap,
			heap->capacity ? 2 * heap->capacity : FIRST_CAPACITY);
		if (err)
			return err;
	}
	node->order = heap->next_order++;
	sift_up(heap, heap->count++, entry);
	return 0;
}

/* The last entry fills the hole at @at; it may belong above or below. */
static void fill_hole(struct co_heap *heap, size_t at)
{
	struct co_heap_entry last = heap->entries[--heap->count];

	if (at == heap->count)
		return;
	if (at > 0 && before(&last, &heap->entries[(at - 1) / ARITY]))
		sift_up(heap, at, last);
	else
		sift_down(heap, at, last);
}

struct co_heap_node *co_heap_pop(struct co_heap *heap)
{
	struct co_heap_node *node = co_heap_top(heap);

	if (node)
		co_heap_remove(heap, node);
	return node;
}

int co_heap_remove(struct co_heap *heap, struct co_heap_node *node)
{
	size_t place = node->place;

	if (!place)
		return -ENOENT;
	node->place = 0;
	fill_hole(heap, place - 1);
	return 0;
}

void co_heap_fini(struct co_heap *heap)
{
	CO_ASSERT(!heap->count, "a heap is freed with %zu nodes in it",
		heap->count);
	free_block(heap);
	*heap = (struct co_heap){0};
}
