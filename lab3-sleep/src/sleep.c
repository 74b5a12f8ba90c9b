// SPDX-License-Identifier: MIT
/*
 * Part C: sleeping; part D: being woken by a cancel request. The contract:
 * include/co/sleep.h.
 */
#include "co/sleep.h"

static void fired(struct co_work *work, int error)
{
	/*
	 * TODO(lab3.C): the wait has ended with @error. Two use the frame:
	 * this, and sleep_suspend(). The one that is through last lets the task
	 * go on.
	 */
	CO_NOT_STARTED("lab3.C");
	(void)work;
	(void)error;
}

static void cancelled(struct co_cancel_callback *callback)
{
	/*
	 * TODO(lab3.D): the wait has ended with -ECANCELED, unless the timer is
	 * faster.
	 */
	CO_NOT_STARTED("lab3.D");
	(void)callback;
}

/* Given. */
static bool sleep_ready(struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_sleep *s = co_container_of(awaiter, struct co_sleep, awaiter);

	s->result = -ECANCELED;
	return co_cancel_requested(self->cancel);
}

static struct co_task *sleep_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	/*
	 * TODO(lab3.C): a timer will end the wait, and a cancel request may
	 * (part D). Both can happen before this returns.
	 */
	CO_NOT_STARTED("lab3.C");
	(void)fired;
	(void)cancelled;
	(void)awaiter;
	(void)self;
	return self;
}

static int sleep_resume(struct co_awaiter *awaiter, struct co_task *self)
{
	/*
	 * TODO(lab3.C): nobody looks at @awaiter any more (part D); the result
	 * is what ended the wait.
	 */
	CO_NOT_STARTED("lab3.C");
	(void)awaiter;
	(void)self;
	return -ENOSYS;
}

static int sleep_detach(
	struct co_awaiter *awaiter, struct co_task *self, int error)
{
	/*
	 * TODO(lab3.C): neither timer nor cancel request (part D) will ever
	 * touch
	 * @awaiter; or it is too late for that, and nothing has changed.
	 */
	CO_NOT_STARTED("lab3.C");
	(void)awaiter;
	(void)self;
	(void)error;
	return -EBUSY;
}

/* Given. */
static const struct co_awaiter_ops sleep_ops = {
	.name = "sleep",
	.ready = sleep_ready,
	.suspend = sleep_suspend,
	.resume = sleep_resume,
	.detach = sleep_detach,
};

/* Given. */
struct co_awaiter *co_sleep_until(struct co_sleep *s, uint64_t deadline)
{
	s->awaiter.ops = &sleep_ops;
	s->deadline = deadline;
	s->cancel.token = NULL;
	return &s->awaiter;
}

/* Given. */
struct co_awaiter *co_sleep_ms(struct co_sleep *s, int64_t ms)
{
	return co_sleep_until(s, co_clock_after(ms));
}
