// SPDX-License-Identifier: MIT
/*
 * Waiting in a queue. The contract: include/co/waiter.h.
 */
#include "co/waiter.h"

void co_waiters_add(struct co_waiters *woken, struct co_waiter *w)
{
	/*
	 * TODO(lab6.C): @w, which is in no queue, is the last of @woken.
	 */
	CO_NOT_STARTED("lab6.C");
	(void)woken;
	(void)w;
}

void co_waiters_push(struct co_waiters *waiters, struct co_waiter *w)
{
	/*
	 * TODO(lab6.C): @w is the last of @waiters, and is known to wait
	 * there.
	 */
	CO_NOT_STARTED("lab6.C");
	(void)waiters;
	(void)w;
}

bool co_waiters_remove(struct co_waiters *waiters, struct co_waiter *w)
{
	/*
	 * TODO(lab6.C): @w is in the queue no more, and those around it still
	 * are, in order.
	 */
	CO_NOT_STARTED("lab6.C");
	(void)waiters;
	(void)w;
	return false;
}

struct co_waiter *co_waiters_take(struct co_waiters *waiters, int result)
{
	/*
	 * TODO(lab6.C): the first is out of the queue, and its result stands
	 * in it.
	 */
	CO_NOT_STARTED("lab6.C");
	(void)waiters;
	(void)result;
	return NULL;
}

void co_waiter_go(struct co_waiter *w)
{
	/*
	 * TODO(lab6.C): the task goes on, unless its suspend is still at work.
	 * Once it may run, @w may be gone.
	 */
	CO_NOT_STARTED("lab6.C");
	(void)w;
}

void co_waiters_go(struct co_waiters *woken)
{
	/*
	 * TODO(lab6.C): each one has gone on. After that it may be gone, and
	 * its link with it.
	 */
	CO_NOT_STARTED("lab6.C");
	(void)woken;
}

static void cancelled(struct co_cancel_callback *callback)
{
	/*
	 * TODO(lab6.C): the wait has ended with -ECANCELED, unless somebody
	 * was faster.
	 */
	CO_NOT_STARTED("lab6.C");
	(void)callback;
}

struct co_task *co__waiter_suspend(struct co_waiter *w, struct co_task *self)
{
	/*
	 * TODO(lab6.C): @w goes straight on or is queued, in one step under
	 * the lock; then a cancel request may end the wait. All that can
	 * happen before this returns.
	 */
	CO_NOT_STARTED("lab6.C");
	(void)cancelled;
	(void)w;
	(void)self;
	return self;
}

int co__waiter_detach(struct co_waiter *w)
{
	/*
	 * TODO(lab6.C): nobody will ever touch @w; or it is too late for that,
	 * and nothing has changed.
	 */
	CO_NOT_STARTED("lab6.C");
	(void)w;
	return -ENOSYS;
}
