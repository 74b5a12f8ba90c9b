// SPDX-License-Identifier: MIT
/*
 * Part E: a time limit. Its contract: include/co/sleep.h.
 */
#include "co/sleep.h"

#define UNDECIDED 1 /* no outcome is positive */

static void time_is_up(struct co_work *work, int error)
{
	/*
	 * TODO(lab3.E): if the child has not ended yet, the outcome is
	 * -ETIMEDOUT and the child is asked to stop. After that, if the guard
	 * has not gone meanwhile, it learns that the timer is through with its
	 * frame.
	 */
	CO_NOT_STARTED("lab3.E");
	(void)work;
	(void)error;
}

static void guard_cleanup(struct co_task *self)
{
	/*
	 * TODO(lab3.E): whatever the way in which the guard ended: the timer
	 * has nothing to do with its frame any more, and nobody hears of the
	 * parent's token.
	 */
	CO_NOT_STARTED("lab3.E");
	(void)self;
}

static struct co_task *guard_body(struct co_task *self)
{
	/*
	 * TODO(lab3.E): the child has ended, with a token that hears of the
	 * parent's and of the timer; the result is the first outcome.
	 */
	CO_NOT_STARTED("lab3.E");
	(void)time_is_up;
	(void)self;
	return NULL;
}

/* Given. */
struct co_awaiter *co_with_timeout(
	struct co_timeout *t, struct co_task *child, int64_t ms)
{
	co_task_init(&t->task, guard_body, "timeout");
	co_task_set_cleanup(&t->task, guard_cleanup);
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->timer_left, NULL);
	t->child = child;
	t->deadline = co_clock_after(ms);
	t->started = false;
	t->outcome = UNDECIDED;
	t->clock = CO_CLOCK_IDLE;
	return co_task_await(&t->task);
}
