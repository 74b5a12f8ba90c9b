// SPDX-License-Identifier: MIT
/*
 * The fair shared mutex. The contract: include/co/shared_mutex.h.
 */
#include "co/shared_mutex.h"

bool co__shared_mutex_admit(struct co_waiter *w, struct co_waiters *woken)
{
	/*
	 * TODO(lab6.D): the task has the mutex if it may, and nobody waits
	 * before it.
	 */
	CO_NOT_STARTED("lab6.D");
	(void)w;
	(void)woken;
	return false;
}

bool co__shared_mutex_try(struct co_shared_mutex *mutex, enum co_sharing how)
{
	/*
	 * TODO(lab6.D): as above, without waiting; takes the lock.
	 */
	CO_NOT_STARTED("lab6.D");
	(void)mutex;
	(void)how;
	return false;
}

void co__shared_mutex_left(struct co_waiters *waiters, struct co_waiters *woken)
{
	/*
	 * TODO(lab6.D): whoever was behind the one that left, and may go on
	 * now, does.
	 */
	CO_NOT_STARTED("lab6.D");
	(void)waiters;
	(void)woken;
}

void co__shared_mutex_unlock(struct co_shared_mutex *mutex, enum co_sharing how)
{
	/*
	 * TODO(lab6.D): it is unlocked once, and those at the front who may go
	 * on have it.
	 */
	CO_NOT_STARTED("lab6.D");
	(void)mutex;
	(void)how;
}
