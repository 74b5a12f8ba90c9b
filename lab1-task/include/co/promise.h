/* SPDX-License-Identifier: MIT */
/*
 * The promise: how everybody else learns that a task has ended (lab 1, part C).
 *
 * A task ends once. Whoever wants to know registers a callback; there may be
 * any number, registered before the end or after it, from any thread, also
 * while the task is just ending on another.
 *
 *	task ends -> then/catching/finally, in order of registration
 *	          -> release callbacks: from here on nobody touches the task
 *	          -> the continuation, on its executor
 */
#ifndef CO_PROMISE_H
#define CO_PROMISE_H

#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void co_callback_fn(struct co_callback *callback, struct co_task *task);

/* Which ends a callback wants to hear of. */
enum co_callback_kind {
	CO_THEN,       /* done */
	CO_CATCHING,   /* failed, cancelled, killed, timed out */
	CO_FINALLY,    /* both */
	CO_ON_RELEASE, /* both, and after all the others: may destroy @task */
};

/* Intrusive, in the caller's memory, which lives until it was called. */
struct co_callback {
	struct co_callback *next;
	co_callback_fn *fn;
	enum co_callback_kind kind;
	int error; /* the task's, set before @fn is called */
};

/* A value of co_task.callbacks that is no callback: see src/promise.c. */
#define CO_CALLBACKS_ENDED ((struct co_callback *)-1)

/*
 * Have @fn called when @task ends with success (then), with an error
 * (catching), or in any way (finally).
 *
 * Callbacks run in order of registration, each that fits exactly once, on the
 * thread that ends the task; one registered after the end runs at once, here,
 * or behind those that are still running. One that does not fit is never
 * called and its memory may go when the task has ended.
 *
 * Ownership: borrows @callback until then. It must not destroy @task.
 * Context:   any thread. Not on a task that a parent awaits at that moment.
 */
void co_task_then(
	struct co_task *task, struct co_callback *callback, co_callback_fn *fn);
void co_task_catching(
	struct co_task *task, struct co_callback *callback, co_callback_fn *fn);
void co_task_finally(
	struct co_task *task, struct co_callback *callback, co_callback_fn *fn);

/*
 * Have @fn called when @task has ended and nobody touches it any more: after
 * every other callback. Here, and only here, a callback may destroy the task:
 * one of them, its owner's. The others find the error in the callback and do
 * not look at @task. So do co_task_wait() and co_task_join().
 *
 * Ownership, context: as co_task_finally().
 */
void co_task_on_release(
	struct co_task *task, struct co_callback *callback, co_callback_fn *fn);

/*
 * Block this thread until @task has ended: folly's blockingWait. A task that
 * was not started yet is started: on its executor, or here if it has none.
 *
 * Ownership: after it returns nobody else touches @task: it may be destroyed.
 * Context:   a plain thread, never inside a coroutine (CO_ASSERT): it would
 *            block the thread that is to run what it waits for.
 * Returns:   the task's error: 0 or -errno.
 */
int co_task_wait(struct co_task *task);

/* Awaits a task that somebody else started; sits in the awaiting frame. */
struct co_join {
	struct co_awaiter awaiter;
	struct co_callback callback;
	struct co_task *target;
	struct co_task *self;
};

/*
 * Await a task that somebody else started, or that has ended: the await's
 * result is its error. It goes on when @target is released, as the callbacks of
 * co_task_on_release() do: a final status alone is too early. Does not start
 * it. Any number may join one task.
 *
 * Ownership: borrows @join until the await ends, and @target until it ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
struct co_awaiter *co_task_join(struct co_join *join, struct co_task *target);

/*
 * The first half of the end of a task, called by co__task_finish(): publish
 * @status, run every callback, and from then on leave @task alone.
 */
void co__promise_complete(struct co_task *task, enum co_status status);

#ifdef __cplusplus
}
#endif

#endif
