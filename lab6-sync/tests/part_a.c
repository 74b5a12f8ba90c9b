// SPDX-License-Identifier: MIT
/*
 * Part A: the barrier, and collecting all.
 */
#include "suites.h"
#include "util.h"

/* Waits at a barrier and makes a note. */
struct pausing {
	struct co_task task;
	struct co_barrier barrier;
	struct notes *notes;
};

static struct co_task *pausing_body(struct co_task *self)
{
	struct pausing *f = co_frame(self, struct pausing);

	CO_BEGIN(self);
	CO_AWAIT(self, co_barrier_wait(&f->barrier));
	note(f->notes, 1, co_awaited(self));
	CO_END(self);
}

TEST barrier_opens_for_the_last(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct pausing f = {.notes = &notes};
	struct co_task *next;

	co_task_init(&f.task, pausing_body, "pausing");
	co_barrier_init(&f.barrier, 3);
	co_resume(&f.task);
	CO_CHECK_STATUS(CO_SUSPENDED, &f.task);
	co_step("two more arrive; the last gets the task to run");
	next = co_barrier_arrive(&f.barrier);
	CO_CHECK(!next);
	next = co_barrier_arrive(&f.barrier);
	CO_CHECK(next == &f.task);
	if (next)
		co_resume(next);
	CO_CHECK_EQ(1, notes.n);
	PASS();
}

TEST barrier_is_open_when_all_were_there(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct pausing f = {.notes = &notes};

	co_task_init(&f.task, pausing_body, "pausing");
	co_barrier_init(&f.barrier, 2);
	CO_CHECK(!co_barrier_arrive(&f.barrier));
	co_resume(&f.task);
	CO_CHECK_STATUS(CO_DONE, &f.task);
	PASS();
}

TEST barrier_posts_task_of_another_executor(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct pausing f = {.notes = &notes};
	struct manual m;

	manual_init(&m);
	co_task_init(&f.task, pausing_body, "pausing");
	co_barrier_init(&f.barrier, 2);
	start_on(&m, &f.task);
	manual_run(&m);
	co_step("the last arrives outside of the task's executor");
	CO_CHECK(!co_barrier_arrive(&f.barrier));
	CO_CHECK_EQ(0, notes.n);
	manual_run(&m);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK(notes.executors[0] == &m.executor);
	PASS();
}

TEST barrier_refuses_one_too_many(void)
{
	struct co_barrier barrier;

	co_barrier_init(&barrier, 0);
	co_expect_assert("too many");
	co_barrier_arrive(&barrier);
	PASS();
}

TEST collect_all_waits_for_every_one(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;

	manual_init(&m);
	club_init(&f, &notes, 3, 3);
	f.members[1].turns = 3;
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_STATUS(CO_DONE, &f.task);
	CO_CHECK_EQ(7, notes.n);
	CO_CHECK_EQ(1000, notes.ids[6]);
	CO_CHECK_EQ(0, notes.errors[6]);
	PASS();
}

TEST collect_runs_synchronous_tasks_in_order(void)
{
	static const int order[] = {0, 100, 1, 101, 2, 102, 1000};
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;
	int i;

	manual_init(&m);
	club_init(&f, &notes, 3, 3);
	for (i = 0; i < 3; i++)
		f.members[i].turns = 0;
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_EQ(7, notes.n);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(order[i], notes.ids[i]);
	PASS();
}

TEST collect_interleaves_tasks_that_suspend(void)
{
	static const int order[] = {0, 1, 2, 100, 101, 102, 1000};
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;
	int i;

	manual_init(&m);
	club_init(&f, &notes, 3, 3);
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_EQ(7, notes.n);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(order[i], notes.ids[i]);
	PASS();
}

TEST collect_children_run_on_their_own_executors(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m, other;
	struct club f;

	manual_init(&m);
	manual_init(&other);
	club_init(&f, &notes, 2, 2);
	co_schedule_on(f.tasks[0], &other.executor);
	start_on(&m, &f.task);
	manual_run(&m);
	co_step("the child of the other executor has not run yet");
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(1, notes.ids[0]);
	manual_run(&other);
	CO_CHECK_EQ(4, notes.n);
	CO_CHECK(notes.executors[2] == &other.executor);
	co_step("the parent goes on where it belongs");
	manual_run(&m);
	CO_CHECK_EQ(5, notes.n);
	CO_CHECK(notes.executors[4] == &m.executor);
	PASS();
}

TEST collect_reports_first_failure_and_cancels_rest(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;

	manual_init(&m);
	club_init(&f, &notes, 3, 3);
	f.members[0].turns = 9;
	f.members[1].error = -EIO;
	f.members[2].turns = 2;
	f.members[2].error = -EPERM;
	f.members[2].obeys = false;
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_STATUS(CO_DONE, &f.task);
	CO_CHECK_EQ(-EIO, noted_error(&notes, 1000));
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[0]);
	CO_CHECK_STATUS(CO_FAILED, f.tasks[2]);
	co_step("nothing is left running when it returns");
	CO_CHECK_EQ(1000, notes.ids[notes.n - 1]);
	PASS();
}

TEST collect_of_nothing_is_done(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;

	manual_init(&m);
	club_init(&f, &notes, 0, 0);
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_EQ(0, noted_error(&notes, 1000));
	PASS();
}

SUITE(part_a)
{
	RUN_TEST(barrier_opens_for_the_last);
	RUN_TEST(barrier_is_open_when_all_were_there);
	RUN_TEST(barrier_posts_task_of_another_executor);
	RUN_TEST(barrier_refuses_one_too_many);
	RUN_TEST(collect_all_waits_for_every_one);
	RUN_TEST(collect_runs_synchronous_tasks_in_order);
	RUN_TEST(collect_interleaves_tasks_that_suspend);
	RUN_TEST(collect_children_run_on_their_own_executors);
	RUN_TEST(collect_reports_first_failure_and_cancels_rest);
	RUN_TEST(collect_of_nothing_is_done);
}
