/* SPDX-License-Identifier: MIT */
/*
 * Detached tasks: work that nobody awaits (lab 5, part A).
 *
 * Who awaits a task destroys it afterwards and sees its error. A task that is
 * only started has neither: so a wrapper owns it, a coroutine that awaits it,
 * reports its error, destroys it, counts it down and frees itself.
 *
 *	group  <--counts--  wrapper  --owns and awaits-->  task
 *
 * Groups may stand in a tree. A group that is not empty counts as one task of
 * its parent, so that the many places that count need not share one word, and
 * the root still knows when all of them are empty:
 *
 *	            root: 2
 *	           /       \
 *	   context 0: 512   context 1: 497
 *
 * The rules of the interface:
 *  - Each task that was taken is counted up once and counted down once, however
 *    it ends: by itself, cancelled, or dropped by its executor.
 *  - A group is never seen empty while a task of it, or of a group below it,
 *    lives. Who enters a group that is empty enters the parent first.
 *  - Its error is reported, and its frame is gone, before it is counted down.
 *  - When co_group_wait() returns nobody touches the group any more.
 */
#ifndef CO_DETACH_H
#define CO_DETACH_H

#include <pthread.h>

#include "co/executor.h"
#include "co/promise.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Hear that the task @name ended with @error, which is not 0.
 *
 * Context: the thread that ended the task, outside a coroutine; may detach and
 *          submit, and must not wait.
 */
typedef void co_report_fn(
	void *data, const char *name, enum co_status status, int error);

struct co_group {
	/* Fixed at creation, or before the first task. */
	struct co_group *parent;
	co_report_fn *report;
	void *report_data;
	/* A task of this group has ended, and is about to be counted down. */
	void (*left)(struct co_group *group);

	/* Atomic: tasks that live, and groups below that are not empty. */
	CO_ATOMIC(size_t) live;

	/* Only in a group without a parent. */
	pthread_mutex_t lock;
	pthread_cond_t empty; /* @live has become 0, under @lock */
};

/*
 * Given: print "task 'NAME' failed: ..." to stderr, one line. A task that was
 * cancelled is passed over: somebody asked for that.
 */
void co_report_print(
	void *data, const char *name, enum co_status status, int error);

/*
 * Make an empty group, below @parent or, with NULL, on its own. It reports as
 * its parent does; without one by co_report_print(). To change that, set
 * @report and @report_data before the first task.
 *
 * Ownership: the caller's memory, until co_group_fini(); borrows @parent.
 */
void co_group_init(struct co_group *group, struct co_group *parent);

/* The group goes; it is empty (CO_ASSERT, "a group goes"). */
void co_group_fini(struct co_group *group);

/*
 * Count one more, or one less: what co_detach() does for each task. For work of
 * another kind that a wait is to include.
 *
 * Context: any thread. Leaving what is empty stops at a CO_ASSERT ("empty
 *          group"). After the leave the group may be gone.
 */
void co_group_enter(struct co_group *group);
void co_group_leave(struct co_group *group);

/*
 * How many there are now. Context: any thread. To learn that the group may go,
 * this is not enough: co_group_wait().
 */
static inline size_t co_group_live(struct co_group *group)
{
	return atomic_load_explicit(&group->live, memory_order_acquire);
}

/*
 * Block this thread until the group is empty. What tasks detach meanwhile is
 * waited for as well.
 *
 * Context: a plain thread, never inside a coroutine (CO_ASSERT, "with its
 *          thread"); of a group without a parent.
 */
void co_group_wait(struct co_group *group);

/*
 * Run @task on @executor, and leave it to itself.
 *
 * Ownership: takes @task, on success only: it is destroyed when it has ended.
 *            Borrows @group until then.
 * Context:   any thread, also inside a coroutine. Detaching a task that is not
 *            freshly created stops at a CO_ASSERT.
 * Returns:   0; -EINVAL without a task or an executor; -ENOMEM; or the
 *            executor's error. After an error @task is the caller's, created
 *            and bound as before, and was not counted.
 */
int co_detach(struct co_group *group, struct co_task *task,
	struct co_executor *executor);

/*
 * The first half of co_detach(): the wrapper, bound to @executor and counted,
 * for co_start(). co__detach_undo() is the way back, when that fails.
 *
 * Ownership: takes @task on success; @wrapper is nobody's: started or killed
 *            (co_task_kill()) it frees itself and @task, undone it frees
 *            itself alone.
 * Returns:   as co_detach().
 */
int co__detach_prepare(struct co_group *group, struct co_task *task,
	struct co_executor *executor, struct co_task **wrapper);
void co__detach_undo(struct co_task *wrapper);

#ifdef __cplusplus
}
#endif

#endif
