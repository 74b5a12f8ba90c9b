/* SPDX-License-Identifier: MIT */
/*
 * Sleeping and time limits in a coroutine (lab 3, parts C and E).
 */
#ifndef CO_SLEEP_H
#define CO_SLEEP_H

#include "co/cancel.h"
#include "co/delay.h"
#include "co/promise.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sits in the frame of the task that sleeps. */
struct co_sleep {
	struct co_awaiter awaiter;
	struct co_timer timer;
	struct co_cancel_callback cancel;
	struct co_task *self;
	uint64_t deadline;
	int result;
	CO_ATOMIC(unsigned) pending; /* who still has to arrive */
};

/*
 * Await @ms milliseconds: the task suspends, its thread does not block, and it
 * resumes on its own executor. A negative time is none.
 *
 * The result is 0; -ECANCELED when the task's token was asked before or
 * meanwhile, or the scheduler was shut down; or what co_timer_arm() said.
 *
 * Ownership: borrows @sleep until the await ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
struct co_awaiter *co_sleep_ms(struct co_sleep *sleep, int64_t ms);

/* The same, until @deadline by co_clock_now(). */
struct co_awaiter *co_sleep_until(struct co_sleep *sleep, uint64_t deadline);

/*
 * Sits in the frame of the task that sets a limit. It is a coroutine of its
 * own, between the parent and the child:
 *
 *	parent <--continuation-- guard <--continuation-- child
 *	                           |
 *	                         timer: asks @cancel, which the child listens to
 */
struct co_timeout {
	struct co_task task; /* the guard */
	struct co_task *child;
	struct co_timer timer;
	struct co_cancel_merge cancel;
	uint64_t deadline;
	bool started; /* the guard has something to clean up */

	pthread_mutex_t lock;
	pthread_cond_t timer_left;

	/* Under @lock. */
	int outcome; /* the first one decides; positive: nobody has */
	enum {
		CO_CLOCK_IDLE,  /* the timer has nothing to do with the frame */
		CO_CLOCK_ARMED, /* its function will be called */
		CO_CLOCK_FIRING, /* its function is running, on @firing */
	} clock;
	pthread_t firing;
	bool *gone; /* while it fires: on the stack of its function */
};

/*
 * Await @child for at most @ms milliseconds.
 *
 * The child runs as under co_task_await(), with a token of its own that is
 * asked when the child's was or, if it had none, the parent's, and when the
 * time is up. The await ends when the child has ended: nothing is left
 * running. A scheduler that is shut down sets no limit any more. The result is
 * the child's error if it ended first, -ETIMEDOUT if the time was up first,
 * whatever the child made of it; at the same instant it is one of the two,
 * never both. When the timer cannot be armed it is what co_sleep_ms() would
 * say, and the child never runs.
 *
 * Ownership: borrows @timeout and @child until the await ends, also when the
 *            parent is killed meanwhile.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY; @child
 *            is freshly created.
 */
struct co_awaiter *co_with_timeout(
	struct co_timeout *timeout, struct co_task *child, int64_t ms);

#ifdef __cplusplus
}
#endif

#endif
