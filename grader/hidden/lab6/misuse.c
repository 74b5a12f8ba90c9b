// SPDX-License-Identifier: MIT
/*
 * What makes no sense stops at a CO_ASSERT that says so, or is refused.
 */
#include "../../../lab6-sync/tests/util.h"
#include "suites.h"

TEST mutex_is_not_destroyed_while_wanted(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_mutex mutex;
	struct locker f;

	co_mutex_init(&mutex);
	CO_CHECK(co_mutex_try_lock(&mutex));
	locker_init(&f, &mutex, &notes, 1);
	co_resume(&f.task);
	co_expect_assert("while task 'locker' waits");
	co_mutex_fini(&mutex);
	PASS();
}

TEST mutex_is_not_destroyed_while_locked(void)
{
	struct co_mutex mutex;

	co_mutex_init(&mutex);
	CO_CHECK(co_mutex_try_lock(&mutex));
	co_expect_assert("while it is locked");
	co_mutex_fini(&mutex);
	PASS();
}

TEST mutex_is_unlocked_by_its_holder(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_mutex mutex;
	struct locker thief, holder;

	co_mutex_init(&mutex);
	locker_init(&thief, &mutex, &notes, 1);
	locker_init(&holder, &mutex, &notes, 2);
	CO_CHECK(co__mutex_try_lock(&mutex, &holder.task));
	co__current = &thief.task;
	co_expect_assert("holds it");
	co_mutex_unlock(&mutex);
	PASS();
}

TEST event_is_not_destroyed_while_awaited(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_event event;
	struct waiting f;

	co_event_init(&event, CO_EVENT_MANUAL);
	waiting_init(&f, &notes, 1);
	f.event = &event;
	co_resume(&f.task);
	CO_CHECK_EQ(0, notes.n);
	co_expect_assert("destroyed while");
	co_event_fini(&event);
	PASS();
}

TEST channel_is_not_destroyed_while_awaited(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_channel channel;
	struct porter receiver;
	void *slots[1];

	CO_CHECK_EQ(-EINVAL, co_channel_init(&channel, NULL, 1));
	CO_CHECK_EQ(0, co_channel_init(&channel, slots, 1));
	porter_init(&receiver, receiver_body, &channel, &notes);
	co_resume(&receiver.task);
	co_expect_assert("destroyed while");
	co_channel_fini(&channel);
	PASS();
}

TEST promise_fails_with_an_error_only(void)
{
	struct co_shared_promise promise;

	co_shared_promise_init(&promise);
	CO_CHECK(co_shared_promise_claim(&promise));
	co_expect_assert("-errno");
	co_shared_promise_fail(&promise, 5);
	PASS();
}

TEST latch_of_zero_is_open(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_latch latch;
	struct waiting f;

	co_latch_init(&latch, 0);
	waiting_init(&f, &notes, 1);
	f.latch = &latch;
	co_resume(&f.task);
	CO_CHECK_EQ(0, noted_error(&notes, 1));
	co_latch_fini(&latch);
	PASS();
}

SUITE(misuse)
{
	RUN_TEST(mutex_is_not_destroyed_while_wanted);
	RUN_TEST(mutex_is_not_destroyed_while_locked);
	RUN_TEST(mutex_is_unlocked_by_its_holder);
	RUN_TEST(event_is_not_destroyed_while_awaited);
	RUN_TEST(channel_is_not_destroyed_while_awaited);
	RUN_TEST(promise_fails_with_an_error_only);
	RUN_TEST(latch_of_zero_is_open);
}
