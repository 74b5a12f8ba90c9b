/* SPDX-License-Identifier: MIT */
/*
 * Where a coroutine runs (lab 2, parts A and D).
 *
 * An executor takes work items and runs them: later, elsewhere, or both. A
 * task belongs to one executor, and everything the task does happens there:
 * its first step, and every step after an await. What it awaits may run on
 * another executor; the task itself always comes back to its own.
 *
 *	looper   parent .......await.......            parent
 *	                    \  post             post  /
 *	pool                 `---> child runs -------'
 *
 * The rules of the interface:
 *  - Work is intrusive (see co/work.h and co/queue.h): posting allocates
 *    nothing. A link that is not NULL means: somebody has it, keep off.
 *  - The function of a work item that was taken is called exactly once: with 0
 *    by a thread of the executor, or with -ECANCELED when it is dropped.
 *  - Once a work item is posted it may run, end and be freed before post()
 *    returns. After a post that succeeded touch neither it nor its task.
 *  - Post never waits for the work to run. (Noop is the exception: it runs the
 *    work in place, and co/noop.h says what that costs.)
 *  - No executor holds a lock while work runs.
 *  - Whoever learns that the work has run may destroy the executor, while the
 *    poster is still on its way out of post(): once another thread can see the
 *    work, post() leaves the executor alone, unless a lock that the executor
 *    needs as well makes it wait.
 *
 * An executor is a struct co_executor inside a bigger one:
 *
 *	struct my_executor {
 *		struct co_executor executor;
 *		...
 *	};
 *
 *	static int my_post(struct co_executor *executor, struct co_work *work)
 *	{
 *		struct my_executor *e = co_container_of(
 *			executor, struct my_executor, executor);
 *		int err = co_work_check(work);
 *		...
 *	}
 *
 * Its threads call co_thread_begin() first, and run each item by
 * co_work_run(): these two write the trace, so that you need not.
 */
#ifndef CO_EXECUTOR_H
#define CO_EXECUTOR_H

#include "co/queue.h"
#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What happens to work that was taken and has not run yet. */
enum co_shutdown {
	CO_SHUTDOWN_DRAIN, /* it runs */
	CO_SHUTDOWN_NOW,   /* it is dropped: its function gets -ECANCELED */
};

/* Behind the inlines below. */
void co__work_trace(enum co_trace_type type, struct co_executor *executor,
	const struct co_work *work);

typedef int co_post_fn(struct co_executor *executor, struct co_work *work);

/* Given: what every executor needs. ---------------------------------------- */

/*
 * Given: fill in the head of an executor and tell the trace its name.
 *
 * Ownership: @name must live as long as the program: the trace keeps it.
 * Context:   the creator, before the first post.
 */
static inline void co_executor_init(
	struct co_executor *executor, co_post_fn *post, const char *name)
{
	executor->post = post;
	executor->name = name;
	co_trace(CO_TRACE_NAMED, NULL, executor, name, 0);
}

/*
 * Given: say that this thread works for @executor. It gets the executor's
 * name (the first 15 bytes of it) in the trace, in gdb and in top.
 *
 * Context: a thread of @executor, first of all.
 */
void co_thread_begin(struct co_executor *executor);

/* Given: the executor whose work this thread runs now, or NULL. */
static inline struct co_executor *co_executor_here(void)
{
	return co__executor_here;
}

/* Given: make a work item that calls @run. It is in no queue. */
static inline void co_work_init(struct co_work *work, co_work_fn *run)
{
	work->next = NULL;
	work->run = run;
}

/*
 * Given: whether @work can be taken: the first line of every post().
 *
 * Returns: 0; -EINVAL when there is no work or no function in it; -EBUSY when
 *          it is posted somewhere already.
 */
static inline int co_work_check(const struct co_work *work)
{
	if (!work || !work->run)
		return -EINVAL;
	return work->next ? -EBUSY : 0;
}

