// SPDX-License-Identifier: MIT
/*
 * A time limit: a coroutine between the parent and the child.
 *
 * The outcome is decided once, by the child's end or by the timer. Whichever
 * it was, the guard waits for both: for the child, because nothing may be left
 * running, and for the timer, because it lies in the guard's frame.
 */
#include "co/sleep.h"

#define UNDECIDED 1                      /* no outcome is positive */
#define FIRED     ((struct co_task *)-1) /* the timer is done with the frame */

static void decide(struct co_timeout *t, int outcome)
{
	int undecided = UNDECIDED;

	atomic_compare_exchange_strong_explicit(&t->outcome, &undecided,
		outcome, memory_order_acq_rel, memory_order_acquire);
}

/* The timer's last step: leave, and wake the guard if it waits for that. */
static void leave(struct co_timeout *t)
{
	struct co_task *guard = atomic_exchange_explicit(
		&t->fired, FIRED, memory_order_acq_rel);

	if (guard)
		co_task_wake(guard);
}

static void time_is_up(struct co_work *work, int error)
{
	struct co_timeout *t = co_container_of(
		work, struct co_timeout, timer.work);

	/* A dropped timer sets no limit: the scheduler is shutting down. */
	if (!error) {
		decide(t, -ETIMEDOUT);
		co_cancel_request(&t->cancel.source);
	}
	leave(t);
}

/* Await that the timer is done with the frame. */

static struct co_task *settled_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_timeout *t = co_container_of(
		awaiter, struct co_timeout, settled);
	struct co_task *nobody = NULL;

	if (atomic_compare_exchange_strong_explicit(&t->fired, &nobody, self,
		    memory_order_acq_rel, memory_order_acquire))
		return NULL;
	return self;
}

static const struct co_awaiter_ops settled_ops = {
	.name = "timer",
	.suspend = settled_suspend,
};

static int start_clock(struct co_timeout *t)
{
	struct co_task *self = &t->task;
	int err;

	co_timer_init(&t->timer, time_is_up);
	err = co_timer_arm(&t->timer, self->executor, t->deadline);
	return err == -ESHUTDOWN ? -ECANCELED : err;
}

static struct co_task *guard_body(struct co_task *self)
{
	struct co_timeout *t = co_frame(self, struct co_timeout);
	int err;

	CO_BEGIN(self);
	co_cancel_merge_init(&t->cancel, &self->cancel, 1);
	t->child->cancel = co_cancel_token_of(&t->cancel.source);
	err = start_clock(t);
	if (err) {
		co_cancel_merge_fini(&t->cancel);
		return co_finish(self, err);
	}
	CO_AWAIT(self, co_task_await(t->child));
	decide(t, co_awaited(self));
	t->settled.ops = &settled_ops;
	if (co_timer_cancel(&t->timer))
		CO_AWAIT(self, &t->settled);
	co_cancel_merge_fini(&t->cancel);
	return co_finish(
		self, atomic_load_explicit(&t->outcome, memory_order_acquire));
	CO_END(self);
}

struct co_awaiter *co_with_timeout(
	struct co_timeout *t, struct co_task *child, int64_t ms)
{
	co_task_init(&t->task, guard_body, "timeout");
	t->child = child;
	t->deadline = co_clock_after(ms);
	atomic_store_explicit(&t->outcome, UNDECIDED, memory_order_relaxed);
	atomic_store_explicit(&t->fired, NULL, memory_order_relaxed);
	return co_task_await(&t->task);
}
