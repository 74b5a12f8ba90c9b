// SPDX-License-Identifier: MIT
/*
 * Part A: a priority queue of deadlines. Its contract: include/co/heap.h.
 */
#include <stdlib.h>
#include <string.h>

#include "co/heap.h"

/* Given: yours to change. */
enum {
	ARITY = 4,
	FIRST_CAPACITY = 64,
	LINE = 64, /* bytes of a cache line */
	PAD = 3, /* entries before the first: each four children share a line */
};

/* Given. The bytes of PAD and @count entries, in whole lines. */
static size_t block_size(size_t count)
{
	size_t size = (PAD + count) * sizeof(struct co_heap_entry);

	return (size + LINE - 1) / LINE * LINE;
}

/* Given. */
static void free_block(struct co_heap *heap)
{
	if (heap->entries)
		free(heap->entries - PAD);
}

/* Given. */
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
	/*
	 * TODO(lab3.A): @node stands at its place, every entry is no later than
	 * those below it, and every node knows its index plus one.
	 */
	CO_NOT_STARTED("lab3.A");
	(void)heap;
	(void)node;
	return -ENOSYS;
}

struct co_heap_node *co_heap_pop(struct co_heap *heap)
{
	/*
	 * TODO(lab3.A): the earliest node, of several the one inserted first,
	 * is out, and the rest is a heap.
	 */
	CO_NOT_STARTED("lab3.A");
	(void)heap;
	return NULL;
}

int co_heap_remove(struct co_heap *heap, struct co_heap_node *node)
{
	/*
	 * TODO(lab3.A): @node is out, wherever it was, and the rest is a heap.
	 * What fills its place may belong above or below.
	 */
	CO_NOT_STARTED("lab3.A");
	(void)heap;
	(void)node;
	return -ENOSYS;
}

/* Given. */
void co_heap_fini(struct co_heap *heap)
{
	CO_ASSERT(!heap->count, "a heap is freed with %zu nodes in it",
		heap->count);
	free_block(heap);
	*heap = (struct co_heap){0};
}