/*
 * Given: run @work here, for @executor; @error is 0, or -ECANCELED to drop it.
 * Traces it, and sets co_executor_here() while it runs, and back afterwards:
 * noop runs work inside work.
 *
 * Ownership: gives @work back: when this returns it may be gone, or posted
 *            again.
 * Context:   a thread of @executor that holds no lock; @work was taken by
 *            @executor and is out of its queue.
 */
static inline void co_work_run(
	struct co_executor *executor, struct co_work *work, int error)
{
	struct co_executor *outer = co__executor_here;

	work->next = NULL;
	co__executor_here = executor;
	if (co_unlikely(co__trace_on))
		co__work_trace(CO_TRACE_RUN, executor, work);
	work->run(work, error);
	co__executor_here = outer;
}

/*
 * Given: post @work to @executor.
 *
 * Ownership: borrows @work until its function is called.
 * Context:   any thread.
 * Returns:   as post() of struct co_executor in co/work.h.
 */
static inline int co_post(struct co_executor *executor, struct co_work *work)
{
	if (co_unlikely(co__trace_on) && work)
		co__work_trace(CO_TRACE_POST, executor, work);
	return executor->post(executor, work);
}

/*
 * Given: post @task to its executor, to be resumed there. When the executor
 * drops it, it ends as cancelled. Unlike co_task_wake() it tells when the
 * executor refuses.
 *
 * Ownership: after 0 the task may run, end and be gone at any moment.
 * Context:   any thread; @task has an executor, is created or suspended, and
 *            nobody else resumes it.
 * Returns:   0, or the executor's error: then nothing has changed.
 */
int co__task_post(struct co_task *task);

/*
 * Given: co__task_post() for an executor on its own thread, which needs not ask
 * itself: @task goes to the end of @queue, of which that thread is the owner.
 *
 * Context: as co__task_post(), on the thread that will take it out.
 */
void co__task_queue(struct co_task *task, struct co_work_queue *queue);

/* Yours. ------------------------------------------------------------------- */

/*
 * Start @task without awaiting it: its first step runs on its executor. A task
 * without one takes the executor of whoever starts it. From here on it counts
 * as suspended at its start, so that nobody starts it again; to learn of its
 * end use co_task_wait() (a plain thread), co_task_join() (a coroutine) or a
 * callback. (Part A)
 *
 * Ownership: borrows @task until it has ended.
 * Context:   any thread, inside a coroutine or outside. Starting a task that
 *            is not freshly created stops at a CO_ASSERT.
 * Returns:   0; -EINVAL when there is neither an executor of its own nor one
 *            here; otherwise the executor's error. After an error @task is
 *            created as before, and bound as before.
 */
int co_start(struct co_task *task);

/* Sits in the frame of the task that awaits co_reschedule(). */
struct co_turn {
	struct co_awaiter awaiter;
};

/*
 * Await a turn: go to the end of the queue of one's own executor, so that the
 * others there get theirs. What the seed calls a dispatch awaiter. When the
 * executor takes no more work the task ends here, as cancelled. A task without
 * an executor goes straight on. (Part A)
 *
 * Ownership: borrows @turn until the await ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
struct co_awaiter *co_reschedule(struct co_turn *turn);

/*
 * Bind @task to @executor: folly's scheduleOn. To be followed by one of
 *
 *	CO_AWAIT(self, co_task_await(co_schedule_on(child, pool)));
 *	co_start(co_schedule_on(task, pool));
 *	co_task_wait(co_schedule_on(task, pool));
 *
 * The last call before it starts counts. (Part D)
 *
 * Ownership: borrows @executor until @task has ended.
 * Context:   the owner of @task. Binding a task that is not freshly created,
 *            or to no executor, stops at a CO_ASSERT.
 * Returns:   @task.
 */
struct co_task *co_schedule_on(
	struct co_task *task, struct co_executor *executor);

#ifdef __cplusplus
}
#endif

#endif
