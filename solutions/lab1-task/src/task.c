// SPDX-License-Identifier: MIT
/*
 * Tasks: frames, resuming, awaiting a child, and the ways to end.
 */
#include "co/task.h"
#include "co/frame.h"
#include "co/promise.h"

static void set_status(struct co_task *task, enum co_status status)
{
	atomic_store_explicit(
		&task->status, (unsigned char)status, memory_order_relaxed);
}

/* Part A: frames and resume. */

void co__task_init(struct co_task *task, co_body_fn *body, const char *name)
{
	/* Field by field: for so few a memset() costs more than the stores. */
	task->name = name;
	task->file = NULL;
	task->cleanup = NULL;
	task->cancel = NULL;
	task->frame_size = 0;
	task->work.next = NULL;
	task->executor = NULL;
	atomic_init(&task->callbacks, NULL);
	task->continuation = NULL;
	task->awaiter = NULL;
	task->body = body;
	task->at = 0;
	task->awaited = 0;
	atomic_init(&task->status, CO_CREATED);
	task->flags = 0;
	task->error = 0;
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
	for (;;) {
		enum co_status status = co_task_status(task);

		if (co_unlikely(status != CO_CREATED && status != CO_SUSPENDED))
			cannot_resume(task);
		set_status(task, CO_RUNNING);
		co__current = task;
		/* From here on @task may be gone: only what it returns counts.
		 */
		task = task->body(task);
		if (co_likely(!task))
			break;
	}
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

struct co_task *co__task_await_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_task *child = co_container_of(awaiter, struct co_task, await);
	enum co_status status = co_task_status(child);

	if (co_unlikely(status != CO_CREATED)) {
		if (!co_status_is_final(status))
			cannot_await(self, child);
		co_deliver(self, child->error);
		return self;
	}
	if (co_unlikely(child->continuation))
		cannot_await(self, child);
	child->continuation = self;
	child->flags |= CO_TASK_OWNED;
	co__task_inherit(child, self);
	return co_task_next(child);
}

/* Tells whoever awaits @self; returns it, for the caller to make it run. */
static inline struct co_task *end(struct co_task *self, int error)
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

/* It never started, and nobody has asked to hear of its end. */
static bool is_unknown(const struct co_task *task)
{
	return co_task_status(task) == CO_CREATED && !task->continuation &&
	       !task->cleanup && !task->work.next &&
	       !atomic_load_explicit(&task->callbacks, memory_order_relaxed);
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
	if (!co_likely(co_task_is_done(task)) &&
		!(task->frame_size && is_unknown(task)))
		kill_and_free(task);
	else if (co_likely(task->frame_size))
		co_frame_free(task, task->frame_size);
}
