/* SPDX-License-Identifier: MIT */
/*
 * What the tests of this lab share: a task that counts its runs and its end,
 * a report that is written down, and a scheduler.
 *
 * Nothing here sleeps.
 */
#ifndef LAB5_TEST_UTIL_H
#define LAB5_TEST_UTIL_H

#include "../../lab4-uring/tests/util.h"
#include "co/looper.h"
#include "co/scheduler.h"
#include "co/switch.h"

/* What became of some jobs; any thread. */
struct tally {
	CO_ATOMIC(int) ran;
	CO_ATOMIC(int) gone; /* cleaned up */
	CO_ATOMIC(int) reports;
	CO_ATOMIC(int) error; /* the latest that was reported */
};

struct job {
	struct co_task task;
	struct tally *tally;
	struct co_scheduler *scheduler; /* submits @children there */
	int children;
	int error; /* to end with */
};

static inline void job_cleanup(struct co_task *self)
{
	atomic_fetch_add(&co_frame(self, struct job)->tally->gone, 1);
}

static struct co_task *job_body(struct co_task *self);

static inline struct co_task *make_job(struct tally *tally)
{
	struct co_task *task = co_task_create(
		sizeof(struct job), job_body, "job");
	struct job *job;

	CO_CHECK(task != NULL);
	if (!task)
		return NULL;
	job = co_frame(task, struct job);
	job->tally = tally;
	job->scheduler = NULL;
	job->children = 0;
	job->error = 0;
	co_task_set_cleanup(task, job_cleanup);
	return task;
}

static struct co_task *job_body(struct co_task *self)
{
	struct job *f = co_frame(self, struct job);
	struct co_task *child;

	CO_BEGIN(self);
	atomic_fetch_add(&f->tally->ran, 1);
	for (; f->children; f->children--) {
		child = make_job(f->tally);
		CO_CHECK_EQ(0, co_scheduler_submit(f->scheduler, child));
	}
	return co_finish(self, f->error);
	CO_END(self);
}

static inline void tally_report(
	void *data, const char *name, enum co_status status, int error)
{
	struct tally *tally = data;

	CO_CHECK_STR("job", name);
	CO_CHECK_EQ(co_status_of_error(error), status);
	atomic_fetch_add(&tally->reports, 1);
	atomic_store(&tally->error, error);
}

static inline struct co_scheduler *make_scheduler(unsigned contexts,
	enum co_dispatch_kind dispatch, struct tally *reports)
{
	const struct co_scheduler_options options = {
		.contexts = contexts,
		.entries = 8,
		.dispatch = dispatch,
		.report = tally_report,
		.report_data = reports,
	};
	struct co_scheduler *s = NULL;

	CO_CHECK_EQ(0, co_scheduler_create(&options, &s));
	return s;
}

#endif
