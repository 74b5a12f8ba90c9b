/* SPDX-License-Identifier: MIT */
/*
 * A priority queue of deadlines (lab 3, part A).
 *
 * A heap in an array: the earliest deadline at the top, every entry no later
 * than those below it. Each node knows its place in the array, so that any
 * timer, not only the first, is removed in O(log n). Equal deadlines come out
 * in the order in which they went in.
 *
 *	            [0] 10                  entries: deadline and node
 *	       /   /    \    \
 *	    [1]20 [2]15 [3]40 [4]12         node->place is the index plus one;
 *	    ...                             0: the node is in no heap
 *
 * The rules of the interface:
 *  - A heap knows nothing of threads: whoever shares it brings a lock.
 *  - A node is in one heap at most, and does not move while it is.
 */
#ifndef CO_HEAP_H
#define CO_HEAP_H

#include "co/base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_heap_node {
	uint64_t deadline; /* nanoseconds; fixed while it is in a heap */
	uint64_t order;    /* among equal deadlines; the heap sets it */
	size_t place;      /* 0: in no heap */
};

/* The deadline stands here too: comparing needs no look at the node. */
struct co_heap_entry {
	uint64_t deadline;
	struct co_heap_node *node;
};

/* Zeroed memory is an empty heap. */
struct co_heap {
	struct co_heap_entry *entries;
	size_t count;
	size_t capacity;
	uint64_t next_order;
};

static inline bool co_heap_contains(const struct co_heap_node *node)
{
	return node->place != 0;
}

/*
 * Make room for @count nodes, so that inserts up to there cannot fail.
 *
 * Returns: 0; -ENOMEM, and then the heap is as before.
 */
int co_heap_reserve(struct co_heap *heap, size_t count);

/*
 * Insert @node, whose deadline is set and whose place is 0.
 *
 * Ownership: borrows @node until it is popped or removed.
 * Returns:   0; -EBUSY when it is in a heap already; -ENOMEM when there is no
 *            room and none can be had. After an error nothing has changed.
 */
int co_heap_insert(struct co_heap *heap, struct co_heap_node *node);

/* The node with the earliest deadline, left where it is; NULL: empty. */
static inline struct co_heap_node *co_heap_top(const struct co_heap *heap)
{
	return heap->count ? heap->entries[0].node : NULL;
}

/*
 * Take out the node with the earliest deadline; of several, the one that was
 * inserted first.
 *
 * Ownership: hands the node back; its place is 0.
 * Returns:   the node; NULL when the heap is empty.
 */
struct co_heap_node *co_heap_pop(struct co_heap *heap);

/*
 * Take out @node, wherever it is.
 *
 * Ownership: hands the node back; its place is 0.
 * Returns:   0; -ENOENT when it is in no heap.
 */
int co_heap_remove(struct co_heap *heap, struct co_heap_node *node);

/* Free the array. The heap is empty (CO_ASSERT) and may be used again. */
void co_heap_fini(struct co_heap *heap);

#ifdef __cplusplus
}
#endif

#endif
