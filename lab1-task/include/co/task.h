/* SPDX-License-Identifier: MIT */
/*
 * Tasks: a coroutine by hand (lab 1, parts A, B and D).
 *
 * A coroutine is a frame, a struct whose first member is a struct co_task, and
 * a body, a function that runs the frame to its next suspension:
 *
 *	struct twice {
 *		struct co_task task;
 *		struct ask child;
 *		int result;
 *	};
 *
 *	static struct co_task *twice_body(struct co_task *self)
 *	{
 *		struct twice *f = co_frame(self, struct twice);
 *
 *		CO_BEGIN(self);
 *		co_task_init(&f->child.task, ask_body, "ask");
 *		CO_TRY(self, co_task_await(&f->child.task));
 *		f->result = 2 * f->child.answer;
 *		CO_END(self);
 *	}
 *
 * The rules of the interface:
 *  - Between CO_BEGIN and CO_END a local variable does not survive an await.
 *    What must survive lives in the frame.
 *  - A body returns the task to run next, or NULL; the macros do it for you.
 *  - One thread at a time resumes a task. A task that belongs to an executor
 *    is resumed there and nowhere else.
 *  - A frame does not move, and lives until the task has ended.
 */
#ifndef CO_TASK_H
#define CO_TASK_H

#include "co/atomic.h"
#include "co/base.h"
#include "co/trace.h"
#include "co/work.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_task;
struct co_awaiter;
struct co_callback;
struct co_cancel_token;

/* Run @self to its next suspension; returns the task to run next, or NULL. */
typedef struct co_task *co_body_fn(struct co_task *self);

/* Release what the frame holds; see co_task_set_cleanup(). */
typedef void co_cleanup_fn(struct co_task *self);

/* Where a task stands. What comes after CO_SUSPENDED is final. */
enum co_status {
	CO_CREATED,   /* nothing has run yet */
	CO_RUNNING,   /* on some thread, right now */
	CO_SUSPENDED, /* waits to be resumed */
	CO_DONE,      /* error is 0 */
	CO_FAILED,    /* error is any other than the three below */
	CO_CANCELLED, /* error is -ECANCELED */
	CO_KILLED,    /* error is -EOWNERDEAD */
	CO_TIMED_OUT, /* error is -ETIMEDOUT */
};

/*
 * What a coroutine awaits: three functions, the same three that C++20 asks of
 * an awaiter, and a fourth for the task that goes away while it waits.
 */
struct co_awaiter_ops {
	const char *name;
	bool awaits_task; /* the awaiter is the `await` of a child task */

	/*
	 * Is the result there already? Then the task does not suspend. NULL:
	 * no.
	 */
	bool (*ready)(struct co_awaiter *awaiter, struct co_task *self);

	/*
	 * @self is suspended: arrange for it to be resumed. Returns
	 *   NULL          nothing to run now: back to whoever resumed @self;
	 *   @self         do not suspend after all;
	 *   another task  run that one now, on this stack (symmetric transfer).
	 * Once another thread can find @self it may run at any moment: from
	 * then on touch neither @self nor @awaiter. NULL: just suspend.
	 */
	struct co_task *(*suspend)(
		struct co_awaiter *awaiter, struct co_task *self);

	/*
	 * @self runs again: the result of the await, negative for an error.
	 * NULL: 0. Not called when the result came by co_deliver().
	 */
	int (*resume)(struct co_awaiter *awaiter, struct co_task *self);

	/*
	 * @self is being killed: forget it. Returns 0 when nobody will resume
	 * it any more, -EBUSY when it is too late for that. NULL: @self cannot
	 * be killed while it waits here.
	 */
	int (*detach)(
		struct co_awaiter *awaiter, struct co_task *self, int error);
};

struct co_awaiter {
	const struct co_awaiter_ops *ops;
};

/* Bits of co_task.flags. */
enum {
	CO_TASK_OWNED = 1,    /* awaited before it started: only its parent
				 knows it, so ending needs no atomics */
	CO_TASK_CONSUMED = 2, /* a consumer awaits its next value */
	CO_TASK_TRACED = 4,   /* its switches are recorded */
};

/*
 * The head of every frame: 128 bytes at most.
 *
 *	+--------------------------------------------------+
 *	| who it is         name, frame_size, file,         |
 *	|                   cleanup, cancel                 |
 *	| whom to tell      executor, callbacks, work       |
 *	| where to go on    await, body, continuation,      |
 *	|                   awaiter, at, awaited,           |
 *	|                   status, error                   |
 *	+--------------------------------------------------+
 *	| your fields ...                                   |
 *
 * What every switch touches stands together, beside your fields.
 */
