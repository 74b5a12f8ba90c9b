// SPDX-License-Identifier: MIT
/*
 * The semaphore. The contract: include/co/semaphore.h.
 */
#include "co/semaphore.h"

static bool semaphore_admit(struct co_waiter *w, struct co_waiters *woken)
{
	/*
	 * TODO(lab6.F): a permit is taken, if there is one.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)w;
	(void)woken;
	return false;
}

/* Given. */
struct co_awaiter *co_semaphore_acquire(
	struct co_semaphore *semaphore, struct co_semaphore_wait *wait)
{
	return co_waiter_init(
		&wait->waiter, &semaphore->waiters, semaphore_admit, semaphore);
}

bool co_semaphore_try_acquire(struct co_semaphore *semaphore)
{
	/*
	 * TODO(lab6.F): a permit is taken, if there is one.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)semaphore;
	return false;
}

int co_semaphore_release(struct co_semaphore *semaphore, size_t n)
{
	/*
	 * TODO(lab6.F): every permit has gone to one that waits, or is kept.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)semaphore;
	(void)n;
	return -ENOSYS;
}
