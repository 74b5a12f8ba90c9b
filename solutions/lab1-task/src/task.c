// SPDX-License-Identifier: MIT
/*
 * Tasks: frames, resuming, awaiting a child, and the ways to end.
 */
#include <string.h>

#include "co/frame.h"
#include "co/promise.h"
#include "co/task.h"

static void set_status(struct co_task *task, enum co_status status)
{
	atomic_store_explicit(
		&task->status, (unsigned char)status, memory_order_relaxed);
}

/* Part A: frames and resume. */

void co__task_init(struct co_task *task, co_body_fn *body, const char *name)
{
	memset(task, 0, sizeof(*task));
	task->body = body;
	task->name = name;
}

void co_resume(struct co_task *task)
{
	struct co_task *outer = co__current;

	while (task) {
		enum co_status status = co_task_status(task);

		CO_ASSERT(status == CO_CREATED || status == CO_SUSPENDED,
			"cannot resume task '%s' at %s:%u: it is %s",
			task->name, task->file ? task->file : "its start",
			task->at, co_status_name(status));
		set_status(task, CO_RUNNING);
		co__current = task;
		/* From here on @task may be gone: only what it returns counts.
		 */
		task = task->body(task);
	}
	co__current = outer;
}

/* Part B: awaiting a child, and the final suspension. */

static struct co_task *await_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_task *child = co_container_of(awaiter, struct co_task, await);
	enum co_status status = co_task_status(child);

	if (co_status_is_final(status)) {
		co_deliver(self, child->error);
		return self;
	}
	CO_ASSERT(status == CO_CREATED && !child->continuation,
		"task '%s' awaits '%s', which is %s already: use "
		"co_task_join()",
		self->name, child->name, co_status_name(status));
	child->continuation = self;
	child->flags |= CO_TASK_OWNED;
	co__task_inherit(child, self);
	return co_task_next(child);
}

static const struct co_awaiter_ops await_ops = {
	.name = "task",
	.awaits_task = true,
	.suspend = await_suspend,
};

struct co_awaiter *co_task_await(struct co_task *child)
{
	child->await.ops = &await_ops;
	return &child->await;
}

/* Tells whoever awaits @self; returns it, for the caller to make it run. */
static struct co_task *end(struct co_task *self, int error)
{
	struct co_task *parent = self->continuation;

	if (self->cleanup)
		self->cleanup(self);
	self->error = error;
	self->continuation = NULL;
	/* The child may be gone when the parent runs: it takes the result now.
	 */
	if (parent)
		co_deliver(parent, error);
	co__promise_complete(self, co_status_of_error(error));
	return parent;
}

struct co_task *co__task_finish(struct co_task *self, int error)
{
	struct co_task *parent;

	/* Callbacks do not run inside the coroutine: it has ended. */
	co__current = NULL;
	parent = end(self, error);
	return parent ? co_task_next(parent) : NULL;
}

/* Part D: lifetime. */

struct co_task *co_task_create(
	size_t frame_size, co_body_fn *body, const char *name)
{
	struct co_task *task;

	if (frame_size < sizeof(*task))
		return NULL;
	task = co_frame_alloc(frame_size);
	if (!task)
		return NULL;
	co_task_init(task, body, name);
	task->frame_size = frame_size;
	return task;
}

/* The task that @task waits for as its child, or NULL. */
static struct co_task *awaited_child(const struct co_task *task)
{
	struct co_awaiter *awaiter = task->awaiter;

	if (!awaiter || !awaiter->ops->awaits_task)
		return NULL;
	return co_container_of(awaiter, struct co_task, await);
}

/* Make sure that nobody will resume @task, or say that it is too late. */
static int detach(struct co_task *task, int error)
{
	struct co_awaiter *awaiter = task->awaiter;
	enum co_status status = co_task_status(task);
	int err;

	CO_ASSERT(status == CO_CREATED || status == CO_SUSPENDED,
		"cannot end task '%s' from outside: it is %s", task->name,
		co_status_name(status));
	if (task->work.next)
		return -EBUSY;
	if (!awaiter)
		return 0;
	CO_ASSERT(awaiter->ops->detach,
		"task '%s' (%s:%u) cannot be ended while it waits for its %s",
		task->name, task->file, task->at, awaiter->ops->name);
	err = awaiter->ops->detach(awaiter, task, error);
	if (!err)
		task->awaiter = NULL;
	return err;
}

/*
 * From the innermost child outwards, in a loop: a chain may be a million long.
 * Only the innermost waits for something that is not a task, so only its
 * detaching can fail, and then nothing has been touched yet.
 */
int co_task_kill(struct co_task *task, int error)
{
	struct co_task *leaf = task;
	struct co_task *parent;
	int err;

	if (co_task_is_done(task))
		return 0;
	while (awaited_child(leaf))
		leaf = awaited_child(leaf);
	err = detach(leaf, error);
	if (err)
		return err;
	while (leaf != task)
		leaf = end(leaf, error);
	parent = end(task, error);
	if (parent)
		co_task_wake(parent);
	return 0;
}

void co__task_destroy(struct co_task *task)
{
	size_t size = task->frame_size;
	int err;

	err = co_task_kill(task, -ECANCELED);
	CO_ASSERT(!err, "task '%s' is destroyed while it is about to run",
		task->name);
	if (size)
		co_frame_free(task, size);
}