struct co_task {
	const char *name;
	size_t frame_size; /* 0: the frame is the caller's memory */

	/* Owner only: the thread that runs or holds the task. */
	const char *file; /* of the body; NULL: it has not started */
	co_cleanup_fn *cleanup;
	struct co_cancel_token *cancel;
	struct co_executor *executor; /* where it runs; NULL: anywhere */

	/* The promise. Atomic: anybody may register. */
	CO_ATOMIC(struct co_callback *) callbacks;

	/* Owner only again. */
	struct co_work work;     /* its place in an executor's queue */
	struct co_awaiter await; /* what co_task_await() hands out */
	co_body_fn *body;
	struct co_task *continuation; /* who awaits it */
	struct co_awaiter *awaiter;   /* what it waits for */
	uint32_t at;                  /* resume point: a line; 0: the start */
	int awaited;                  /* result of the latest await */

	/* The promise: written once, by the thread that ends the task. */
	CO_ATOMIC(unsigned char) status;
	uint8_t flags; /* owner only */
	uint16_t unused;
	int error;
};

/* The frame of type @type whose first member, `task`, is @task. */
#define co_frame(task_ptr, type) co_container_of(task_ptr, type, task)

/* The task that runs on this thread, or NULL. */
extern __thread struct co_task *co__current;

static inline struct co_task *co_current(void)
{
	return co__current;
}

/*
 * Where @task stands.
 *
 * Context: any thread. A final status read here makes all that the task wrote
 *          visible; it does not mean that the frame may go: see co/promise.h.
 */
static inline enum co_status co_task_status(const struct co_task *task)
{
	/* Acquire: pairs with the release store that ends the task. */
	return (enum co_status)atomic_load_explicit(
		&task->status, memory_order_acquire);
}

static inline bool co_status_is_final(enum co_status status)
{
	return status >= CO_DONE;
}

static inline bool co_task_is_done(const struct co_task *task)
{
	return co_status_is_final(co_task_status(task));
}

/* The final status that stands for @error. */
enum co_status co__status_of_failure(int error);

static inline enum co_status co_status_of_error(int error)
{
	return co_likely(!error) ? CO_DONE : co__status_of_failure(error);
}

/* "suspended", "timed out", ... */
const char *co_status_name(enum co_status status);

/* Functions with two underscores are the halves that part A to D write. */
void co__task_init(struct co_task *task, co_body_fn *body, const char *name);
struct co_task *co__task_await_suspend(
	struct co_awaiter *awaiter, struct co_task *self);
struct co_task *co__task_finish(struct co_task *self, int error);
void co__task_destroy(struct co_task *task);
struct co_task *co__generator_yield(struct co_task *self);

/*
 * One event about @self. Not inline: a body that reads the name for it, even
 * when tracing is off, touches a cache line that it does not need.
 */
void co__trace_task(enum co_trace_type type, const struct co_task *self,
	const char *file, int line) __attribute__((cold));
void co__trace_await(struct co_task *self, struct co_awaiter *awaiter,
	const char *file, int line) __attribute__((cold));
struct co_task *co__yield_slowly(
	struct co_task *self, const char *file, int line) __attribute__((cold));
void co__trace_created(struct co_task *task) __attribute__((cold));
void co__trace_enter(const struct co_task *self, const char *file, int line)
	__attribute__((cold));
void co__trace_finish(const struct co_task *self, int error)
	__attribute__((cold));

/*
 * Make a task of the frame at @task: created, at its start, bound to nothing.
 *
 * Ownership: the frame stays the caller's; @name must outlive the task.
 * Context:   any thread; the memory may hold anything but a live task.
 */
static inline void co_task_init(
	struct co_task *task, co_body_fn *body, const char *name)
{
	co__task_init(task, body, name);
	if (co_unlikely(co__trace_on))
		co__trace_created(task);
}

/*
 * Allocate a frame of @frame_size bytes and make a task of it. What follows
 * the header is not initialised.
 *
 * Ownership: the caller's, until co_task_destroy().
 * Context:   any thread.
 * Returns:   the task; NULL when there is no memory or @frame_size is smaller
 *            than a struct co_task.
 */
struct co_task *co_task_create(
	size_t frame_size, co_body_fn *body, const char *name);

/*
 * Have @fn called once when the task has ended or is destroyed, whatever the
 * way: what a destructor is to a C++ coroutine. It runs before anybody learns
 * of the end.
 *
 * Context: the owner, before the task starts.
 */
