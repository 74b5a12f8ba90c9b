// SPDX-License-Identifier: MIT
/*
 * The condition variable: queued first, unlocked then, locked at the end.
 */
#include "co/condition.h"

/* A notify is not kept: whoever comes waits. */
static bool condition_admit(struct co_waiter *w, struct co_waiters *woken)
{
	(void)w;
	(void)woken;
	return false;
}

static void condition_queued(struct co_waiter *w)
{
	struct co_condition *condition = w->object;

	/* Whoever notifies from now on finds @w: nothing is lost. */
	co__mutex_pass(condition->mutex, w->self);
	co_mutex_unlock(condition->mutex);
}

static struct co_task *condition_body(struct co_task *self)
{
	struct co_condition_wait *f = co_frame(self, struct co_condition_wait);
	struct co_condition *c = f->condition;

	CO_BEGIN(self);
	co_waiter_init(&f->waiter, &c->waiters, condition_admit, c);
	f->waiter.queued = condition_queued;
	CO_AWAIT(self, &f->waiter.awaiter);
	f->result = co_awaited(self);
	/* The mutex is locked again whatever is asked. */
	self->cancel = NULL;
	CO_AWAIT(self, co_mutex_lock(c->mutex, &f->relock));
	co__mutex_pass(c->mutex, f->owner);
	return co_finish(self, f->result);
	CO_END(self);
}

struct co_awaiter *co_condition_wait(
	struct co_condition *condition, struct co_condition_wait *wait)
{
	CO_ASSERT(atomic_load_explicit(&condition->mutex->holder,
			  memory_order_relaxed) == co_current(),
		"a task waits for a condition and does not hold its mutex");
	co_task_init(&wait->task, condition_body, "condition");
	wait->condition = condition;
	wait->owner = co_current();
	wait->result = 0;
	return co_task_await(&wait->task);
}

/* Let the first @n go on. */
static void notify(struct co_condition *condition, size_t n)
{
	struct co_waiters woken;
	struct co_waiter *w;

	co_waiters_init(&woken, &condition->lock);
	pthread_mutex_lock(&condition->lock);
	while (n-- && (w = co_waiters_take(&condition->waiters, 0)))
		co_waiters_add(&woken, w);
	pthread_mutex_unlock(&condition->lock);
	co_waiters_go(&woken);
}

void co_condition_notify_one(struct co_condition *condition)
{
	notify(condition, 1);
}

void co_condition_notify_all(struct co_condition *condition)
{
	notify(condition, SIZE_MAX);
}
