/* SPDX-License-Identifier: MIT */
/*
 * A mutex for coroutines (lab 6, part C).
 *
 *	CO_TRY(self, co_mutex_lock(&mutex, &f->wait));
 *	...                                     (awaits are fine in here)
 *	co_mutex_unlock(&mutex);
 *
 * or, the same with braces:
 *
 *	CO_LOCKED(self, &mutex, &f->wait) {
 *		...
 *	}
 *
 * The rules of the interface:
 *  - Waiting suspends the task; the thread goes on with other work.
 *  - First come, first served: unlock hands the mutex over to the first that
 *    waits, and nobody gets in between.
 *  - A free mutex costs two atomic operations: one to lock, one to unlock.
 *  - A task that ends unlocks first. One that does not is reported where locks
 *    are watched: see co/lock_watch.h.
 */
#ifndef CO_MUTEX_H
#define CO_MUTEX_H

#include "co/waiter.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	CO_MUTEX_FREE,
	CO_MUTEX_HELD,
	CO_MUTEX_WANTED, /* held, and there may be waiters */
};

struct co_mutex {
	CO_ATOMIC(unsigned) state;          /* from WANTED: under @lock */
	CO_ATOMIC(struct co_task *) holder; /* for checks and messages */
	pthread_mutex_t lock;
	struct co_waiters waiters; /* under @lock */
	const char *name;          /* for the trace and for reports */
};

/* Sits in the frame of the task that locks. */
struct co_mutex_wait {
	struct co_waiter waiter;
	bool inside; /* of CO_LOCKED */
};

/* Given: make a free mutex, in the caller's memory. */
static inline void co_mutex_init(struct co_mutex *mutex)
{
	atomic_store_explicit(
		&mutex->state, CO_MUTEX_FREE, memory_order_relaxed);
	atomic_store_explicit(&mutex->holder, NULL, memory_order_relaxed);
	pthread_mutex_init(&mutex->lock, NULL);
	co_waiters_init(&mutex->waiters, &mutex->lock);
	mutex->name = "mutex";
}

/* Given: call it @name, which must outlive it. Context: before it is used. */
static inline void co_mutex_set_name(struct co_mutex *mutex, const char *name)
{
	mutex->name = name;
}

/* Given: the mutex goes away; it is free (CO_ASSERT, "destroyed while"). */
static inline void co_mutex_fini(struct co_mutex *mutex)
{
	co_waiters_fini(&mutex->waiters, "mutex");
	CO_ASSERT(atomic_load_explicit(&mutex->state, memory_order_relaxed) ==
			  CO_MUTEX_FREE,
		"a mutex is destroyed while it is locked");
	if (co_unlikely(co__locks_watched))
		co__lock_gone(mutex);
	pthread_mutex_destroy(&mutex->lock);
}

/* The halves that part C writes; the inlines around them trace. */
bool co__mutex_try_lock(struct co_mutex *mutex, struct co_task *self);
bool co__mutex_admit(struct co_waiter *w, struct co_waiters *woken);
void co__mutex_unlock(struct co_mutex *mutex);

/* Given: the way in without a lock, for the awaiter. */
static inline bool co__mutex_quick(struct co_waiter *w)
{
	return co__mutex_try_lock((struct co_mutex *)w->object, w->self);
}

/*
 * Await the mutex. The result is 0, and the task holds it; -ECANCELED when the
 * task's token is asked before it is handed over, and then it does not.
 * Locking what the task holds already stops at a CO_ASSERT ("holds already").
 *
 * A task that is ended by its executor's refusal after the mutex was handed to
 * it unlocks it in its cleanup, like anything else that it has.
 *
 * Ownership: borrows @wait until the await ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
static inline struct co_awaiter *co_mutex_lock(
	struct co_mutex *mutex, struct co_mutex_wait *wait)
{
	co_lock_event(
		CO_TRACE_LOCK_REQUESTED, co_current(), mutex, mutex->name);
	co_waiter_init(&wait->waiter, &mutex->waiters, co__mutex_admit, mutex);
	wait->waiter.quick = co__mutex_quick;
	wait->waiter.kind = mutex->name;
	return &wait->waiter.awaiter;
}

/* Lock without waiting. Context: a coroutine. Returns: whether it did. */
static inline bool co_mutex_try_lock(struct co_mutex *mutex)
{
	bool locked = co__mutex_try_lock(mutex, co_current());

	if (locked)
		co_lock_event(CO_TRACE_LOCK_ACQUIRED, co_current(), mutex,
			mutex->name);
	return locked;
}

/*
 * Unlock: the first that waits has the mutex now, and resumes on its executor.
 *
 * Context: the task that holds it, or its cleanup. Unlocking a mutex that is
 *          free, or that another task holds, stops at a CO_ASSERT ("not
 *          locked", "holds it").
 */
static inline void co_mutex_unlock(struct co_mutex *mutex)
{
	co_lock_event(CO_TRACE_LOCK_RELEASED,
		atomic_load_explicit(&mutex->holder, memory_order_relaxed),
		mutex, mutex->name);
	co__mutex_unlock(mutex);
}

/*
 * Given: lock @mutex_, run the block that follows, unlock. A cancel request
 * while it waits ends the coroutine, as CO_TRY does. Leave the block at its
 * end only: `break`, `return` and CO_TRY inside it take the lock along.
 */
#define CO_LOCKED(self, mutex_, wait_)                                         \
	CO_TRY(self, co_mutex_lock(mutex_, wait_));                            \
	for ((wait_)->inside = true; (wait_)->inside;                          \
		(wait_)->inside = false, co_mutex_unlock(mutex_))

/*
 * Given: the task that holds the mutex passes it to @to.
 *
 * Context: the holder, or a task that runs for it.
 */
static inline void co__mutex_pass(struct co_mutex *mutex, struct co_task *to)
{
	co_lock_event(CO_TRACE_LOCK_RELEASED,
		atomic_load_explicit(&mutex->holder, memory_order_relaxed),
		mutex, mutex->name);
	atomic_store_explicit(&mutex->holder, to, memory_order_relaxed);
	co_lock_event(CO_TRACE_LOCK_ACQUIRED, to, mutex, mutex->name);
}

#ifdef __cplusplus
}
#endif

#endif
