/* SPDX-License-Identifier: MIT */
/*
 * A semaphore for coroutines (lab 6, part F): a number of permits, taken one at
 * a time, first come, first served.
 */
#ifndef CO_SEMAPHORE_H
#define CO_SEMAPHORE_H

#include "co/waiter.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_semaphore {
	pthread_mutex_t lock;

	/* Under @lock. */
	struct co_waiters waiters;
	size_t permits; /* 0 while anybody waits */
};

/* Sits in the frame of the task that waits. */
struct co_semaphore_wait {
	struct co_waiter waiter;
};

/* Given: make one with @permits, in the caller's memory. */
static inline void co_semaphore_init(
	struct co_semaphore *semaphore, size_t permits)
{
	pthread_mutex_init(&semaphore->lock, NULL);
	co_waiters_init(&semaphore->waiters, &semaphore->lock);
	semaphore->permits = permits;
}

/* Given: it goes away; nobody waits (CO_ASSERT, "destroyed while"). */
static inline void co_semaphore_fini(struct co_semaphore *semaphore)
{
	co_waiters_fini(&semaphore->waiters, "semaphore");
	pthread_mutex_destroy(&semaphore->lock);
}

/*
 * Await a permit. The result is 0, or -ECANCELED when the task's token is
 * asked before it gets one.
 *
 * Ownership: borrows @wait until the await ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
struct co_awaiter *co_semaphore_acquire(
	struct co_semaphore *semaphore, struct co_semaphore_wait *wait);

/* Take a permit if there is one. Context: any thread. */
bool co_semaphore_try_acquire(struct co_semaphore *semaphore);

/*
 * Give @n permits: to those who wait, the rest to those who come.
 *
 * Context: any thread.
 * Returns: 0; -EOVERFLOW when the count has no room: nothing has changed.
 */
int co_semaphore_release(struct co_semaphore *semaphore, size_t n);

#ifdef __cplusplus
}
#endif

#endif
