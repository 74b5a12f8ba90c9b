/* SPDX-License-Identifier: MIT */
/*
 * A queue with two ends, for work stealing (lab 5, challenge).
 *
 *	thieves take here                       the owner pushes and pops here
 *	       |                                          |
 *	       v                                          v
 *	     first --> [ oldest ] [ ... ] [ newest ] --> end
 *
 * Its owner works at one end as on a stack and pays next to nothing for the
 * thieves: they take from the other end, and the two meet at the last item
 * only. Both ends only ever grow, but for the step back of a pop; an item lies
 * in the slot of its number modulo the room.
 *
 * The rules of the interface:
 *  - Each item that was pushed is handed out once: to the owner, the newest
 *    first, or to one of the thieves, the oldest first.
 *  - What was written before the push is there for whoever takes the item.
 *  - Nobody waits: a thief that fails has lost to somebody who succeeded.
 *  - The owner is one thread at a time. Who hands it on orders the two.
 */
#ifndef CO_DEQUE_H
#define CO_DEQUE_H

#include "co/atomic.h"
#include "co/work.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_deque {
	/* Fixed at creation. */
	CO_ATOMIC(struct co_work *) * slots;
	size_t room;

	/* Atomic; a cache line for the thieves, another for the owner. */
	CO_ATOMIC(int64_t)
	first __attribute__((aligned(64))); /* the next to be stolen */
	CO_ATOMIC(int64_t)
	end __attribute__((aligned(64))); /* where the next push goes */
};

/*
 * Make an empty deque for @room items.
 *
 * Ownership: the caller's memory, until co_deque_fini().
 * Returns:   0; -EINVAL when @room is no power of two; -ENOMEM. After an error
 *            there is nothing to undo.
 */
int co_deque_init(struct co_deque *d, size_t room);

/* The deque goes; it is empty (CO_ASSERT, "a deque goes"). */
void co_deque_fini(struct co_deque *d);

/*
 * Put @work at the end. Its link says that somebody has it, as in a queue.
 *
 * Ownership: borrows @work until it is taken. From here on it may be gone.
 * Context:   the owner.
 * Returns:   0; -ENOSPC when there is no room; -EINVAL or -EBUSY as
 *            co_work_check() says. Nothing has changed then.
 */
int co_deque_push(struct co_deque *d, struct co_work *work);

/*
 * Take the newest item; its link is NULL again.
 *
 * Context: the owner.
 * Returns: the item; NULL when there is none, or thieves have all.
 */
struct co_work *co_deque_pop(struct co_deque *d);

/*
 * Take the oldest item; its link is NULL again.
 *
 * Context: any thread.
 * Returns: the item; NULL when there is none, or when the last one is just
 *          being taken by somebody else.
 */
struct co_work *co_deque_steal(struct co_deque *d);

/*
 * Whether there is nothing to take, at this moment.
 *
 * Who makes something known by a seq_cst store and then finds a deque empty has
 * missed nothing: whoever pushes later, and reads that with seq_cst, sees it.
 *
 * Context: any thread.
 */
bool co_deque_is_empty(struct co_deque *d);

#ifdef __cplusplus
}
#endif

#endif
