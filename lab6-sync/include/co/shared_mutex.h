/* SPDX-License-Identifier: MIT */
/*
 * A fair shared mutex (lab 6, part D): many readers, or one writer.
 *
 *	holders: R R        queue:  W  R R R  W
 *	                            ^  '---' a run of readers wakes together
 *	                            goes on when the last reader unlocks
 *
 * The queue is that of co/waiter.h, with a pointer to where the next waiter is
 * stored: a reader or writer is queued by two stores, and a run of readers is
 * taken from the front until the first writer.
 *
 * The rules of the interface:
 *  - First come, first served: a reader that finds a writer waiting waits
 *    behind it. So no stream of readers starves a writer, and none of writers
 *    a reader.
 *  - When a waiter leaves by a cancel, those behind it may be free to go on.
 */
#ifndef CO_SHARED_MUTEX_H
#define CO_SHARED_MUTEX_H

#include "co/waiter.h"

#ifdef __cplusplus
extern "C" {
#endif

enum co_sharing {
	CO_EXCLUSIVE,
	CO_SHARED,
};

struct co_shared_mutex {
	pthread_mutex_t lock;

	/* Under @lock. */
	struct co_waiters waiters;
	size_t readers;
	bool writer;
};

/* Sits in the frame of the task that locks. */
struct co_shared_wait {
	struct co_waiter waiter;
};

/* The halves that part D writes; the inlines around them trace. */
bool co__shared_mutex_admit(struct co_waiter *w, struct co_waiters *woken);
bool co__shared_mutex_try(struct co_shared_mutex *mutex, enum co_sharing how);
void co__shared_mutex_left(
	struct co_waiters *waiters, struct co_waiters *woken);
void co__shared_mutex_unlock(
	struct co_shared_mutex *mutex, enum co_sharing how);

/* Given: make a free one, in the caller's memory. */
static inline void co_shared_mutex_init(struct co_shared_mutex *mutex)
{
	pthread_mutex_init(&mutex->lock, NULL);
	co_waiters_init(&mutex->waiters, &mutex->lock);
	mutex->waiters.left = co__shared_mutex_left;
	mutex->readers = 0;
	mutex->writer = false;
}

/* Given: it goes away; it is free (CO_ASSERT, "destroyed while"). */
static inline void co_shared_mutex_fini(struct co_shared_mutex *mutex)
{
	co_waiters_fini(&mutex->waiters, "shared mutex");
	CO_ASSERT(!mutex->readers && !mutex->writer,
		"a shared mutex is destroyed while it is locked");
	if (co_unlikely(co__locks_watched))
		co__lock_gone(mutex);
	pthread_mutex_destroy(&mutex->lock);
}

/*
 * Await the mutex, alone or with other readers. The result is 0, or -ECANCELED
 * when the task's token is asked before: then it is not locked.
 *
 * Ownership: borrows @wait until the await ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
static inline struct co_awaiter *co_shared_mutex_lock(
	struct co_shared_mutex *mutex, struct co_shared_wait *wait,
	enum co_sharing how)
{
	co_lock_event(
		CO_TRACE_LOCK_REQUESTED, co_current(), mutex, "shared mutex");
	co_waiter_init(
		&wait->waiter, &mutex->waiters, co__shared_mutex_admit, mutex);
	wait->waiter.kind = "shared mutex";
	wait->waiter.mode = how;
	return &wait->waiter.awaiter;
}

/* Lock without waiting, and without overtaking. Returns: whether it did. */
static inline bool co_shared_mutex_try_lock(
	struct co_shared_mutex *mutex, enum co_sharing how)
{
	bool locked = co__shared_mutex_try(mutex, how);

	if (locked)
		co_lock_event(CO_TRACE_LOCK_ACQUIRED, co_current(), mutex,
			"shared mutex");
	return locked;
}

/*
 * Unlock, as it was locked. Those who may go on have the mutex now.
 *
 * Context: who holds it. What is not locked so stops at a CO_ASSERT ("not
 *          locked").
 */
static inline void co_shared_mutex_unlock(
	struct co_shared_mutex *mutex, enum co_sharing how)
{
	co_lock_event(
		CO_TRACE_LOCK_RELEASED, co_current(), mutex, "shared mutex");
	co__shared_mutex_unlock(mutex, how);
}

#ifdef __cplusplus
}
#endif

#endif
