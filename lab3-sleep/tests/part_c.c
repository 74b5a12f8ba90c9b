// SPDX-License-Identifier: MIT
/*
 * Part C: sleeping. Most tests bring a world whose time they move by hand.
 */
#include "co/harness.h"
#include "co/looper.h"
#include "suites.h"
#include "util.h"

TEST sleep_suspends_and_resumes_on_executor(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct sleeper f;
	struct world w;

	world_init(&w);
	sleeper_init(&f, &notes, 1, 100);
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f.task, world_executor(&w))));
	co_step("it runs up to its sleep");
	world_settle(&w);
	CO_CHECK_EQ(CO_SUSPENDED, co_task_status(&f.task));
	CO_CHECK_EQ(1, w.armed);
	CO_CHECK_EQ(0, notes.n);
	co_step("its time comes");
	CO_CHECK(world_fire(&w));
	world_settle(&w);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(0, notes.errors[0]);
	CO_CHECK(notes.executors[0] == world_executor(&w));
	PASS();
}

TEST sleepers_wake_in_order_of_deadlines(void)
{
	static const int64_t ms[] = {100, 50, 1000, 500, 200, 300};
	static const int order[] = {1, 0, 4, 5, 3, 2};
	struct notes notes = NOTES_INITIALIZER;
	struct sleeper f[6];
	struct world w;
	int i;

	world_init(&w);
	for (i = 0; i < 6; i++) {
		sleeper_init(&f[i], &notes, i, ms[i]);
		CO_CHECK_EQ(0, co_start(co_schedule_on(
				       &f[i].task, world_executor(&w))));
	}
	co_step("six tasks sleep at the same time, on one thread");
	world_settle(&w);
	CO_CHECK_EQ(6, w.armed);
	world_run(&w);
	CO_CHECK_EQ(6, notes.n);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(order[i], notes.ids[i]);
	PASS();
}

TEST sleep_on_common_delay_comes_back_to_looper(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct co_looper *l = NULL;
	struct sleeper f;
	int err;

	co_delay_set_common(d);
	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	sleeper_init(&f, &notes, 1, -1);
	co_step("a task on a looper, which has no timers of its own");
	err = co_task_wait(co_schedule_on(&f.task, co_looper_executor(l)));
	CO_CHECK_EQ(0, err);
	CO_CHECK(notes.executors[0] == co_looper_executor(l));
	co_looper_destroy(l);
	co_delay_set_common(NULL);
	co_delay_destroy(d);
	PASS();
}

TEST sleep_ends_when_its_scheduler_does(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct sleeper f, late;
	int err;

	co_delay_set_common(d);
	sleeper_init(&f, &notes, 1, 3600000);
	co_step("a task without an executor sleeps for an hour");
	co_resume(&f.task);
	CO_CHECK_EQ(CO_SUSPENDED, co_task_status(&f.task));
	co_step("its scheduler is shut down");
	co_delay_shutdown(d, CO_SHUTDOWN_NOW);
	co_delay_join(d);
	CO_CHECK_EQ(CO_CANCELLED, co_task_status(&f.task));
	co_step("another one begins to sleep");
	sleeper_init(&late, &notes, 2, 1);
	err = co_task_wait(&late.task);
	CO_CHECK_EQ(-ECANCELED, err);
	CO_CHECK_EQ(2, notes.n);
	co_delay_set_common(NULL);
	co_delay_destroy(d);
	PASS();
}

SUITE(part_c)
{
	RUN_TEST(sleep_suspends_and_resumes_on_executor);
	RUN_TEST(sleepers_wake_in_order_of_deadlines);
	RUN_TEST(sleep_on_common_delay_comes_back_to_looper);
	RUN_TEST(sleep_ends_when_its_scheduler_does);
}
