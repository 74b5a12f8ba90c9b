// SPDX-License-Identifier: MIT
/*
 * Part B: noop, new thread, async.
 */
#include "co/harness.h"
#include "co/new_thread.h"
#include "co/noop.h"
#include "co/pool.h"
#include "suites.h"
#include "util.h"

TEST noop_runs_work_inside_post(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct item item;
	int err;

	item_init(&item, &notes, 1);
	err = co_post(co_noop_executor(), &item.work);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(0, notes.errors[0]);
	CO_CHECK(pthread_equal(notes.threads[0], pthread_self()));
	CO_CHECK(notes.executors[0] == co_noop_executor());
	co_step("afterwards this thread works for nobody again");
	CO_CHECK(co_executor_here() == NULL);
	PASS();
}

TEST noop_refuses_what_is_no_work(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct item item;
	int err;

	err = co_post(co_noop_executor(), NULL);
	CO_CHECK_EQ(-EINVAL, err);
	co_step("post an item that is in some queue");
	item_init(&item, &notes, 1);
	item.work.next = CO_WORK_LAST;
	err = co_post(co_noop_executor(), &item.work);
	CO_CHECK_EQ(-EBUSY, err);
	CO_CHECK_EQ(0, notes.n);
	PASS();
}

TEST new_thread_gives_each_item_its_own(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_new_thread *e = NULL;
	struct gate gates[3];
	int i;

	CO_CHECK_EQ(0, co_new_thread_create(&e));
	co_step("three items hold their threads at the same time");
	for (i = 0; i < 3; i++)
		hold(co_new_thread_executor(e), &gates[i]);
	for (i = 0; i < 3; i++)
		gate_open(&gates[i]);
	co_new_thread_destroy(e);
	co_step("another one runs somewhere else, too");
	CO_CHECK_EQ(0, co_new_thread_create(&e));
	{
		struct item item;

		item_init(&item, &notes, 1);
		CO_CHECK_EQ(0, co_post(co_new_thread_executor(e), &item.work));
		wait_for_notes(&notes, 1);
		CO_CHECK(!pthread_equal(notes.threads[0], pthread_self()));
		CO_CHECK(notes.executors[0] == co_new_thread_executor(e));
	}
	co_new_thread_destroy(e);
	PASS();
}

TEST new_thread_destroy_waits_for_threads(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_new_thread *e = NULL;
	struct item items[8];
	int i;

	CO_CHECK_EQ(0, co_new_thread_create(&e));
	for (i = 0; i < 8; i++) {
		item_init(&items[i], &notes, i);
		CO_CHECK_EQ(
			0, co_post(co_new_thread_executor(e), &items[i].work));
	}
	co_step("destroy at once: all eight have run when it returns");
	co_new_thread_destroy(e);
	CO_CHECK_EQ(8, notes.n);
	PASS();
}

TEST async_post_does_not_wait_for_work(void)
{
	struct co_pool *async = NULL;
	struct gate gate;

	CO_CHECK_EQ(0, co_async_create(2, &async));
	co_step("post work that cannot end before post has returned");
	hold(co_pool_executor(async), &gate);
	gate_open(&gate);
	co_pool_destroy(async);
	CO_CHECK_EQ(0, gate.error);
	PASS();
}

TEST async_stays_below_its_limit(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *async = NULL;
	struct item items[40];
	int i;

	CO_CHECK_EQ(0, co_async_create(2, &async));
	co_step("post 40 items to at most two threads");
	for (i = 0; i < 40; i++) {
		item_init(&items[i], &notes, i);
		CO_CHECK_EQ(
			0, co_post(co_pool_executor(async), &items[i].work));
	}
	co_step("drain and join: all have run");
	co_pool_shutdown(async, CO_SHUTDOWN_DRAIN);
	co_pool_join(async);
	CO_CHECK_EQ(40, notes.n);
	CO_CHECK(count_threads(&notes) <= 2);
	co_pool_destroy(async);
	PASS();
}

TEST async_of_zero_threads_is_refused(void)
{
	struct co_pool *async = NULL;
	int err;

	err = co_async_create(0, &async);
	CO_CHECK_EQ(-EINVAL, err);
	CO_CHECK(async == NULL);
	PASS();
}

SUITE(part_b)
{
	RUN_TEST(noop_runs_work_inside_post);
	RUN_TEST(noop_refuses_what_is_no_work);
	RUN_TEST(new_thread_gives_each_item_its_own);
	RUN_TEST(new_thread_destroy_waits_for_threads);
	RUN_TEST(async_post_does_not_wait_for_work);
	RUN_TEST(async_stays_below_its_limit);
	RUN_TEST(async_of_zero_threads_is_refused);
}
