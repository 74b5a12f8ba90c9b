// SPDX-License-Identifier: MIT
/*
 * Part A: frames and resume.
 */
#include "suites.h"

TEST resume_of_fresh_task_runs_body(void)
{
	struct walker w;

	co_step("make a task: nothing of its body may run yet");
	walker_init(&w, "fresh", 0, 0);
	CO_CHECK_STATUS(CO_CREATED, &w.task);
	CO_CHECK_EQ(0, w.runs);
	CO_CHECK_STR("fresh", w.task.name);
	co_step("resume it: its body runs to the end");
	co_resume(&w.task);
	CO_CHECK_EQ(1, w.runs);
	CO_CHECK_STATUS(CO_DONE, &w.task);
	CO_CHECK_EQ(0, w.task.error);
	PASS();
}

/* Counts in its frame; notes what it sees of itself while it runs. */
struct counter {
	struct co_task task;
	int count;
	enum co_status status_inside;
	struct co_task *current_inside;
};

static struct co_task *counter_body(struct co_task *self)
{
	struct counter *c = co_frame(self, struct counter);

	c->status_inside = co_task_status(self);
	c->current_inside = co_current();
	CO_BEGIN(self);
	c->count = 1;
	CO_YIELD(self);
	c->count += 10;
	CO_YIELD(self);
	c->count += 100;
	CO_END(self);
}

TEST resume_after_yield_goes_on_where_it_stopped(void)
{
	static const int counts[] = {1, 11, 111};
	struct counter c;
	int i;

	co_task_init(&c.task, counter_body, "counter");
	for (i = 0; i < 3; i++) {
		co_step("resume number %d", i + 1);
		co_resume(&c.task);
		CO_CHECK_EQ(counts[i], c.count);
		CO_CHECK_EQ(CO_RUNNING, c.status_inside);
		CO_CHECK(c.current_inside == &c.task);
		CO_CHECK(!co_current());
		CO_CHECK_EQ(i < 2 ? CO_SUSPENDED : CO_DONE,
			co_task_status(&c.task));
	}
	PASS();
}

TEST finish_with_error_sets_status(void)
{
	static const struct {
		int error;
		enum co_status status;
	} ends[] = {
		{0, CO_DONE},
		{-EIO, CO_FAILED},
		{-ECANCELED, CO_CANCELLED},
		{-EOWNERDEAD, CO_KILLED},
		{-ETIMEDOUT, CO_TIMED_OUT},
	};
	size_t i;

	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		struct walker w;

		co_step("a task ends with error %d", ends[i].error);
		walker_init(&w, "ends", 1, ends[i].error);
		co_resume(&w.task);
		CO_CHECK_EQ(0, w.cleaned);
		co_resume(&w.task);
		CO_CHECK_EQ(ends[i].status, co_task_status(&w.task));
		CO_CHECK_EQ(ends[i].error, w.task.error);
		CO_CHECK_EQ(1, w.cleaned);
	}
	PASS();
}

TEST resume_of_done_task_stops_with_its_name(void)
{
	struct walker w;

	walker_init(&w, "has-ended", 0, 0);
	co_resume(&w.task);
	CO_CHECK_STATUS(CO_DONE, &w.task);
	co_step("resume it again, after its end");
	co_expect_assert("has-ended");
	co_resume(&w.task);
	PASS();
}

SUITE(part_a)
{
	RUN_TEST(resume_of_fresh_task_runs_body);
	RUN_TEST(resume_after_yield_goes_on_where_it_stopped);
	RUN_TEST(finish_with_error_sets_status);
	RUN_TEST(resume_of_done_task_stops_with_its_name);
}
