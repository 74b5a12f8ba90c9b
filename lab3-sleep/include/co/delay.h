/* SPDX-License-Identifier: MIT */
/*
 * The delay scheduler: work, later (lab 3, part B).
 *
 * One thread keeps all timers in a heap and sleeps until the earliest. So a
 * thousand coroutines that sleep cost one thread that does.
 *
 *	arm --> heap --> the delay thread, at the deadline --> post to executor
 *
 * The rules of the interface:
 *  - Time is CLOCK_MONOTONIC. Setting the wall clock changes nothing.
 *  - A timer fires on the executor that it was armed for; without one, on the
 *    delay thread, which must not be kept long.
 *  - For each arm that succeeded the function is called exactly once, or the
 *    cancel that prevented it returned 0: never both.
 *  - A cancel comes too late only when the function was called, is just being
 *    called, or the timer was handed to its executor. Being due is not enough.
 *  - The thread is woken only when a new deadline comes before all others.
 *  - No lock is held while work runs.
 */
#ifndef CO_DELAY_H
#define CO_DELAY_H

#include "co/executor.h"
#include "co/heap.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_delay;

/* Intrusive: arming allocates nothing (but see co_delay_reserve()). */
struct co_timer {
	struct co_heap_node node;
	struct co_work work;          /* posted when it fires */
	struct co_executor *executor; /* where; NULL: the delay thread */

	/* Whose timer it is: co_timer_arm() says, co_timer_cancel() asks. */
	struct co_executor *home; /* one with timers of its own, or NULL */
	struct co_delay *delay;   /* otherwise the scheduler, or NULL */
};

/*
 * What an executor with timers of its own brings (an io_uring context does).
 * Contracts: as co_delay_arm() and co_delay_cancel(); the timer fires on the
 * executor's own thread, and until its function is called it can be cancelled.
 */
struct co_timers {
	int (*arm)(struct co_executor *executor, struct co_timer *timer,
		uint64_t deadline);
	int (*cancel)(struct co_executor *executor, struct co_timer *timer);
};

/* Given: now, by CLOCK_MONOTONIC, in nanoseconds. */
uint64_t co_clock_now(void);

/*
 * Given: the deadline @ms milliseconds from now. A negative delay means now; a
 * delay beyond what the clock can hold means never (UINT64_MAX).
 */
uint64_t co_clock_after(int64_t ms);

/*
 * Given: make a timer that calls @fn: with 0 when it fires, with -ECANCELED
 * when the scheduler drops it.
 */
void co_timer_init(struct co_timer *timer, co_work_fn *fn);

/*
 * Make a delay scheduler and start its thread.
 *
 * Ownership: the caller's, until co_delay_destroy().
 * Context:   any thread.
 * Returns:   0; -ENOMEM; -EAGAIN when the system refuses the thread. After an
 *            error nothing is left over and *@out is unchanged.
 */
int co_delay_create(struct co_delay **out);

/* The halves that part B writes; the inlines below trace. */
int co__delay_arm(struct co_delay *delay, struct co_timer *timer,
	struct co_executor *executor, uint64_t deadline);
int co__delay_cancel(struct co_delay *delay, struct co_timer *timer);

/*
 * Given: @timer is due, or dropped when @error is not 0: hand it to its
 * executor, or call its function here when it has none, is dropped, or its
 * executor refuses it (then with -ECANCELED).
 *
 * Ownership: gives @timer back: it may be gone when this returns.
 * Context:   the delay thread, without a lock; @timer is in no heap.
 */
void co_timer_fire(struct co_timer *timer, int error);

/* Make room for @timers at once. Returns: 0; -ENOMEM, nothing changed. */
int co_delay_reserve(struct co_delay *delay, size_t timers);

/*
 * Have @timer fire on @executor at @deadline (see co_clock_after()); at once
 * when that has passed.
 *
 * Ownership: borrows @timer until its function was called or a cancel
 *            returned 0.
 * Context:   any thread. Arming an armed timer stops at a CO_ASSERT.
 * Returns:   0; -ESHUTDOWN when nothing is taken any more; -ENOMEM. After an
 *            error @timer was not armed and may be used again.
 */
static inline int co_delay_arm(struct co_delay *delay, struct co_timer *timer,
	struct co_executor *executor, uint64_t deadline)
{
	co_trace(CO_TRACE_TIMER_ARMED, co_current(), timer, NULL, 0);
	return co__delay_arm(delay, timer, executor, deadline);
}

/*
 * Prevent @timer from firing.
 *
 * Ownership: after 0 @timer is the caller's again.
 * Context:   any thread.
 * Returns:   0: its function will not be called; -ENOENT: it is not armed, or
 *            too late, its function was called or will be.
 */
static inline int co_delay_cancel(
	struct co_delay *delay, struct co_timer *timer)
{
	int err = co__delay_cancel(delay, timer);

	if (!err)
		co_trace(CO_TRACE_TIMER_CANCELLED, NULL, timer, NULL, 0);
	return err;
}

/*
 * Take no more timers. Those that are armed fire when they are due (DRAIN), or
 * are dropped now: their functions get -ECANCELED, on the delay thread. Does
 * not wait. After DRAIN a second call with NOW drops the rest.
 *
 * Context: any thread, also the delay thread.
 */
void co_delay_shutdown(struct co_delay *delay, enum co_shutdown how);

/*
 * Wait until the delay thread has ended, which needs a shutdown.
 *
 * Context: any thread but the delay thread (CO_ASSERT, "from its own thread").
 */
void co_delay_join(struct co_delay *delay);

/*
 * Shut down NOW, join, and free @delay. NULL is fine.
 *
 * Ownership: takes @delay.
 * Context:   as co_delay_join(), and nobody else uses @delay any more.
 */
void co_delay_destroy(struct co_delay *delay);

/*
 * Given: the delay scheduler of everybody who has none of their own: made at
 * the first use, destroyed at exit. co_delay_set_common() puts another in its
 * place, and NULL takes it away again; the caller keeps it alive until then and
 * until nobody sleeps on it any more.
 *
 * Returns: the scheduler; NULL when it cannot be made, or the program exits.
 */
struct co_delay *co_delay_common(void);
void co_delay_set_common(struct co_delay *delay);

/*
 * Given: arm or cancel where @executor, which may be NULL, keeps its timers:
 * its own, or the common delay thread. The function is called on the thread
 * that keeps them. Contracts as co_delay_arm() and co_delay_cancel(); -EAGAIN
 * when there is no common scheduler and none can be made.
 */
int co_timer_arm(struct co_timer *timer, struct co_executor *executor,
	uint64_t deadline);
int co_timer_cancel(struct co_timer *timer);

#ifdef __cplusplus
}
#endif

#endif
