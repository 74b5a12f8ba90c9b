/* SPDX-License-Identifier: MIT */
/*
 * A condition variable for the coroutine mutex (lab 6, part F).
 *
 *	CO_TRY(self, co_mutex_lock(&mutex, &f->lock));
 *	while (!something) {
 *		CO_AWAIT(self, co_condition_wait(&condition, &f->wait));
 *		if (co_awaited(self))
 *			break;
 *	}
 *	co_mutex_unlock(&mutex);
 *
 * The wait is a small coroutine of its own, which sits in the caller's frame:
 * it is in the queue before it unlocks the mutex, so no notify is lost; it goes
 * on when it is notified; and it has locked the mutex again, in turn with
 * others that want it, before the await ends.
 *
 *	holds ----> queued, unlocks ----> notified ----> locks ----> holds
 *	                            '---> cancelled ---'
 */
#ifndef CO_CONDITION_H
#define CO_CONDITION_H

#include "co/mutex.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_condition {
	struct co_mutex *mutex; /* fixed */
	pthread_mutex_t lock;
	struct co_waiters waiters; /* under @lock */
};

/* Sits in the frame of the task that waits. */
struct co_condition_wait {
	struct co_task task;
	struct co_waiter waiter;
	struct co_mutex_wait relock;
	struct co_condition *condition;
	struct co_task *owner; /* for whom it waits */
	int result;
};

/* Given: make one for what @mutex guards, in the caller's memory. */
static inline void co_condition_init(
	struct co_condition *condition, struct co_mutex *mutex)
{
	condition->mutex = mutex;
	pthread_mutex_init(&condition->lock, NULL);
	co_waiters_init(&condition->waiters, &condition->lock);
}

/* Given: it goes away; nobody waits (CO_ASSERT, "destroyed while"). */
static inline void co_condition_fini(struct co_condition *condition)
{
	co_waiters_fini(&condition->waiters, "condition");
	pthread_mutex_destroy(&condition->lock);
}

/*
 * Unlock the mutex, await a notify, lock the mutex. The result is 0, or
 * -ECANCELED when the task's token is asked before it is notified; in both
 * cases the task holds the mutex. A task that is killed while it waits does
 * not, nor one whose executor refuses it meanwhile.
 *
 * Ownership: borrows @wait until the await ends.
 * Context:   inside the coroutine that holds the mutex (CO_ASSERT, "does not
 *            hold"), as the operand of CO_AWAIT.
 */
struct co_awaiter *co_condition_wait(
	struct co_condition *condition, struct co_condition_wait *wait);

/*
 * Let the first that waits go on, or all of them, in order. Whoever waits when
 * this is called; a notify is not kept for those who come later.
 *
 * Context: any thread, with or without the mutex.
 */
void co_condition_notify_one(struct co_condition *condition);
void co_condition_notify_all(struct co_condition *condition);

#ifdef __cplusplus
}
#endif

#endif
