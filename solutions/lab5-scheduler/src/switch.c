// SPDX-License-Identifier: MIT
/*
 * Part E: moving to another context.
 */
#include "co/switch.h"

/* On the thread of the new context; or dropped by it. */
static void arrive(struct co_work *work, int error)
{
	struct co_switch *move = co_container_of(work, struct co_switch, work);
	struct co_task *self = move->self;

	move->result = error;
	if (!error) {
		co_resume(self);
		return;
	}
	self->executor = move->from;
	co_task_wake(self);
}

static bool switch_ready(struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_switch *move = co_container_of(
		awaiter, struct co_switch, awaiter);

	move->result = move->to ? 0 : -EINVAL;
	return !move->to || co_context_executor(move->to) == self->executor;
}

static struct co_task *switch_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_switch *move = co_container_of(
		awaiter, struct co_switch, awaiter);
	struct co_executor *to = co_context_executor(move->to);
	int err;

	move->self = self;
	move->from = self->executor;
	co_work_init(&move->work, arrive);
	/* Before the post: after it the task is the other thread's. */
	self->executor = to;
	err = co_post(to, &move->work);
	if (!err)
		return NULL;
	self->executor = move->from;
	move->result = err;
	return self;
}

static int switch_resume(struct co_awaiter *awaiter, struct co_task *self)
{
	(void)self;
	return co_container_of(awaiter, struct co_switch, awaiter)->result;
}

static int switch_detach(
	struct co_awaiter *awaiter, struct co_task *self, int error)
{
	(void)awaiter;
	(void)self;
	(void)error;
	/* It is on its way: nobody can take it out of the other's inbox. */
	return -EBUSY;
}

struct co_awaiter *co_switch_to(struct co_switch *move, struct co_context *to)
{
	static const struct co_awaiter_ops ops = {
		.name = "switch",
		.ready = switch_ready,
		.suspend = switch_suspend,
		.resume = switch_resume,
		.detach = switch_detach,
	};

	move->awaiter.ops = &ops;
	move->to = to;
	return &move->awaiter;
}
