/* SPDX-License-Identifier: MIT */
/*
 * What the tests of part D share: a nest of tasks whose ends are noted, one
 * that waits for what hears of no token, and looking a task up.
 */
#ifndef LAB5_MANAGING_H
#define LAB5_MANAGING_H

#include "../../lab3-sleep/tests/util.h"
#include "co/completion.h"
#include "co/looper.h"
#include "co/manager.h"

enum {
	DEPTH = 3,
	HOUR = 3600000
};

/*
 * The outermost of @depth tasks, each awaiting the next; the innermost waits
 * for @completion, or sleeps @ms when there is none. Each notes its depth when
 * it is cleaned up, the innermost 1.
 */
struct nest {
	struct co_task task;
	struct co_task *child;
	struct co_sleep nap;
	struct co_completion *completion;
	struct notes *notes;
	int64_t ms;
	int depth;
	int error; /* to end with when nothing else is wrong */
};

static inline void nest_cleanup(struct co_task *self)
{
	struct nest *f = co_frame(self, struct nest);

	co_task_destroy(f->child);
	note(f->notes, f->depth, 0);
}

static inline struct co_task *make_nest(
	struct notes *notes, int depth, int64_t ms);

static inline struct co_task *nest_body(struct co_task *self)
{
	struct nest *f = co_frame(self, struct nest);

	CO_BEGIN(self);
	if (f->depth > 1) {
		f->child = make_nest(f->notes, f->depth - 1, f->ms);
		co_frame(f->child, struct nest)->completion = f->completion;
		CO_TRY(self, co_task_await(f->child));
	} else if (f->completion) {
		CO_TRY(self, co_completion_await(f->completion));
	} else if (f->ms) {
		CO_TRY(self, co_sleep_ms(&f->nap, f->ms));
	}
	return co_finish(self, f->error);
	CO_END(self);
}

static inline struct co_task *make_nest(
	struct notes *notes, int depth, int64_t ms)
{
	struct co_task *task = co_task_create(
		sizeof(struct nest), nest_body, "nest");
	struct nest *f = co_frame(task, struct nest);

	f->child = NULL;
	f->completion = NULL;
	f->notes = notes;
	f->ms = ms;
	f->depth = depth;
	f->error = 0;
	co_task_set_cleanup(task, nest_cleanup);
	return task;
}

/* Each of a nest was cleaned up once, the innermost first. */
static inline void check_unwound(const struct notes *notes, int depth)
{
	int i;

	CO_CHECK_EQ(depth, notes->n);
	for (i = 0; i < depth; i++)
		CO_CHECK_EQ(i + 1, notes->ids[i]);
}

static inline struct co_manager *make_manager(struct co_executor *executor)
{
	struct co_manager *m = NULL;

	CO_CHECK_EQ(0, co_manager_create(executor, &m));
	return m;
}

/* Add a nest; returns its id. */
static inline uint64_t add_nest(struct co_manager *m, struct notes *notes,
	int depth, int64_t ms, const struct co_managed_options *options)
{
	uint64_t id = 0;

	CO_CHECK_EQ(0,
		co_manager_add(m, make_nest(notes, depth, ms), options, &id));
	return id;
}

static inline void check_status(
	struct co_manager *m, uint64_t id, enum co_status status)
{
	struct co_managed_info info = {.status = CO_CREATED};

	CO_CHECK_EQ(0, co_manager_find(m, id, &info));
	CO_CHECK_EQ(id, info.id);
	CO_CHECK_STR(co_status_name(status), co_status_name(info.status));
	if (co_status_is_final(status))
		CO_CHECK_EQ(status, co_status_of_error(info.error));
}

static inline void check_unknown(struct co_manager *m, uint64_t id)
{
	struct co_managed_info info;

	CO_CHECK_EQ(-ENOENT, co_manager_find(m, id, &info));
	CO_CHECK_EQ(-ENOENT, co_manager_kill(m, id));
	CO_CHECK_EQ(-ENOENT, co_manager_forget(m, id));
}

/* The release function of data that is an atomic counter. */
static inline void count_release(void *data)
{
	atomic_fetch_add((CO_ATOMIC(int) *)data, 1);
}

#endif
