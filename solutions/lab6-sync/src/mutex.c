// SPDX-License-Identifier: MIT
/*
 * The mutex: a word for when nobody waits, a queue for when somebody does.
 *
 * While the word is WANTED the quick ways fail, and only the lock changes it.
 */
#include "co/mutex.h"

static void set_holder(struct co_mutex *mutex, struct co_task *task)
{
	atomic_store_explicit(&mutex->holder, task, memory_order_relaxed);
}

static bool change(struct co_mutex *mutex, unsigned from, unsigned to)
{
	/* Acquire: what the last holder did. Release: what this one did. */
	return atomic_compare_exchange_strong_explicit(&mutex->state, &from, to,
		memory_order_acq_rel, memory_order_relaxed);
}

bool co__mutex_try_lock(struct co_mutex *mutex, struct co_task *self)
{
	if (!change(mutex, CO_MUTEX_FREE, CO_MUTEX_HELD))
		return false;
	set_holder(mutex, self);
	return true;
}

bool co__mutex_admit(struct co_waiter *w, struct co_waiters *woken)
{
	struct co_mutex *mutex = w->object;
	struct co_task *holder = atomic_load_explicit(
		&mutex->holder, memory_order_relaxed);

	(void)woken;
	CO_ASSERT(holder != w->self,
		"task '%s' locks a mutex that it holds already", w->self->name);
	for (;;) {
		if (co__mutex_try_lock(mutex, w->self))
			return true;
		if (atomic_load_explicit(&mutex->state, memory_order_relaxed) ==
			CO_MUTEX_WANTED)
			return false;
		if (change(mutex, CO_MUTEX_HELD, CO_MUTEX_WANTED))
			return false;
	}
}

static void check_holder(struct co_mutex *mutex)
{
	struct co_task *holder = atomic_load_explicit(
		&mutex->holder, memory_order_relaxed);

	CO_ASSERT(atomic_load_explicit(&mutex->state, memory_order_relaxed) !=
			  CO_MUTEX_FREE,
		"a mutex is unlocked that is not locked");
	CO_ASSERT(!co_current() || holder == co_current(),
		"task '%s' unlocks a mutex, but '%s' holds it",
		co_current()->name, holder ? holder->name : "nobody");
}

void co__mutex_unlock(struct co_mutex *mutex)
{
	struct co_waiter *next;

	check_holder(mutex);
	set_holder(mutex, NULL);
	if (change(mutex, CO_MUTEX_HELD, CO_MUTEX_FREE))
		return;
	pthread_mutex_lock(&mutex->lock);
	next = co_waiters_take(&mutex->waiters, 0);
	/* Handed over: it is never free in between. */
	if (next)
		set_holder(mutex, next->self);
	if (!mutex->waiters.first)
		/* Release: pairs with the acquire of the next to lock. */
		atomic_store_explicit(&mutex->state,
			next ? CO_MUTEX_HELD : CO_MUTEX_FREE,
			memory_order_release);
	pthread_mutex_unlock(&mutex->lock);
	if (next)
		co_waiter_go(next);
}
