/* SPDX-License-Identifier: MIT */
/*
 * One managed task: what src/managed.c and src/manager.c share (lab 5, part D).
 *
 * A record has references: one of its guard, until that is released, one of its
 * timer while that is armed, one of whoever is just ending the task. With the
 * last of them it is settled: forgotten, or kept with its final status.
 */
#ifndef CO_MANAGED_H
#define CO_MANAGED_H

#include "co/manager.h"
#include "co/sleep.h"
#include "co/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No outcome is positive. */
#define CO_UNDECIDED 1

struct co_managed {
	/* Fixed at creation. */
	struct co_manager *manager;
	struct co_managed_options options;
	const char *name;
	uint64_t deadline; /* when @options sets a limit */

	struct co_cancel_merge cancel; /* the task's token, and ours */
	struct co_callback released;   /* of the guard */
	struct co_timer timer;
	struct co_work force;
	bool armed; /* the guard's: the timer was */

	/* Under the manager's lock. */
	struct co_table_node by_id, by_task;
	struct co_managed *next, **link; /* in the order of ids */
	bool linked;
	struct co_task *task;     /* NULL: it has ended, or was undone */
	struct co_executor *home; /* where it has begun; NULL: it has not */
	int outcome;              /* the first one decides */
	unsigned refs;
	bool settled; /* nobody but the table knows it */
};

struct co_manager {
	/* Fixed at creation; one of the first two is NULL. */
	struct co_executor *executor;
	struct co_scheduler *scheduler;
	struct co_group group; /* of the tasks on @executor */

	pthread_mutex_t lock;
	pthread_cond_t idle; /* @busy has become 0 */

	/* Under @lock. */
	bool shut;
	uint64_t last_id;
	size_t busy; /* records that are not settled */
	struct co_table ids, tasks;
	struct co_managed *first, **last;
};

/*
 * Make the guard of @record, which is linked and has one reference, the
 * guard's.
 *
 * Ownership: the guard owns the record's task and gives the reference back when
 *            it is released, started or not. It is the caller's until it is
 *            started.
 * Returns:   the guard, created; NULL when there is no memory.
 */
struct co_task *co__managed_guard(struct co_managed *record);

/*
 * Decide how the task of @record ends, unless that is decided; the task hears
 * of it, and is forced if it stays.
 *
 * Context: any thread, without the lock, with a reference.
 * Returns: whether this was the first to decide.
 */
bool co__managed_end(struct co_managed *record, int outcome);

/*
 * Give a reference back. The last one settles the record; after that nobody
 * waits for it any more.
 *
 * Context: any thread, without the lock.
 */
void co__managed_put(struct co_managed *record);

/* Given, all under the lock but the last two. ------------------------------ */

/*
 * A record for @task with one reference and a token of its own, which is also
 * asked when the task's is; not linked, and the task does not hear of it yet.
 * NULL when there is no memory.
 */
struct co_managed *co__managed_make(struct co_manager *m, struct co_task *task,
	const struct co_managed_options *options);

/* Put @record into the tables, where there is room, and take it out. */
void co__managed_link(struct co_managed *record, struct co_task *task);
void co__managed_unlink(struct co_managed *record);

/* The record of @id, or NULL. */
struct co_managed *co__managed_of(struct co_manager *m, uint64_t id);

/* Fill in @info. A final status shows only when @record is settled. */
void co__managed_describe(
	struct co_managed *record, struct co_managed_info *info);

/* The data is released, and @record, which is not linked, is freed. */
void co__managed_free(struct co_managed *record);

/* The manager is freed; it has no records. */
void co__manager_free(struct co_manager *m);

#ifdef __cplusplus
}
#endif

#endif
