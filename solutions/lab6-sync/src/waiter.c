// SPDX-License-Identifier: MIT
/*
 * Waiting in a queue: who takes a waiter out ends its wait.
 */
#include "co/waiter.h"

void co_waiters_add(struct co_waiters *woken, struct co_waiter *w)
{
	w->next = NULL;
	*woken->last = w;
	woken->last = &w->next;
}

void co_waiters_push(struct co_waiters *waiters, struct co_waiter *w)
{
	co_waiters_add(waiters, w);
	w->waits = true;
}

/* Take out the one that @link points at. */
static struct co_waiter *unlink_at(
	struct co_waiters *waiters, struct co_waiter **link)
{
	struct co_waiter *w = *link;

	*link = w->next;
	if (waiters->last == &w->next)
		waiters->last = link;
	w->waits = false;
	return w;
}

bool co_waiters_remove(struct co_waiters *waiters, struct co_waiter *w)
{
	struct co_waiter **link = &waiters->first;

	if (!w->waits)
		return false;
	while (*link != w)
		link = &(*link)->next;
	unlink_at(waiters, link);
	return true;
}

struct co_waiter *co_waiters_take(struct co_waiters *waiters, int result)
{
	struct co_waiter *w;

	if (!waiters->first)
		return NULL;
	w = unlink_at(waiters, &waiters->first);
	w->result = result;
	return w;
}

/* Whether this was the last one. */
static bool arrive(struct co_waiter *w)
{
	/* Release: what we did. Acquire: what the other one did. */
	return atomic_fetch_sub_explicit(
		       &w->pending, 1, memory_order_acq_rel) == 1;
}

void co_waiter_go(struct co_waiter *w)
{
	struct co_task *self = w->self;

	if (!arrive(w))
		return;
	/* Before it is woken: it may be refused, and then looks no more. */
	co_cancel_deregister(&w->cancel);
	co_task_wake(self);
}

void co_waiters_go(struct co_waiters *woken)
{
	struct co_waiter *w = woken->first;
	struct co_waiter *next;

	for (; w; w = next) {
		next = w->next;
		co_waiter_go(w);
	}
}

/* Take @w out against its will, and let those go who gain by it. */
static bool leave(struct co_waiter *w)
{
	struct co_waiters *waiters = w->waiters;
	struct co_waiters woken;
	bool left;

	co_waiters_init(&woken, waiters->lock);
	pthread_mutex_lock(waiters->lock);
	left = co_waiters_remove(waiters, w);
	if (left)
		w->result = -ECANCELED;
	if (left && waiters->left)
		waiters->left(waiters, &woken);
	pthread_mutex_unlock(waiters->lock);
	co_waiters_go(&woken);
	return left;
}

static void cancelled(struct co_cancel_callback *callback)
{
	struct co_waiter *w = co_container_of(
		callback, struct co_waiter, cancel);

	/* Otherwise it was granted before: that counts. */
	if (leave(w))
		co_waiter_go(w);
}

struct co_task *co__waiter_suspend(struct co_waiter *w, struct co_task *self)
{
	struct co_waiters woken;
	bool admitted;

	co_waiters_init(&woken, w->waiters->lock);
	atomic_store_explicit(&w->pending, 2, memory_order_relaxed);
	pthread_mutex_lock(w->waiters->lock);
	admitted = w->admit(w, &woken);
	if (!admitted)
		co_waiters_push(w->waiters, w);
	pthread_mutex_unlock(w->waiters->lock);
	co_waiters_go(&woken);
	if (admitted)
		return self;
	if (w->queued)
		w->queued(w);
	co_cancel_register(self->cancel, &w->cancel, cancelled);
	return arrive(w) ? self : NULL;
}

int co__waiter_detach(struct co_waiter *w)
{
	if (!leave(w))
		return -EBUSY;
	co_cancel_deregister(&w->cancel);
	return 0;
}
