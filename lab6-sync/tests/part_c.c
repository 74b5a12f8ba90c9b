// SPDX-License-Identifier: MIT
/*
 * Part C: the mutex.
 */
#include "suites.h"
#include "util.h"

TEST mutex_lets_one_in_at_a_time(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_mutex mutex;
	struct locker f[3];
	struct manual m;
	int i;

	manual_init(&m);
	co_mutex_init(&mutex);
	for (i = 0; i < 3; i++) {
		locker_init(&f[i], &mutex, &notes, i);
		start_on(&m, &f[i].task);
	}
	manual_run(&m);
	check_order(&notes, "0 in, 0 out, 1 in, 1 out, 2 in, 2 out");
	co_mutex_fini(&mutex);
	PASS();
}

TEST mutex_is_handed_over_without_barging_in(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_mutex mutex;
	struct locker f[2];
	struct manual m;
	int i;

	manual_init(&m);
	co_mutex_init(&mutex);
	for (i = 0; i < 2; i++) {
		locker_init(&f[i], &mutex, &notes, i);
		start_on(&m, &f[i].task);
	}
	while (notes.n < 2)
		CO_CHECK(manual_turn(&m));
	co_step("the first has unlocked, the second has not run yet");
	CO_CHECK_EQ(100, notes.ids[1]);
	CO_CHECK(!co_mutex_try_lock(&mutex));
	manual_run(&m);
	CO_CHECK_EQ(4, notes.n);
	CO_CHECK(co_mutex_try_lock(&mutex));
	co_mutex_unlock(&mutex);
	co_mutex_fini(&mutex);
	PASS();
}

TEST mutex_waiter_resumes_on_its_executor(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_mutex mutex;
	struct locker f[2];
	struct manual m[2];
	int i;

	co_mutex_init(&mutex);
	for (i = 0; i < 2; i++) {
		manual_init(&m[i]);
		locker_init(&f[i], &mutex, &notes, i);
		start_on(&m[i], &f[i].task);
	}
	CO_CHECK(manual_turn(&m[0]));
	CO_CHECK(manual_turn(&m[1]));
	manual_run(&m[0]);
	CO_CHECK_EQ(2, notes.n);
	manual_run(&m[1]);
	CO_CHECK_EQ(4, notes.n);
	CO_CHECK(notes.executors[2] == &m[1].executor);
	co_mutex_fini(&mutex);
	PASS();
}

TEST cancelled_waiter_leaves_the_queue(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_mutex mutex;
	struct locker f[3];
	struct manual m;
	int i;

	manual_init(&m);
	co_mutex_init(&mutex);
	co_cancel_source_init(&source);
	for (i = 0; i < 3; i++) {
		locker_init(&f[i], &mutex, &notes, i);
		if (i == 1)
			co_with_cancel(&f[i].task, co_cancel_token_of(&source));
		start_on(&m, &f[i].task);
	}
	for (i = 0; i < 3; i++)
		CO_CHECK(manual_turn(&m));
	co_step("one holds it, two wait; the first that waits is cancelled");
	co_cancel_request(&source);
	manual_run(&m);
	CO_CHECK_STATUS(CO_CANCELLED, &f[1].task);
	CO_CHECK_STATUS(CO_DONE, &f[2].task);
	CO_CHECK_EQ(5, notes.n);
	CO_CHECK_EQ(0, notes.ids[0]);
	CO_CHECK_EQ(-ECANCELED, noted_error(&notes, 1));
	co_mutex_fini(&mutex);
	co_cancel_source_fini(&source);
	PASS();
}

TEST killed_waiter_leaves_the_queue(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_mutex mutex;
	struct locker f[2];
	int err;
	int i;

	co_mutex_init(&mutex);
	CO_CHECK(co_mutex_try_lock(&mutex));
	for (i = 0; i < 2; i++) {
		locker_init(&f[i], &mutex, &notes, i);
		co_resume(&f[i].task);
	}
	err = co_task_kill(&f[0].task, -EOWNERDEAD);
	CO_CHECK_EQ(0, err);
	co_mutex_unlock(&mutex);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(1, notes.ids[0]);
	CO_CHECK_STATUS(CO_DONE, &f[1].task);
	co_mutex_fini(&mutex);
	PASS();
}

TEST mutex_says_who_locks_twice(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_mutex mutex;
	struct locker f;

	co_mutex_init(&mutex);
	locker_init(&f, &mutex, &notes, 1);
	CO_CHECK(co__mutex_try_lock(&mutex, &f.task));
	co_expect_assert("holds already");
	co_resume(&f.task);
	PASS();
}

TEST mutex_is_not_unlocked_when_free(void)
{
	struct co_mutex mutex;

	co_mutex_init(&mutex);
	CO_CHECK(co_mutex_try_lock(&mutex));
	co_mutex_unlock(&mutex);
	co_expect_assert("not locked");
	co_mutex_unlock(&mutex);
	PASS();
}

SUITE(part_c)
{
	RUN_TEST(mutex_lets_one_in_at_a_time);
	RUN_TEST(mutex_is_handed_over_without_barging_in);
	RUN_TEST(mutex_waiter_resumes_on_its_executor);
	RUN_TEST(cancelled_waiter_leaves_the_queue);
	RUN_TEST(killed_waiter_leaves_the_queue);
	RUN_TEST(mutex_says_who_locks_twice);
	RUN_TEST(mutex_is_not_unlocked_when_free);
}