static inline void co_task_set_cleanup(struct co_task *task, co_cleanup_fn *fn)
{
	task->cleanup = fn;
}

/*
 * Run @task, and whatever it hands control to, until nothing is left to run
 * here. A loop, not a recursion: a chain of a million tasks needs no stack.
 *
 * Context: the thread that owns @task; it is created or suspended, and
 *          resuming any other stops at a CO_ASSERT.
 */
void co_resume(struct co_task *task);

/*
 * Await @child: start it, and go on when it has ended.
 *
 * The child runs on its executor; one that has none takes the parent's, and
 * the parent's cancel token too. The await's result is the child's error: 0,
 * or -errno. Look at it with co_awaited(), or let CO_TRY pass a failure on.
 * A child that has ended already, as co_task_wait() or co_task_join() tells,
 * is not started again.
 *
 * Ownership: borrows @child until the await ends. Nobody else may resume it,
 *            and callbacks are registered on it before, not while, it is
 *            awaited. To await what somebody else started: co_task_join().
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
static inline struct co_awaiter *co_task_await(struct co_task *child)
{
	/* Here, where CO_AWAIT can see it and calls what it names directly. */
	static const struct co_awaiter_ops ops = {
		.name = "task",
		.awaits_task = true,
		.ready = NULL,
		.suspend = co__task_await_suspend,
		.resume = NULL,
		.detach = NULL,
	};

	child->await.ops = &ops;
	return &child->await;
}

/*
 * End a task that does not run: it is detached from what it awaits, a child
 * that it awaits is killed first (the innermost before its parent), the
 * cleanups run, and whoever awaits it goes on with @error.
 *
 * Ownership: the frame stays its owner's.
 * Context:   the thread that owns @task; not from inside it.
 * Returns:   0, also when it has ended before; -EBUSY when the task is posted
 *            or what it waits for will resume it at any moment: then nothing
 *            has changed.
 */
int co_task_kill(struct co_task *task, int error);

/*
 * Destroy a task: kill it with -ECANCELED unless it has ended, and free its
 * frame if co_task_create() made it. NULL is fine.
 *
 * Ownership: takes @task. Whoever awaits it goes on with -ECANCELED.
 * Context:   the owner. Destroying a task that runs, or that cannot be killed
 *            now (-EBUSY), stops at a CO_ASSERT.
 */
static inline void co_task_destroy(struct co_task *task)
{
	if (!task)
		return;
	if (co_unlikely(co__trace_on))
		co__trace_task(CO_TRACE_TASK_DESTROYED, task, NULL, 0);
	co__task_destroy(task);
}

/*
 * End the coroutine with @error: `return co_finish(self, -EIO);`. The final
 * suspension: hands control to whoever awaits, on its executor.
 *
 * Context: inside the body. It touches the frame no more after this.
 */
static inline struct co_task *co_finish(struct co_task *self, int error)
{
	if (co_unlikely(co__trace_on))
		co__trace_finish(self, error);
	return co__task_finish(self, error);
}

/* The result of the latest await: 0 or what it returns, or -errno. */
static inline int co_awaited(const struct co_task *self)
{
	return self->awaited;
}

/*
 * Hand @task the result of what it waits for; its awaiter is asked no more.
 * For whoever completes the awaiter and may be gone when @task runs.
 */
static inline void co_deliver(struct co_task *task, int result)
{
	task->awaited = result;
	task->awaiter = NULL;
}

/*
 * Given: @task is ready. Resume it where it belongs: post it to its executor,
 * or run it here if it has none. When the executor refuses it, the task ends
 * as cancelled: nobody waits for ever.
 *
 * Context: any thread; @task is suspended and nobody else resumes it.
 */
void co_task_wake(struct co_task *task);

/*
 * Given: @task is ready and this thread has nothing else to do with it.
 *
 * Context: as co_task_wake(), at the end of a body or of an await's suspend.
 * Returns: @task, to be run here and now, when this is where it belongs;
 *          otherwise it was posted: NULL.
 */
struct co_task *co__task_next_elsewhere(struct co_task *task);

static inline struct co_task *co_task_next(struct co_task *task)
{
	if (co_likely(!task->executor || task->executor == co__executor_here))
		return task;
	return co__task_next_elsewhere(task);
}

/* Given: @child takes from @parent what it does not have itself. */
static inline void co__task_inherit(
	struct co_task *child, const struct co_task *parent)
{
	/* One branch: most parents have neither. */
	if (co_likely(
		    !((uintptr_t)parent->executor | (uintptr_t)parent->cancel)))
		return;
	if (!child->executor)
		child->executor = parent->executor;
	if (!child->cancel)
		child->cancel = parent->cancel;
}

