// SPDX-License-Identifier: MIT
/*
 * The given half of waiting: the awaiter, and what the trace hears of it.
 */
#include "co/waiter.h"

static bool waiter_ready(struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_waiter *w = co_container_of(
		awaiter, struct co_waiter, awaiter);

	w->self = self;
	return w->quick && w->quick(w);
}

static struct co_task *waiter_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	return co__waiter_suspend(
		co_container_of(awaiter, struct co_waiter, awaiter), self);
}

static int waiter_resume(struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_waiter *w = co_container_of(
		awaiter, struct co_waiter, awaiter);

	co_cancel_deregister(&w->cancel);
	if (w->kind && !w->result)
		co_lock_event(CO_TRACE_LOCK_ACQUIRED, self, w->object, w->kind);
	else if (w->kind && co__locks_watched)
		co__lock_left(self);
	return w->result;
}

static int waiter_detach(
	struct co_awaiter *awaiter, struct co_task *self, int error)
{
	int err = co__waiter_detach(
		co_container_of(awaiter, struct co_waiter, awaiter));

	(void)error;
	if (!err && co__locks_watched)
		co__lock_left(self);
	return err;
}

struct co_awaiter *co_waiter_init(struct co_waiter *w,
	struct co_waiters *waiters, co_admit_fn *admit, void *object)
{
	static const struct co_awaiter_ops ops = {
		.name = "wait",
		.ready = waiter_ready,
		.suspend = waiter_suspend,
		.resume = waiter_resume,
		.detach = waiter_detach,
	};

	w->awaiter.ops = &ops;
	w->waiters = waiters;
	w->admit = admit;
	w->quick = NULL;
	w->queued = NULL;
	w->object = object;
	w->kind = NULL;
	w->mode = 0;
	w->cancel.token = NULL;
	w->next = NULL;
	w->waits = false;
	w->result = 0;
	return &w->awaiter;
}
