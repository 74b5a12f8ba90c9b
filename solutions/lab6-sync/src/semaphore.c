// SPDX-License-Identifier: MIT
/*
 * The semaphore: a permit is handed to who waits, or kept.
 */
#include "co/semaphore.h"

/* Under the lock. */
static bool take_permit(struct co_semaphore *semaphore)
{
	if (!semaphore->permits)
		return false;
	semaphore->permits--;
	return true;
}

static bool semaphore_admit(struct co_waiter *w, struct co_waiters *woken)
{
	(void)woken;
	return take_permit(w->object);
}

struct co_awaiter *co_semaphore_acquire(
	struct co_semaphore *semaphore, struct co_semaphore_wait *wait)
{
	return co_waiter_init(
		&wait->waiter, &semaphore->waiters, semaphore_admit, semaphore);
}

bool co_semaphore_try_acquire(struct co_semaphore *semaphore)
{
	bool taken;

	pthread_mutex_lock(&semaphore->lock);
	taken = take_permit(semaphore);
	pthread_mutex_unlock(&semaphore->lock);
	return taken;
}

int co_semaphore_release(struct co_semaphore *semaphore, size_t n)
{
	struct co_waiters woken;
	struct co_waiter *w;
	int err = 0;

	co_waiters_init(&woken, &semaphore->lock);
	pthread_mutex_lock(&semaphore->lock);
	if (n > SIZE_MAX - semaphore->permits) {
		err = -EOVERFLOW;
	} else {
		while (n && (w = co_waiters_take(&semaphore->waiters, 0))) {
			co_waiters_add(&woken, w);
			n--;
		}
		semaphore->permits += n;
	}
	pthread_mutex_unlock(&semaphore->lock);
	co_waiters_go(&woken);
	return err;
}
