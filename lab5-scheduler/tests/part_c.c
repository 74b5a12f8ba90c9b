// SPDX-License-Identifier: MIT
/*
 * Part C: the scheduler.
 */
#include "suites.h"
#include "util.h"

TEST loop_does_what_tasks_submit_too(void)
{
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_task *task;

	NEED_RING();
	s = make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, &tally);
	task = make_job(&tally);
	co_frame(task, struct job)->scheduler = s;
	co_frame(task, struct job)->children = 1000;
	CO_CHECK_EQ(0, co_scheduler_submit(s, task));
	CO_CHECK_EQ(0, tally.ran);
	co_step("loop until one task, and 1,000 that it submits, have ended");
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(1001, tally.ran);
	CO_CHECK_EQ(1001, tally.gone);
	CO_CHECK_EQ(0, co_scheduler_live(s));
	co_scheduler_destroy(s);
	PASS();
}

TEST second_loop_works_and_an_empty_one_returns(void)
{
	struct tally tally = {0};
	struct co_scheduler *s;
	int i;

	NEED_RING();
	s = make_scheduler(2, CO_DISPATCH_LEAST_LOADED, &tally);
	for (i = 1; i <= 3; i++) {
		CO_CHECK_EQ(0, co_scheduler_submit(s, make_job(&tally)));
		co_step("loop with one task");
		CO_CHECK_EQ(0, co_scheduler_loop(s));
		CO_CHECK_EQ(i, tally.gone);
		co_step("loop without a task: it returns at once");
		CO_CHECK_EQ(0, co_scheduler_loop(s));
	}
	co_scheduler_destroy(s);
	PASS();
}

/* A task that stops its scheduler, and waits for what never comes. */
struct stopper {
	struct co_task task;
	struct co_scheduler *scheduler;
	struct co_io io;
	struct __kernel_timespec hour;
};

static struct co_task *stopper_body(struct co_task *self)
{
	struct stopper *f = co_frame(self, struct stopper);

	CO_BEGIN(self);
	co_scheduler_stop(f->scheduler);
	f->hour = (struct __kernel_timespec){.tv_sec = 3600};
	CO_AWAIT(self, co_io_timeout(&f->io, &f->hour));
	CO_CHECK_EQ(-ECANCELED, co_awaited(self));
	CO_END(self);
}

TEST stopped_loop_returns_and_may_run_again(void)
{
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_task *task;

	NEED_RING();
	s = make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, &tally);
	task = co_task_create(sizeof(struct stopper), stopper_body, "job");
	co_frame(task, struct stopper)->scheduler = s;
	CO_CHECK_EQ(0, co_scheduler_submit(s, task));
	co_step("loop: its task stops it, and then waits for an hour");
	CO_CHECK_EQ(-ECANCELED, co_scheduler_loop(s));
	CO_CHECK_EQ(0, co_scheduler_live(s));
	co_step("submit and loop again");
	CO_CHECK_EQ(0, co_scheduler_submit(s, make_job(&tally)));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(1, tally.gone);
	co_scheduler_destroy(s);
	PASS();
}

/* Writes down on which context it runs. */
struct place_note {
	struct co_task task;
	struct co_context **seen;
};

static struct co_task *place_note_body(struct co_task *self)
{
	struct place_note *f = co_frame(self, struct place_note);

	CO_BEGIN(self);
	*f->seen = co_context_here();
	CO_END(self);
}

TEST tasks_of_a_key_share_a_context(void)
{
	struct co_context *seen[8] = {0};
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_task *task;
	unsigned i;

	NEED_RING();
	s = make_scheduler(3, CO_DISPATCH_ROUND_ROBIN, &tally);
	for (i = 0; i < 8; i++) {
		task = co_task_create(
			sizeof(struct place_note), place_note_body, "job");
		co_frame(task, struct place_note)->seen = &seen[i];
		CO_CHECK_EQ(0, co_scheduler_submit_key(s, task, i % 2));
	}
	co_step("loop with eight tasks of two keys on three contexts");
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	for (i = 0; i < 8; i++)
		CO_CHECK(seen[i] ==
			 co_scheduler_context(s, co_dispatch_by_key(i % 2, 3)));
	co_scheduler_destroy(s);
	PASS();
}

TEST ring_past_the_limit_keeps_the_work(void)
{
	struct co_scheduler_options options = {
		.contexts = 2,
		.entries = 1u << 30,
		.report = tally_report,
	};
	struct tally tally = {0};
	struct co_scheduler *s = NULL;

	NEED_RING();
	options.report_data = &tally;
	CO_CHECK_EQ(0, co_scheduler_create(&options, &s));
	CO_CHECK_EQ(0, co_scheduler_submit(s, make_job(&tally)));
	co_step("loop: the kernel refuses the first ring");
	CO_CHECK_EQ(-EINVAL, co_scheduler_loop(s));
	CO_CHECK_EQ(0, tally.ran);
	CO_CHECK_EQ(1, co_scheduler_live(s));
	co_step("what waits is cancelled when the scheduler goes");
	co_scheduler_destroy(s);
	CO_CHECK_EQ(1, tally.gone);
	CO_CHECK_EQ(-ECANCELED, tally.error);
	PASS();
}

TEST create_refuses_what_makes_no_sense(void)
{
	struct co_scheduler_options options = {.contexts = 1};
	struct co_scheduler *s = NULL;

	CO_CHECK_EQ(-EINVAL, co_scheduler_create(&options, &s));
	options.entries = 8;
	options.contexts = CO_SCHEDULER_MOST + 1;
	CO_CHECK_EQ(-EINVAL, co_scheduler_create(&options, &s));
	CO_CHECK(s == NULL);
	CO_CHECK_EQ(0, co_scheduler_create(NULL, &s));
	CO_CHECK_EQ(co_cores(), s ? co_scheduler_size(s) : 0);
	co_scheduler_destroy(s);
	PASS();
}

SUITE(part_c)
{
	RUN_TEST(loop_does_what_tasks_submit_too);
	RUN_TEST(second_loop_works_and_an_empty_one_returns);
	RUN_TEST(stopped_loop_returns_and_may_run_again);
	RUN_TEST(tasks_of_a_key_share_a_context);
	RUN_TEST(ring_past_the_limit_keeps_the_work);
	RUN_TEST(create_refuses_what_makes_no_sense);
}
