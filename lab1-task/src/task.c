// SPDX-License-Identifier: MIT
/*
 * Tasks: frames, resuming, awaiting a child, and the ways to end.
 *
 * Yours: parts A, B and D. Helper functions of your own are welcome.
 */
#include <string.h>

#include "co/frame.h"
#include "co/promise.h"
#include "co/task.h"

/* Given: a status that is not final. The final one: co__promise_complete(). */
static void set_status(struct co_task *task, enum co_status status)
{
	atomic_store_explicit(
		&task->status, (unsigned char)status, memory_order_relaxed);
}

/* Part A: frames and resume. */

void co__task_init(struct co_task *task, co_body_fn *body, const char *name)
{
	/*
	 * TODO(lab1.A): whatever the memory held, the task is created, at its
	 * start, bound to nothing, and knows its body and its name.
	 */
	CO_NOT_STARTED("lab1.A");
	(void)task;
	(void)body;
	(void)name;
}

void co_resume(struct co_task *task)
{
	/*
	 * TODO(lab1.A): @task has run to its next suspension, and so has every
	 * task that was handed control after it, without one more stack frame
	 * for each. While a body runs, its status says so and co_current() is
	 * its task; afterwards co_current() is what it was before. A task that
	 * is neither created nor suspended stops at a CO_ASSERT that says
	 * "cannot resume", the task's name and its status.
	 */
	CO_NOT_STARTED("lab1.A");
	(void)task;
	(void)set_status;
}

/* Part B: awaiting a child, and the final suspension. */

struct co_task *co__task_await_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_task *child = co_container_of(awaiter, struct co_task, await);

	/*
	 * TODO(lab1.B): a child that has ended delivers its error, and @self
	 * goes on. One that was never started knows who awaits it, has
	 * inherited what it lacks, and runs next, where it belongs. Any other
	 * stops at a CO_ASSERT whose message sends the reader to
	 * co_task_join().
	 */
	CO_NOT_STARTED("lab1.B");
	(void)child;
	return self;
}

/* Tells whoever awaits @self; returns it, for the caller to make it run. */
static struct co_task *end(struct co_task *self, int error)
{
	struct co_task *parent = self->continuation;

	/*
	 * TODO(lab1.B): the parent, if there is one, has the result; no link
	 * between the two is left, for the child may be gone when it runs.
	 */
	if (parent)
		CO_NOT_STARTED("lab1.B");
	/*
	 * TODO(lab1.A): the cleanup has run, once; then the error stands; then
	 * co__promise_complete() publishes the status that goes with it. After
	 * that call the frame may be gone.
	 */
	CO_NOT_STARTED("lab1.A");
	(void)error;
	return parent;
}

struct co_task *co__task_finish(struct co_task *self, int error)
{
	struct co_task *parent;

	/* Given: callbacks do not run inside the coroutine: it has ended. */
	co__current = NULL;
	parent = end(self, error);
	/*
	 * TODO(lab1.B): the parent runs next: on this stack, without a call,
	 * when it belongs here, otherwise on its executor. The two lines below
	 * are right only for a task that nobody awaits.
	 */
	if (parent)
		CO_NOT_STARTED("lab1.B");
	return NULL;
}

/* Part D: lifetime. */

struct co_task *co_task_create(
	size_t frame_size, co_body_fn *body, const char *name)
{
	/*
	 * TODO(lab1.D): a task in a frame of its own, which remembers its size
	 * for the day it is freed. co_task_init() traces it: call that one.
	 */
	CO_NOT_STARTED("lab1.D");
	(void)frame_size;
	(void)body;
	(void)name;
	return NULL;
}

/* Given: the task that @task waits for as its child, or NULL. */
static struct co_task *awaited_child(const struct co_task *task)
{
	struct co_awaiter *awaiter = task->awaiter;

	if (!awaiter || !awaiter->ops->awaits_task)
		return NULL;
	return co_container_of(awaiter, struct co_task, await);
}

int co_task_kill(struct co_task *task, int error)
{
	/*
	 * TODO(lab1.D): @task, and every task that it awaits, innermost first,
	 * has ended with @error, in the way of part B but from outside; whoever
	 * awaits @task has been woken. Nobody will resume any of them any more:
	 * the innermost is detached from what it waits for. When that is too
	 * late (it is posted, or its awaiter says -EBUSY), nothing has changed.
	 * A chain of a million needs no stack. A task that runs, or that waits
	 * for what cannot detach, stops at a CO_ASSERT that names it; one that
	 * has ended is left as it is.
	 */
	CO_NOT_STARTED("lab1.D");
	(void)task;
	(void)error;
	(void)awaited_child;
	return -ENOSYS;
}

void co__task_destroy(struct co_task *task)
{
	/*
	 * TODO(lab1.D): the task has ended, one way or another, and the frame
	 * is freed if co_task_create() made it. Mind who may be gone after the
	 * kill. A task that cannot be killed now stops at a CO_ASSERT.
	 */
	CO_NOT_STARTED("lab1.D");
	(void)task;
}
