/* SPDX-License-Identifier: MIT */
/*
 * The task manager: tasks by number (lab 5, part D).
 *
 * Somebody else than its parent wants to see a task, set it a limit or end it.
 * The manager puts a guard before the task, an ordinary task that is submitted,
 * detached or awaited in its place:
 *
 *	co_manager_add(m, task, &how, &id, &guard);
 *	co_scheduler_submit(s, guard);
 *	co_manager_kill(m, id);
 *
 * The rules of the interface:
 *  - A task is known from co_manager_add() until its guard has ended; then its
 *    number is free for nobody: numbers are never used again.
 *  - Of its end, a kill and the time limit the first decides, and the guard
 *    ends with that: the task's own error, -EOWNERDEAD or -ETIMEDOUT.
 *  - A kill does its work on the task's executor, where the task does not run
 *    meanwhile. What the task waits for is unwound, the innermost first, and
 *    every cleanup runs. What cannot be left at once (I/O in the kernel, a
 *    child on another executor) is asked by the token of the task, which then
 *    ends as soon as that lets go of it.
 *  - When the guard has ended, task and private data are gone.
 */
#ifndef CO_MANAGER_H
#define CO_MANAGER_H

#include "co/executor.h"
#include "co/promise.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_manager;

/* How a task is managed; all zeros: no limit and no data. */
struct co_managed {
	int64_t limit_ms;              /* from its start; 0: none */
	void *data;                    /* private: co_manager_data() */
	void (*data_free)(void *data); /* at the end; NULL: nothing */
};

/*
 * Make a manager that knows no task.
 *
 * Ownership: the caller's, until co_manager_destroy().
 * Returns:   0; -ENOMEM, and then *@out is unchanged.
 */
int co_manager_create(struct co_manager **out);

/* Free @m, which knows no task any more (CO_ASSERT). NULL is fine. */
void co_manager_destroy(struct co_manager *m);

/*
 * Put @task under @m: *@guard is to be run in its place, *@id is its number.
 *
 * Ownership: takes @task and the data, on success only: the guard owns them.
 *            *@guard is the caller's, created, and named as @task. Copies @how,
 *            which may be NULL.
 * Context:   any thread; @task is freshly created. The executor of the guard
 *            has one thread (a looper, a context), and the task stays there;
 *            without an executor the guard ends with -EINVAL.
 * Returns:   0; -EINVAL without a task or with a negative limit; -ENOMEM. After
 *            an error nothing has changed.
 */
int co_manager_add(struct co_manager *m, struct co_task *task,
	const struct co_managed *how, uint64_t *id, struct co_task **guard);

/*
 * End the task @id with -EOWNERDEAD. Does not wait for it.
 *
 * Context: any thread, also inside the task itself.
 * Returns: 0; -ENOENT when there is no such task; -EALREADY when something else
 *          has decided its end.
 */
int co_manager_kill(struct co_manager *m, uint64_t id);

/* Kill all that are known now. Returns: how many that decided. */
size_t co_manager_kill_all(struct co_manager *m);

/*
 * Write the numbers of the tasks into @ids, the oldest first, as far as there
 * is room.
 *
 * Returns: how many tasks there are, which may be more than @room.
 */
size_t co_manager_list(struct co_manager *m, uint64_t *ids, size_t room);

/*
 * Where the task @id stands, and its private data.
 *
 * Ownership: the data stays the guard's: it goes when the guard ends.
 * Context:   any thread.
 * Returns:   0; -ENOENT when there is no such task, and *@out is unchanged.
 */
int co_manager_status(struct co_manager *m, uint64_t id, enum co_status *out);
int co_manager_data(struct co_manager *m, uint64_t id, void **out);

#ifdef __cplusplus
}
#endif

#endif
