// SPDX-License-Identifier: MIT
/*
 * Bad input, one by one: an error that changes nothing, or a CO_ASSERT.
 */
#include "../../../lab6-sync/tests/util.h"
#include "co/baton.h"
#include "co/condition.h"
#include "co/wait_group.h"
#include "suites.h"

/* Collect, and see that it was refused before anything had run. */
static void refuse_club(struct club *f, struct notes *notes)
{
	int err = co_task_wait(&f->task);

	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(-EINVAL, noted_error(notes, 1000));
	CO_CHECK_EQ(1, notes->n);
}

TEST collect_refuses_k_above_n(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct club f;

	club_init(&f, &notes, 2, 3);
	refuse_club(&f, &notes);
	PASS();
}

TEST collect_refuses_one_of_none(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct club f;

	club_init(&f, &notes, 0, 1);
	refuse_club(&f, &notes);
	PASS();
}

TEST collect_some_of_none_is_done(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct club f;
	int err;

	club_init(&f, &notes, 0, 0);
	f.rest = CO_REST_DETACH;
	err = co_task_wait(&f.task);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(0, noted_error(&notes, 1000));
	CO_CHECK_EQ(0, noted_error(&notes, 1001));
	PASS();
}

TEST collect_refuses_a_null_task(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct club f;

	club_init(&f, &notes, 3, 2);
	f.tasks[2] = NULL;
	refuse_club(&f, &notes);
	CO_CHECK_STATUS(CO_CREATED, f.tasks[0]);
	PASS();
}

TEST collect_refuses_a_repeated_task(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct club f;

	club_init(&f, &notes, 3, 3);
	f.tasks[2] = f.tasks[0];
	refuse_club(&f, &notes);
	CO_CHECK_STATUS(CO_CREATED, f.tasks[0]);
	CO_CHECK_STATUS(CO_CREATED, f.tasks[1]);
	co_step("what was refused may be collected after all");
	notes.n = 0;
	club_init(&f, &notes, 2, 2);
	CO_CHECK_EQ(0, co_task_wait(&f.task));
	CO_CHECK_EQ(0, noted_error(&notes, 1000));
	PASS();
}

TEST channel_refuses_capacity_0(void)
{
	struct co_channel channel;
	void *slots[1];
	int err = co_channel_init(&channel, slots, 0);

	CO_CHECK_EQ(-EINVAL, err);
	err = co_channel_init(&channel, NULL, 1);
	CO_CHECK_EQ(-EINVAL, err);
	PASS();
}

TEST channel_is_closed_once(void)
{
	struct co_channel channel;
	void *slots[1];

	CO_CHECK_EQ(0, co_channel_init(&channel, slots, 1));
	CO_CHECK_EQ(0, co_channel_close(&channel));
	CO_CHECK_EQ(-EALREADY, co_channel_close(&channel));
	CO_CHECK_EQ(-EPIPE, co_channel_try_send(&channel, NULL));
	co_channel_fini(&channel);
	PASS();
}

TEST semaphore_refuses_to_overflow(void)
{
	struct co_semaphore semaphore;

	co_semaphore_init(&semaphore, SIZE_MAX - 1);
	CO_CHECK_EQ(-EOVERFLOW, co_semaphore_release(&semaphore, 2));
	CO_CHECK_EQ(0, co_semaphore_release(&semaphore, 1));
	CO_CHECK_EQ(-EOVERFLOW, co_semaphore_release(&semaphore, 1));
	CO_CHECK(co_semaphore_try_acquire(&semaphore));
	co_semaphore_fini(&semaphore);
	PASS();
}

TEST wait_group_refuses_to_overflow(void)
{
	struct co_wait_group group;

	co_wait_group_init(&group);
	CO_CHECK_EQ(0, co_wait_group_add(&group, 1));
	CO_CHECK_EQ(-EOVERFLOW, co_wait_group_add(&group, SIZE_MAX));
	CO_CHECK_EQ(0, co_wait_group_done(&group));
	CO_CHECK_EQ(-ERANGE, co_wait_group_done(&group));
	co_wait_group_fini(&group);
	PASS();
}