/* Behind the macros. */

/* The body is called: where does it go on? @line is that of CO_BEGIN. */
static inline uint32_t co__enter(
	struct co_task *self, const char *file, int line)
{
	if (co_unlikely(self->flags & CO_TASK_TRACED))
		co__trace_enter(self, file, line);
	return self->at;
}

static inline bool co__await_ready(
	struct co_task *self, struct co_awaiter *awaiter)
{
	self->awaiter = awaiter;
	return awaiter->ops->ready && awaiter->ops->ready(awaiter, self);
}

/* The resume point and the status stand before suspend() publishes @self. */
static inline struct co_task *co__await_suspend(struct co_task *self,
	struct co_awaiter *awaiter, const char *file, int line)
{
	/* Read first, while the compiler may still know which it is. */
	const struct co_awaiter_ops *ops = awaiter->ops;
	struct co_task *next;

	if (co_unlikely(co__trace_on))
		co__trace_await(self, awaiter, file, line);
	self->at = (uint32_t)line;
	atomic_store_explicit(
		&self->status, CO_SUSPENDED, memory_order_relaxed);
	if (!ops->suspend)
		return NULL;
	next = ops->suspend(awaiter, self);
	/* Only when it is @self was it not published and still ours. */
	if (next == self) {
		atomic_store_explicit(
			&self->status, CO_RUNNING, memory_order_relaxed);
		if (co_unlikely(co__trace_on))
			co__trace_task(CO_TRACE_TASK_RESUMED, self, file, line);
	}
	return next;
}

/* Ask the awaiter for the result, unless co_deliver() has brought it. */
static inline void co__await_result(struct co_task *self)
{
	struct co_awaiter *awaiter = self->awaiter;

	if (co_likely(!awaiter))
		return;
	self->awaiter = NULL;
	self->awaited = awaiter->ops->resume
				? awaiter->ops->resume(awaiter, self)
				: 0;
}

static inline struct co_task *co__yield(
	struct co_task *self, const char *file, int line)
{
	self->at = (uint32_t)line;
	atomic_store_explicit(
		&self->status, CO_SUSPENDED, memory_order_relaxed);
	/* One branch for both: this is the quickest switch there is. */
	if (co_likely(!(self->flags & (CO_TASK_CONSUMED | CO_TASK_TRACED))))
		return NULL;
	return co__yield_slowly(self, file, line);
}

/*
 * The macros of a body. They hide one thing: the resume point. `self->at` is
 * the line of the await where the task suspended, and CO_BEGIN jumps back to
 * it. Do not put two on one line.
 */
#define CO_BEGIN(self)                                                         \
	switch (co__enter(self, __FILE__, __LINE__)) {                         \
	case 0:                                                                \
		(self)->file = __FILE__

#define CO_END(self)                                                           \
	break;                                                                 \
	default:                                                               \
		co__bad_resume_point(self);                                    \
		}                                                              \
		return co_finish(self, 0)

/* Suspend until @awaiter_ is ready; then co_awaited() has its result. */
#define CO_AWAIT(self, awaiter_)                                               \
	do {                                                                   \
		struct co_awaiter *co_awaiter_ = (awaiter_);                   \
		struct co_task *co_next_;                                      \
                                                                               \
		if (!co__await_ready(self, co_awaiter_)) {                     \
			co_next_ = co__await_suspend(                          \
				self, co_awaiter_, __FILE__, __LINE__);        \
			if (co_next_ != (self))                                \
				return co_next_;                               \
			__attribute__((fallthrough));                          \
		case __LINE__:;                                                \
		}                                                              \
		co__await_result(self);                                        \
	} while (0)

/* CO_AWAIT, and a failure ends this coroutine with the same error. */
#define CO_TRY(self, awaiter_)                                                 \
	do {                                                                   \
		CO_AWAIT(self, awaiter_);                                      \
		if ((self)->awaited < 0)                                       \
			return co_finish(self, (self)->awaited);               \
	} while (0)

/* Suspend and let whoever resumed us go on: a generator's next value. */
#define CO_YIELD(self)                                                         \
	do {                                                                   \
		return co__yield(self, __FILE__, __LINE__);                    \
	case __LINE__:;                                                        \
	} while (0)

void co__bad_resume_point(const struct co_task *self)
	__attribute__((cold, noreturn));

#ifdef __cplusplus
}
#endif

#endif
