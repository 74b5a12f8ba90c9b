/* SPDX-License-Identifier: MIT */
/*
 * A barrier: the last one to arrive resumes the one that waits (lab 6, A).
 *
 * A count, and one task. Whoever brings the count to zero hands control to the
 * task: by symmetric transfer when it belongs here, by a post when it does not.
 *
 *	count: 1 for each that is to arrive, and 1 for the task itself
 */
#ifndef CO_BARRIER_H
#define CO_BARRIER_H

#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_barrier {
	struct co_awaiter awaiter;
	struct co_task *waiter; /* written before it arrives */
	CO_ATOMIC(size_t) count;
};

/*
 * Make a barrier for @count arrivals, that of the waiting task among them.
 *
 * Ownership: the caller's memory; nothing to finish.
 */
void co_barrier_init(struct co_barrier *barrier, size_t count);

/*
 * Arrive. The last one gets the task to run next. An arrival too many stops at
 * a CO_ASSERT ("too many").
 *
 * Ownership: when it was the last, or another one is, @barrier may be gone.
 * Context:   any thread, at the end of a body or of an await's suspend.
 * Returns:   the task that waits, to be run here; NULL when others are still
 *            to arrive, or when the task was posted to where it belongs.
 */
struct co_task *co_barrier_arrive(struct co_barrier *barrier);

/*
 * Arrive, and go on when all have. The result is 0.
 *
 * Context: inside a coroutine, as the operand of CO_AWAIT; one task only.
 */
struct co_awaiter *co_barrier_wait(struct co_barrier *barrier);

#ifdef __cplusplus
}
#endif

#endif
