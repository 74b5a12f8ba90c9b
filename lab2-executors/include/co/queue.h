/* SPDX-License-Identifier: MIT */
/*
 * A queue of work items: first in, first out, no memory of its own (lab 2,
 * part A).
 *
 * The link of an item says two things at once: who comes next, and whether the
 * item is in a queue at all. So the last item cannot have a NULL link: it has
 * CO_WORK_LAST.
 *
 *	first --> [ next ] --> [ next ] --> [ CO_WORK_LAST ] <-- last
 *
 *	free item: [ NULL ]
 *
 * The rules of the interface:
 *  - An item is in one queue at most. Its `next` is NULL when it is in none.
 *  - A queue knows nothing of threads: whoever shares it brings a lock.
 */
#ifndef CO_QUEUE_H
#define CO_QUEUE_H

#include "co/work.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The link of the last item: not NULL, and no item. */
#define CO_WORK_LAST ((struct co_work *)-1)

/* Both NULL: empty. Zeroed memory is an empty queue. */
struct co_work_queue {
	struct co_work *first;
	struct co_work *last;
};

static inline bool co_queue_is_empty(const struct co_work_queue *queue)
{
	return !queue->first;
}

/*
 * Put @work at the end of @queue.
 *
 * Ownership: borrows @work until it is popped.
 * Context:   whoever owns the queue; @work is in no queue.
 */
void co_queue_push(struct co_work_queue *queue, struct co_work *work);

/*
 * Take the first item out of @queue; its link is NULL again.
 *
 * Ownership: hands the item back.
 * Context:   whoever owns the queue.
 * Returns:   the item that was pushed first; NULL when @queue is empty.
 */
struct co_work *co_queue_pop(struct co_work_queue *queue);

/*
 * Move all of @from to the end of @to, in order; @from is empty then. Takes
 * the same time for one item and for a million.
 *
 * Context: whoever owns both queues.
 */
void co_queue_append(struct co_work_queue *to, struct co_work_queue *from);

#ifdef __cplusplus
}
#endif

#endif
