// SPDX-License-Identifier: MIT
/*
 * Sleeping: a timer, and a cancel request that may come first.
 *
 * Two arrive before the task goes on: the end of the wait, which is the timer's
 * or the cancel callback's but never both's, and suspend() itself, which still
 * uses the frame after the timer is armed. The last one to arrive lets it go.
 */
#include "co/sleep.h"

/* Whether this was the last one. */
static bool arrive(struct co_sleep *s)
{
	/* Release: what we did. Acquire: what the other one did. */
	return atomic_fetch_sub_explicit(
		       &s->pending, 1, memory_order_acq_rel) == 1;
}

static void wait_ends(struct co_sleep *s, int result)
{
	struct co_task *self = s->self;

	s->result = result;
	if (!arrive(s))
		return;
	/*
	 * Before the task is woken: its executor may refuse it, and then it is
	 * ended without another look at this awaiter.
	 */
	co_cancel_deregister(&s->cancel);
	co_task_wake(self);
}

static void fired(struct co_work *work, int error)
{
	wait_ends(co_container_of(work, struct co_sleep, timer.work), error);
}

static void cancelled(struct co_cancel_callback *callback)
{
	struct co_sleep *s = co_container_of(callback, struct co_sleep, cancel);

	/* If it cannot be cancelled any more, it fires: then that counts. */
	if (!co_timer_cancel(&s->timer))
		wait_ends(s, -ECANCELED);
}

static bool sleep_ready(struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_sleep *s = co_container_of(awaiter, struct co_sleep, awaiter);

	s->result = -ECANCELED;
	return co_cancel_requested(self->cancel);
}

static struct co_task *sleep_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_sleep *s = co_container_of(awaiter, struct co_sleep, awaiter);
	int err;

	s->self = self;
	atomic_store_explicit(&s->pending, 2, memory_order_relaxed);
	co_timer_init(&s->timer, fired);
	err = co_timer_arm(&s->timer, self->executor, s->deadline);
	if (err) {
		s->result = err == -ESHUTDOWN ? -ECANCELED : err;
		return self;
	}
	co_cancel_register(self->cancel, &s->cancel, cancelled);
	return arrive(s) ? self : NULL;
}

static int sleep_resume(struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_sleep *s = co_container_of(awaiter, struct co_sleep, awaiter);

	(void)self;
	co_cancel_deregister(&s->cancel);
	return s->result;
}

static int sleep_detach(
	struct co_awaiter *awaiter, struct co_task *self, int error)
{
	struct co_sleep *s = co_container_of(awaiter, struct co_sleep, awaiter);

	(void)self;
	(void)error;
	if (co_timer_cancel(&s->timer))
		return -EBUSY;
	co_cancel_deregister(&s->cancel);
	return 0;
}

static const struct co_awaiter_ops sleep_ops = {
	.name = "sleep",
	.ready = sleep_ready,
	.suspend = sleep_suspend,
	.resume = sleep_resume,
	.detach = sleep_detach,
};

struct co_awaiter *co_sleep_until(struct co_sleep *s, uint64_t deadline)
{
	s->awaiter.ops = &sleep_ops;
	s->deadline = deadline;
	s->cancel.token = NULL;
	return &s->awaiter;
}

struct co_awaiter *co_sleep_ms(struct co_sleep *s, int64_t ms)
{
	return co_sleep_until(s, co_clock_after(ms));
}
