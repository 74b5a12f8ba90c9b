// SPDX-License-Identifier: MIT
/*
 * The fair shared mutex: one queue for readers and writers.
 */
#include "co/shared_mutex.h"

/* Under the lock: take it, if what holds it allows. */
static bool enter(struct co_shared_mutex *mutex, enum co_sharing how)
{
	if (mutex->writer || (how == CO_EXCLUSIVE && mutex->readers))
		return false;
	if (how == CO_EXCLUSIVE)
		mutex->writer = true;
	else
		mutex->readers++;
	return true;
}

/* Under the lock: from the front, all that may go on. */
static void admit_waiters(
	struct co_shared_mutex *mutex, struct co_waiters *woken)
{
	struct co_waiter *w;

	while ((w = mutex->waiters.first) &&
		enter(mutex, (enum co_sharing)w->mode)) {
		co_waiters_take(&mutex->waiters, 0);
		co_waiters_add(woken, w);
	}
}

bool co__shared_mutex_admit(struct co_waiter *w, struct co_waiters *woken)
{
	struct co_shared_mutex *mutex = w->object;

	(void)woken;
	/* Whoever waits already comes first. */
	return !mutex->waiters.first && enter(mutex, (enum co_sharing)w->mode);
}

bool co__shared_mutex_try(struct co_shared_mutex *mutex, enum co_sharing how)
{
	bool entered;

	pthread_mutex_lock(&mutex->lock);
	entered = !mutex->waiters.first && enter(mutex, how);
	pthread_mutex_unlock(&mutex->lock);
	return entered;
}

void co__shared_mutex_left(struct co_waiters *waiters, struct co_waiters *woken)
{
	admit_waiters(co_container_of(waiters, struct co_shared_mutex, waiters),
		woken);
}

void co__shared_mutex_unlock(struct co_shared_mutex *mutex, enum co_sharing how)
{
	struct co_waiters woken;

	co_waiters_init(&woken, &mutex->lock);
	pthread_mutex_lock(&mutex->lock);
	CO_ASSERT(how == CO_EXCLUSIVE ? mutex->writer : mutex->readers > 0,
		"a shared mutex is unlocked that is not locked so");
	if (how == CO_EXCLUSIVE)
		mutex->writer = false;
	else
		mutex->readers--;
	admit_waiters(mutex, &woken);
	pthread_mutex_unlock(&mutex->lock);
	co_waiters_go(&woken);
}
