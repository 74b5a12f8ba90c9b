// SPDX-License-Identifier: MIT
/*
 * Waiters that leave the queue, from its front, its middle and its end.
 */
#include "../../../lab6-sync/tests/util.h"
#include "suites.h"

/* Three wait for a mutex; the one at @place leaves; then it is unlocked. */
static void one_leaves(int place, bool killed)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_mutex mutex;
	struct locker f[4];
	int i;

	co_mutex_init(&mutex);
	CO_CHECK(co_mutex_try_lock(&mutex));
	co_cancel_source_init(&source);
	for (i = 0; i < 4; i++) {
		locker_init(&f[i], &mutex, &notes, i);
		if (i == place && !killed)
			co_with_cancel(&f[i].task, co_cancel_token_of(&source));
		if (i < 3)
			co_resume(&f[i].task);
	}
	if (killed)
		CO_CHECK_EQ(0, co_task_kill(&f[place].task, -EOWNERDEAD));
	else
		co_cancel_request(&source);
	CO_CHECK_STATUS(killed ? CO_KILLED : CO_CANCELLED, &f[place].task);
	co_step("another comes, and all that are left have it in turn");
	co_resume(&f[3].task);
	co_mutex_unlock(&mutex);
	for (i = 0; i < 4; i++)
		if (i != place)
			CO_CHECK_STATUS(CO_DONE, &f[i].task);
	co_mutex_fini(&mutex);
	co_cancel_source_fini(&source);
}

TEST first_waiter_is_cancelled(void)
{
	one_leaves(0, false);
	PASS();
}

TEST middle_waiter_is_cancelled(void)
{
	one_leaves(1, false);
	PASS();
}

TEST last_waiter_is_cancelled(void)
{
	one_leaves(2, false);
	PASS();
}

TEST last_waiter_is_killed(void)
{
	one_leaves(2, true);
	PASS();
}

TEST granted_waiter_cannot_be_killed(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_mutex mutex;
	struct locker f;
	struct manual m;

	manual_init(&m);
	co_mutex_init(&mutex);
	CO_CHECK(co_mutex_try_lock(&mutex));
	locker_init(&f, &mutex, &notes, 1);
	start_on(&m, &f.task);
	manual_run(&m);
	co_mutex_unlock(&mutex);
	CO_CHECK_EQ(-EBUSY, co_task_kill(&f.task, -EOWNERDEAD));
	manual_run(&m);
	CO_CHECK_EQ(0, noted_error(&notes, 1));
	co_mutex_fini(&mutex);
	PASS();
}

TEST grant_before_cancel_counts(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_mutex mutex;
	struct locker f;
	struct manual m;

	manual_init(&m);
	co_mutex_init(&mutex);
	co_cancel_source_init(&source);
	locker_init(&f, &mutex, &notes, 1);
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	CO_CHECK(co_mutex_try_lock(&mutex));
	start_on(&m, &f.task);
	manual_run(&m);
	co_step("the mutex is handed over; before it runs it is cancelled");
	co_mutex_unlock(&mutex);
	co_cancel_request(&source);
	manual_run(&m);
	CO_CHECK_EQ(0, noted_error(&notes, 1));
	CO_CHECK_STATUS(CO_DONE, &f.task);
	co_mutex_fini(&mutex);
	co_cancel_source_fini(&source);
	PASS();
}

TEST asked_before_it_waits(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_mutex mutex;
	struct locker f[2];
	int i;

	co_mutex_init(&mutex);
	co_cancel_source_init(&source);
	co_cancel_request(&source);
	CO_CHECK(co_mutex_try_lock(&mutex));
	for (i = 0; i < 2; i++) {
		locker_init(&f[i], &mutex, &notes, i);
		co_with_cancel(&f[i].task, co_cancel_token_of(&source));
		co_resume(&f[i].task);
		CO_CHECK_STATUS(CO_CANCELLED, &f[i].task);
	}
	co_mutex_unlock(&mutex);
	co_mutex_fini(&mutex);
	co_cancel_source_fini(&source);
	PASS();
}

TEST cancelled_sender_sends_nothing(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_channel channel;
	struct porter sender;
	void *slots[1];
	void *value;

	CO_CHECK_EQ(0, co_channel_init(&channel, slots, 1));
	co_cancel_source_init(&source);
	porter_init(&sender, sender_body, &channel, &notes);
	sender.last = 2;
	co_with_cancel(&sender.task, co_cancel_token_of(&source));
	co_resume(&sender.task);
	co_cancel_request(&source);
	CO_CHECK_STATUS(CO_CANCELLED, &sender.task);
	CO_CHECK_EQ(0, co_channel_try_receive(&channel, &value));
	CO_CHECK_EQ(-EAGAIN, co_channel_try_receive(&channel, &value));
	co_channel_fini(&channel);
	co_cancel_source_fini(&source);
	PASS();
}

SUITE(leaving)
{
	RUN_TEST(first_waiter_is_cancelled);
	RUN_TEST(middle_waiter_is_cancelled);
	RUN_TEST(last_waiter_is_cancelled);
	RUN_TEST(last_waiter_is_killed);
	RUN_TEST(granted_waiter_cannot_be_killed);
	RUN_TEST(grant_before_cancel_counts);
	RUN_TEST(asked_before_it_waits);
	RUN_TEST(cancelled_sender_sends_nothing);
}