TEST latch_refuses_to_go_below_zero(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_latch latch;
	struct waiting f;

	co_latch_init(&latch, 2);
	waiting_init(&f, &notes, 1);
	f.latch = &latch;
	co_resume(&f.task);
	CO_CHECK_EQ(-ERANGE, co_latch_count_down(&latch, 3));
	CO_CHECK_EQ(0, notes.n);
	CO_CHECK_EQ(0, co_latch_count_down(&latch, 2));
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(-ERANGE, co_latch_count_down(&latch, 1));
	co_latch_fini(&latch);
	PASS();
}

TEST shared_mutex_is_not_unlocked_when_free(void)
{
	struct co_shared_mutex mutex;

	co_shared_mutex_init(&mutex);
	co_expect_assert("not locked");
	co_shared_mutex_unlock(&mutex, CO_SHARED);
	PASS();
}

TEST reader_does_not_unlock_as_a_writer(void)
{
	struct co_shared_mutex mutex;

	co_shared_mutex_init(&mutex);
	CO_CHECK(co_shared_mutex_try_lock(&mutex, CO_SHARED));
	co_expect_assert("not locked");
	co_shared_mutex_unlock(&mutex, CO_EXCLUSIVE);
	PASS();
}

/* Waits for a condition without the mutex. */
struct hasty {
	struct co_task task;
	struct co_condition_wait wait;
	struct co_condition *condition;
};

static struct co_task *hasty_body(struct co_task *self)
{
	struct hasty *f = co_frame(self, struct hasty);

	CO_BEGIN(self);
	CO_AWAIT(self, co_condition_wait(f->condition, &f->wait));
	CO_END(self);
}

TEST condition_wants_its_mutex_held(void)
{
	struct co_condition condition;
	struct co_mutex mutex;
	struct hasty f = {.condition = &condition};

	co_mutex_init(&mutex);
	co_condition_init(&condition, &mutex);
	co_step("a notify that nobody waits for is not kept");
	co_condition_notify_one(&condition);
	co_task_init(&f.task, hasty_body, "hasty");
	co_expect_assert("does not hold");
	co_resume(&f.task);
	PASS();
}

struct runner {
	struct co_task task;
	struct co_baton *baton;
};

static struct co_task *runner_body(struct co_task *self)
{
	struct runner *f = co_frame(self, struct runner);

	CO_BEGIN(self);
	CO_AWAIT(self, co_baton_wait(f->baton));
	CO_END(self);
}

TEST baton_refuses_a_second_waiter(void)
{
	struct co_baton baton;
	struct runner f[2];
	int i;

	co_baton_init(&baton);
	for (i = 0; i < 2; i++) {
		f[i].baton = &baton;
		co_task_init(&f[i].task, runner_body, i ? "late" : "early");
	}
	co_resume(&f[0].task);
	CO_CHECK_STATUS(CO_SUSPENDED, &f[0].task);
	co_expect_assert("'early' waits already");
	co_resume(&f[1].task);
	PASS();
}

SUITE(bad_input)
{
	RUN_TEST(collect_refuses_k_above_n);
	RUN_TEST(collect_refuses_one_of_none);
	RUN_TEST(collect_some_of_none_is_done);
	RUN_TEST(collect_refuses_a_null_task);
	RUN_TEST(collect_refuses_a_repeated_task);
	RUN_TEST(channel_refuses_capacity_0);
	RUN_TEST(channel_is_closed_once);
	RUN_TEST(semaphore_refuses_to_overflow);
	RUN_TEST(wait_group_refuses_to_overflow);
	RUN_TEST(latch_refuses_to_go_below_zero);
	RUN_TEST(shared_mutex_is_not_unlocked_when_free);
	RUN_TEST(reader_does_not_unlock_as_a_writer);
	RUN_TEST(condition_wants_its_mutex_held);
	RUN_TEST(baton_refuses_a_second_waiter);
}
