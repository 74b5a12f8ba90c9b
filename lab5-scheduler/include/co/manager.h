/* SPDX-License-Identifier: MIT */
/*
 * The task manager: tasks by number (lab 5, part D).
 *
 * A detached task is out of reach. A managed one is not: it has an id, by which
 * anybody may look at it or kill it, a time limit, and data of its own.
 *
 *	wrapper --owns--> guard --awaits--> task --> all that it awaits
 *	(part A)            |                 ^
 *	                    v                 | token: "end now"
 *	manager: id -->  record  -------------'
 *	                    ^
 *	      kill, timer --' the first of them, or the task's end, decides
 *
 * The rules of the interface:
 *  - An id is never used twice. 0 is none.
 *  - How a task ends is decided once: by its own end, by a kill, or by its time
 *    limit. A kill that returns 0 has decided: the status will be killed,
 *    whatever the task makes of it.
 *  - A kill asks first: the task's token is asked, and all that it awaits and
 *    that hears of it ends, the innermost first. A task that stays (see
 *    struct co_managed_options) is then ended by force where it waits.
 *  - A task that has not begun when it is killed, or when its time is up, does
 *    not begin; its cleanup runs all the same.
 *  - When its final status is seen, its frame is gone.
 *  - No lock is held while a task, a release function or a callback runs.
 */
#ifndef CO_MANAGER_H
#define CO_MANAGER_H

#include "co/scheduler.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_manager;

/* How a task is managed. Zeroed memory is what NULL means. */
struct co_managed_options {
	/* Milliseconds from the add on; 0: no limit. */
	int64_t timeout_ms;

	/* Private data, and what is to become of it at the end; or NULL. */
	void *data;
	void (*release)(void *data);

	/*
	 * Remember how it ended until co_manager_forget(). Otherwise its id is
	 * unknown once it has ended, and an error is reported as co/detach.h
	 * says; being killed is none.
	 */
	bool keep;

	/*
	 * The task, and all that it awaits, stays on the executor where it
	 * begins, and that has one thread (a context, a looper). Then a kill
	 * and the time limit also end an await that hears of no token, as
	 * co_task_kill() does, unless that is busy or cannot be left.
	 */
	bool stays;
};

/* What is known of a task. */
struct co_managed_info {
	uint64_t id;
	const char *name; /* the task's: as long-lived as that */
	enum co_status status;
	int error;  /* 0 until it has ended */
	void *data; /* yours while nobody forgets it and it is not released */
};

/*
 * Make a manager whose tasks run on @executor.
 *
 * Ownership: the caller's, until co_manager_destroy(); borrows @executor.
 * Context:   any thread.
 * Returns:   0; -EINVAL without @executor or @out; -ENOMEM. *@out is unchanged
 *            then.
 */
int co_manager_create(struct co_executor *executor, struct co_manager **out);

/* The same, on the contexts of @scheduler, which reports their errors. */
int co_manager_create_on(
	struct co_scheduler *scheduler, struct co_manager **out);

/*
 * Run @task under a number. *@id, which may lie in the frame of @task, is
 * written before the task begins; NULL is fine.
 *
 * Ownership: takes @task and the data, on success only: the task is destroyed
 *            when it has ended, and then the data is released: at once, or when
 *            the record goes if it is kept. Copies @options, which may be NULL.
 * Context:   any thread, also inside tasks. A task that is not freshly created
 *            stops at a CO_ASSERT.
 * Returns:   0; -EINVAL without a manager or a task, or when the time limit is
 *            negative; -EEXIST when the task is managed here already;
 *            -ESHUTDOWN after a shutdown; -ENOMEM; or what co_detach() or
 *            co_scheduler_submit() says. After an error @task and the data are
 *            the caller's, as before, and *@id is unchanged.
 */
int co_manager_add(struct co_manager *m, struct co_task *task,
	const struct co_managed_options *options, uint64_t *id);

/*
 * Look at one task.
 *
 * Context: any thread.
 * Returns: 0; -EINVAL without @m or @info; -ENOENT when nobody has that id, or
 *          has it no more. *@info is unchanged then.
 */
int co_manager_find(
	struct co_manager *m, uint64_t id, struct co_managed_info *info);

/*
 * Look at all of them, at one instant, in the order of their ids.
 *
 * Ownership: fills at most @max entries of @infos, which may be NULL when @max
 *            is 0.
 * Context:   any thread.
 * Returns:   how many there are, also when that is more than @max; 0 without
 *            @m.
 */
size_t co_manager_list(
	struct co_manager *m, struct co_managed_info *infos, size_t max);

/*
 * Kill a task. Does not wait until it has ended.
 *
 * Context: any thread, also inside tasks, the one that is killed included: it
 *          is asked at its next await.
 * Returns: 0 to one caller, once, and the task ends as killed; -EINVAL without
 *          @m; -ENOENT as co_manager_find(); -EALREADY when its end was
 *          decided before, and then nothing has changed.
 */
int co_manager_kill(struct co_manager *m, uint64_t id);

/*
 * Forget a task that was kept. Its data is released.
 *
 * Context: any thread.
 * Returns: 0; -EINVAL without @m; -ENOENT as co_manager_find(); -EBUSY when it
 *          has not ended.
 */
int co_manager_forget(struct co_manager *m, uint64_t id);

/* Take no more tasks; those that are there go on. Context: any thread. */
void co_manager_shutdown(struct co_manager *m);

/*
 * Block this thread until no task lives. What is added meanwhile is waited for
 * as well. When it returns nobody but the caller touches @m.
 *
 * Context: a plain thread, never inside a coroutine (CO_ASSERT, "with its
 *          thread"), while what runs the tasks runs.
 */
void co_manager_wait(struct co_manager *m);

/*
 * Shut down, kill what is left, wait, and free @m. NULL is fine.
 *
 * Ownership: takes @m; all data that was taken is released.
 * Context:   as co_manager_wait(), and nobody else uses @m any more. A
 *            scheduler may be destroyed before: then nothing is left.
 */
void co_manager_destroy(struct co_manager *m);

#ifdef __cplusplus
}
#endif

#endif
