// SPDX-License-Identifier: MIT
/*
 * Parts A and D: how a task gets to its executor. Their contracts:
 * include/co/executor.h.
 */
#include "co/executor.h"

/* Part A: the first step, and a turn for the others. */

int co_start(struct co_task *task)
{
	/*
	 * TODO(lab2.A): the first step of @task is in the queue of its
	 * executor, and nobody can start it a second time. When the executor
	 * refuses it, @task is as it was before.
	 */
	CO_NOT_STARTED("lab2.A");
	(void)task;
	return -ENOSYS;
}

static bool reschedule_ready(struct co_awaiter *awaiter, struct co_task *self)
{
	/* TODO(lab2.A): true when there is no queue to go to the end of. */
	CO_NOT_STARTED("lab2.A");
	(void)awaiter;
	(void)self;
	return true;
}

static struct co_task *reschedule_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	/*
	 * TODO(lab2.A): @self is at the end of its executor's queue. Which of
	 * the three kinds of result of a suspend is the right one?
	 */
	CO_NOT_STARTED("lab2.A");
	(void)awaiter;
	(void)self;
	return NULL;
}

/* Given. */
static const struct co_awaiter_ops reschedule_ops = {
	.name = "turn",
	.ready = reschedule_ready,
	.suspend = reschedule_suspend,
};

/* Given. */
struct co_awaiter *co_reschedule(struct co_turn *turn)
{
	turn->awaiter.ops = &reschedule_ops;
	return &turn->awaiter;
}

/* Part D. */

struct co_task *co_schedule_on(
	struct co_task *task, struct co_executor *executor)
{
	/*
	 * TODO(lab2.D): @task belongs to @executor. Binding a task that is no
	 * longer fresh, or to nothing, stops with a message that names it.
	 */
	CO_NOT_STARTED("lab2.D");
	(void)executor;
	return task;
}
