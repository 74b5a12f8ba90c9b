/* SPDX-License-Identifier: MIT */
/*
 * A shared promise: one result, any number that await it (lab 6, part E).
 *
 * Two tasks need the same value, and a third computes it: once, however many
 * ask, whether they ask before it is there or after.
 *
 *	   .--> left ---.
 *	top              >--> shared promise <-- whoever claims it, computes
 *	   `--> right --'
 */
#ifndef CO_SHARED_PROMISE_H
#define CO_SHARED_PROMISE_H

#include "co/waiter.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_shared_promise {
	pthread_mutex_t lock;

	/* Under @lock. */
	struct co_waiters waiters;
	bool claimed;
	bool complete;
	int error;   /* fixed once it is complete */
	void *value; /* likewise */
};

/* Sits in the frame of the task that awaits. */
struct co_shared_promise_wait {
	struct co_waiter waiter;
};

/* Given: make one without a result, in the caller's memory. */
static inline void co_shared_promise_init(struct co_shared_promise *promise)
{
	pthread_mutex_init(&promise->lock, NULL);
	co_waiters_init(&promise->waiters, &promise->lock);
	promise->claimed = false;
	promise->complete = false;
	promise->error = 0;
	promise->value = NULL;
}

/* Given: it goes away; nobody waits (CO_ASSERT, "destroyed while"). */
static inline void co_shared_promise_fini(struct co_shared_promise *promise)
{
	co_waiters_fini(&promise->waiters, "shared promise");
	pthread_mutex_destroy(&promise->lock);
}

/*
 * Ask to be the one that computes the result.
 *
 * Context: any thread.
 * Returns: true to the first that asks, who then has to set or fail it; false
 *          to all others.
 */
bool co_shared_promise_claim(struct co_shared_promise *promise);

/*
 * Complete it: with a value, or an error (negative; otherwise CO_ASSERT,
 * "-errno"). All that wait go on, each on its own executor, in the order in
 * which they came.
 *
 * Ownership: @value is passed through, untouched.
 * Context:   any thread.
 * Returns:   0; -EALREADY when it was complete: then nothing has changed.
 */
int co_shared_promise_set(struct co_shared_promise *promise, void *value);
int co_shared_promise_fail(struct co_shared_promise *promise, int error);

/*
 * Await the result: 0, or the error it failed with; -ECANCELED when the task's
 * token is asked before.
 *
 * Ownership: borrows @wait until the await ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
struct co_awaiter *co_shared_promise_await(
	struct co_shared_promise *promise, struct co_shared_promise_wait *wait);

/* The value that was set. Context: after an await that gave 0. */
static inline void *co_shared_promise_value(
	const struct co_shared_promise *promise)
{
	return promise->value;
}

#ifdef __cplusplus
}
#endif

#endif
