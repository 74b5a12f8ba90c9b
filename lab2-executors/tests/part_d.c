// SPDX-License-Identifier: MIT
/*
 * Parts D and E: the pool, a task on another executor, and the demo of three
 * executors.
 */
#include "co/harness.h"
#include "co/looper.h"
#include "co/new_thread.h"
#include "co/pool.h"
#include "suites.h"
#include "util.h"

TEST pool_of_zero_threads_is_refused(void)
{
	struct co_pool *pool = NULL;
	int err;

	err = co_pool_create("pool", 0, &pool);
	CO_CHECK_EQ(-EINVAL, err);
	CO_CHECK(pool == NULL);
	PASS();
}

TEST pool_runs_as_many_as_it_has_threads(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *pool = NULL;
	struct gate gates[3];
	struct item item;
	int i;

	CO_CHECK_EQ(0, co_pool_create("pool", 3, &pool));
	co_step("three items hold the three threads");
	for (i = 0; i < 3; i++)
		hold(co_pool_executor(pool), &gates[i]);
	co_step("a fourth has to wait");
	item_init(&item, &notes, 1);
	CO_CHECK_EQ(0, co_post(co_pool_executor(pool), &item.work));
	CO_CHECK_EQ(0, count_notes(&notes));
	gate_open(&gates[1]);
	wait_for_notes(&notes, 1);
	CO_CHECK(notes.executors[0] == co_pool_executor(pool));
	gate_open(&gates[0]);
	gate_open(&gates[2]);
	co_pool_destroy(pool);
	PASS();
}

TEST schedule_on_runs_child_there_and_comes_back(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = NULL;
	struct co_pool *pool = NULL;
	struct visiting f;
	int err;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	CO_CHECK_EQ(0, co_pool_create("pool", 2, &pool));
	co_step("a task on the looper awaits a child on the pool");
	visiting_init(&f, &notes, 1, co_pool_executor(pool));
	err = co_task_wait(co_schedule_on(&f.task, co_looper_executor(l)));
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(3, notes.n);
	CO_CHECK(notes.executors[0] == co_looper_executor(l));
	CO_CHECK(notes.executors[1] == co_pool_executor(pool));
	CO_CHECK(notes.executors[2] == co_looper_executor(l));
	CO_CHECK(pthread_equal(notes.threads[0], notes.threads[2]));
	CO_CHECK(!pthread_equal(notes.threads[0], notes.threads[1]));
	co_looper_destroy(l);
	co_pool_destroy(pool);
	PASS();
}

TEST start_then_wait_from_outside(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *pool = NULL;
	struct noting f[4];
	int i;

	CO_CHECK_EQ(0, co_pool_create("pool", 2, &pool));
	co_step("start four tasks without awaiting them");
	for (i = 0; i < 4; i++) {
		noting_init(&f[i], &notes, i);
		CO_CHECK_EQ(0, co_start(co_schedule_on(
				       &f[i].task, co_pool_executor(pool))));
	}
	co_step("a plain thread waits for each");
	for (i = 0; i < 4; i++)
		CO_CHECK_EQ(0, co_task_wait(&f[i].task));
	CO_CHECK_EQ(4, notes.n);
	co_pool_destroy(pool);
	PASS();
}

TEST schedule_on_after_start_stops(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct noting f;

	manual_init(&m);
	noting_init(&f, &notes, 1);
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f.task, &m.executor)));
	co_expect_assert("noting");
	co_schedule_on(&f.task, &m.executor);
	PASS();
}

/* Part E: the seed's three tasks. Each notes its executor at every step. */

struct three {
	struct co_task task;
	struct noting two, three;
	struct co_executor *async, *new_thread;
	struct notes *notes;
};

static struct co_task *three_body(struct co_task *self)
{
	struct three *f = co_frame(self, struct three);

	CO_BEGIN(self);
	note(f->notes, 1, 0);
	noting_init(&f->two, f->notes, 2);
	CO_TRY(self, co_task_await(co_schedule_on(&f->two.task, f->async)));
	note(f->notes, 1, 0);
	noting_init(&f->three, f->notes, 3);
	CO_TRY(self,
		co_task_await(co_schedule_on(&f->three.task, f->new_thread)));
	note(f->notes, 1, 0);
	CO_END(self);
}

TEST demo_has_the_seeds_thread_pattern(void)
{
	static const int who[] = {1, 2, 1, 3, 1};
	struct notes notes = NOTES_INITIALIZER;
	struct co_new_thread *threads = NULL;
	struct co_looper *l = NULL;
	struct co_pool *async = NULL;
	struct three f;
	int i;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	CO_CHECK_EQ(0, co_async_create(2, &async));
	CO_CHECK_EQ(0, co_new_thread_create(&threads));
	co_task_init(&f.task, three_body, "simple_task");
	f.async = co_pool_executor(async);
	f.new_thread = co_new_thread_executor(threads);
	f.notes = &notes;
	CO_CHECK_EQ(0,
		co_task_wait(co_schedule_on(&f.task, co_looper_executor(l))));
	co_looper_destroy(l);
	co_pool_destroy(async);
	co_new_thread_destroy(threads);
	co_step("looper, async, looper, new thread, looper: three threads");
	CO_CHECK_EQ(5, notes.n);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(who[i], notes.ids[i]);
	CO_CHECK(pthread_equal(notes.threads[0], notes.threads[2]));
	CO_CHECK(pthread_equal(notes.threads[0], notes.threads[4]));
	CO_CHECK_EQ(3, count_threads(&notes));
	PASS();
}

SUITE(part_d)
{
	RUN_TEST(pool_of_zero_threads_is_refused);
	RUN_TEST(pool_runs_as_many_as_it_has_threads);
	RUN_TEST(schedule_on_runs_child_there_and_comes_back);
	RUN_TEST(start_then_wait_from_outside);
	RUN_TEST(schedule_on_after_start_stops);
	RUN_TEST(demo_has_the_seeds_thread_pattern);
}
