// SPDX-License-Identifier: MIT
/*
 * Parts A and D: how a task gets to its executor.
 */
#include "co/executor.h"

static void set_status(struct co_task *task, enum co_status status)
{
	atomic_store_explicit(
		&task->status, (unsigned char)status, memory_order_relaxed);
}

static void assert_fresh(const struct co_task *task, const char *what)
{
	enum co_status status = co_task_status(task);

	CO_ASSERT(status == CO_CREATED, "cannot %s task '%s': it is %s", what,
		task->name, co_status_name(status));
}

/* Part A: the first step, and a turn for the others. */

int co_start(struct co_task *task)
{
	struct co_executor *before = task->executor;
	int err;

	assert_fresh(task, "start");
	if (!before)
		task->executor = co_executor_here();
	if (!task->executor)
		return -EINVAL;
	/* Before it is posted: then it may run at any moment. */
	set_status(task, CO_SUSPENDED);
	err = co__task_post(task);
	if (err) {
		set_status(task, CO_CREATED);
		task->executor = before;
	}
	return err;
}

static bool reschedule_ready(struct co_awaiter *awaiter, struct co_task *self)
{
	(void)awaiter;
	return !self->executor;
}

static struct co_task *reschedule_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	(void)awaiter;
	co_task_wake(self);
	return NULL;
}

static const struct co_awaiter_ops reschedule_ops = {
	.name = "turn",
	.ready = reschedule_ready,
	.suspend = reschedule_suspend,
};

struct co_awaiter *co_reschedule(struct co_turn *turn)
{
	turn->awaiter.ops = &reschedule_ops;
	return &turn->awaiter;
}

/* Part D. */

struct co_task *co_schedule_on(
	struct co_task *task, struct co_executor *executor)
{
	assert_fresh(task, "bind");
	CO_ASSERT(executor, "cannot bind task '%s' to no executor", task->name);
	task->executor = executor;
	return task;
}
