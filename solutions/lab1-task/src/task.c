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
	/*
	 * All but what others fill in before they read it. In pieces, around
	 * `body` and that: the compiler clears so few bytes with wide stores.
	 */
	memset(&task->frame_size, 0,
		offsetof(struct co_task, work.run) -
			offsetof(struct co_task, frame_size));
	task->name = name;
	task->body = body;
	memset(&task->continuation, 0,
		sizeof(*task) - offsetof(struct co_task, continuation));
}

static __attribute__((cold, noreturn)) void cannot_resume(
	const struct co_task *task)
{
	CO_ASSERT(false, "cannot resume task '%s' at %s:%u: it is %s",
		task->name, task->file ? task->file : "its start", task->at,
		co_status_name(co_task_status(task)));
	__builtin_unreachable();
}

/* Run @task, and what it hands control to, until nothing is left to run. */
static inline void run(struct co_task *task)
{
	do {
		enum co_status status = co_task_status(task);

		if (co_unlikely(status != CO_CREATED && status != CO_SUSPENDED))
			cannot_resume(task);
		set_status(task, CO_RUNNING);
		co__current = task;
		/* From here on @task may be gone: only what it returns counts.
		 */
		task = task->body(task);
	} while (co_unlikely(task));
}

/* A task resumes another by hand, and runs on when that one suspends. */
static __attribute__((noinline)) void resume_inside(
	struct co_task *task, struct co_task *outer)
{
	run(task);
	co__current = outer;
}

void co_resume(struct co_task *task)
{
	/* Apart: to store what was just loaded would delay the next load. */
	if (co_unlikely(co__current)) {
		resume_inside(task, co__current);
		return;
	}
	run(task);
	co__current = NULL;
}

/* Part B: awaiting a child, and the final suspension. */

static __attribute__((cold, noreturn)) void cannot_await(
	const struct co_task *self, const struct co_task *child)
{
	CO_ASSERT(false,
		"task '%s' awaits '%s', which is %s already: use "
		"co_task_join()",
		self->name, child->name, co_status_name(co_task_status(child)));
	__builtin_unreachable();
}

/* The child has ended, or it is somebody else's: that is a mistake. */
static __attribute__((noinline)) struct co_task *await_known(
	struct co_task *self, struct co_task *child)
{
	if (!co_task_is_done(child))
		cannot_await(self, child);
	co_deliver(self, child->error);
	return self;
}

struct co_task *co__task_await_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_task *child = co_container_of(awaiter, struct co_task, await);

	/* Two conditions, one branch: there is hardly ever either. */
	if (co_unlikely(co_task_status(child) | (uintptr_t)child->continuation))
		return await_known(self, child);
	child->continuation = self;
	child->flags |= CO_TASK_OWNED;
	co__task_inherit(child, self);
	return co_task_next(child);
}

/* Tells whoever awaits @self; returns it, for the caller to make it run. */
static struct co_task *end(struct co_task *self, int error)
{
	struct co_task *parent = self->continuation;

	if (co_unlikely(self->cleanup))
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

/*
 * An awaited child that ended well, without a cleanup or callbacks: so end most
 * tasks, and one branch finds out.
 */
static bool ends_plainly(const struct co_task *self, int error)
{
	return !((uintptr_t)error | !(self->flags & CO_TASK_OWNED) |
		 (uintptr_t)self->cleanup |
		 (uintptr_t)atomic_load_explicit(
			 &self->callbacks, memory_order_relaxed));
}

static __attribute__((noinline)) struct co_task *finish_slowly(
	struct co_task *self, int error)
{
	struct co_task *parent;

	/* Callbacks do not run inside the coroutine: it has ended. */
	co__current = NULL;
	parent = end(self, error);
	return parent ? co_task_next(parent) : NULL;
}

struct co_task *co__task_finish(struct co_task *self, int error)
{
	struct co_task *parent = self->continuation;

	if (co_unlikely(!ends_plainly(self, error)))
		return finish_slowly(self, error);
	/* end(), with all that is known left out. */
	self->continuation = NULL;
	co_deliver(parent, 0);
	atomic_store_explicit(
		&self->callbacks, CO_CALLBACKS_ENDED, memory_order_relaxed);
	/* Release: pairs with the acquire in co_task_status(). */
	atomic_store_explicit(&self->status, CO_DONE, memory_order_release);
	return co_task_next(parent);
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
	/*
	 * Whoever completes the awaiter may be posting @task right now: while
	 * there is one, it alone knows whether that has begun.
	 */
	if (!awaiter)
		return task->work.next ? -EBUSY : 0;
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

/* It never started, and nobody has asked to hear of its end. One branch. */
static bool is_unknown(const struct co_task *task)
{
	return !(co_task_status(task) | (uintptr_t)task->continuation |
		 (uintptr_t)task->cleanup | (uintptr_t)task->work.next |
		 !task->frame_size |
		 (uintptr_t)atomic_load_explicit(
			 &task->callbacks, memory_order_relaxed));
}

static __attribute__((noinline)) void kill_and_free(struct co_task *task)
{
	/* The kill may wake a parent that takes this frame along. */
	size_t size = task->frame_size;
	int err;

	err = co_task_kill(task, -ECANCELED);
	CO_ASSERT(!err, "task '%s' is destroyed while it is about to run",
		task->name);
	if (size)
		co_frame_free(task, size);
}

void co__task_destroy(struct co_task *task)
{
	if (co_task_is_done(task) || co_likely(is_unknown(task)))
		co_frame_free(task, task->frame_size);
	else
		kill_and_free(task);
}
