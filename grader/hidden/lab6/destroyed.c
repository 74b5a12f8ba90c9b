// SPDX-License-Identifier: MIT
/*
 * What is destroyed while a task waits for it says so.
 */
#include "../../../lab6-sync/tests/util.h"
#include "co/baton.h"
#include "co/condition.h"
#include "co/wait_group.h"
#include "suites.h"

/* Let @f wait; it is still waiting when this returns. */
static void let_wait(struct co_task *task)
{
	co_resume(task);
	CO_CHECK_STATUS(CO_SUSPENDED, task);
}

TEST semaphore_is_not_destroyed_while_awaited(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_semaphore semaphore;
	struct waiting f;

	co_semaphore_init(&semaphore, 0);
	waiting_init(&f, &notes, 1);
	f.semaphore = &semaphore;
	let_wait(&f.task);
	co_expect_assert("semaphore is destroyed while");
	co_semaphore_fini(&semaphore);
	PASS();
}

TEST latch_is_not_destroyed_while_awaited(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_latch latch;
	struct waiting f;

	co_latch_init(&latch, 1);
	waiting_init(&f, &notes, 1);
	f.latch = &latch;
	let_wait(&f.task);
	co_expect_assert("destroyed while");
	co_latch_fini(&latch);
	PASS();
}

TEST promise_is_not_destroyed_while_awaited(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_shared_promise promise;
	struct waiting f;

	co_shared_promise_init(&promise);
	waiting_init(&f, &notes, 1);
	f.promise = &promise;
	let_wait(&f.task);
	co_expect_assert("shared promise is destroyed while");
	co_shared_promise_fini(&promise);
	PASS();
}

TEST shared_mutex_is_not_destroyed_while_wanted(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_shared_mutex mutex;
	struct sharer f;

	co_shared_mutex_init(&mutex);
	CO_CHECK(co_shared_mutex_try_lock(&mutex, CO_SHARED));
	sharer_init(&f, &mutex, CO_EXCLUSIVE, &notes, 1);
	let_wait(&f.task);
	co_expect_assert("while task 'sharer' waits");
	co_shared_mutex_fini(&mutex);
	PASS();
}

TEST shared_mutex_is_not_destroyed_while_locked(void)
{
	struct co_shared_mutex mutex;

	co_shared_mutex_init(&mutex);
	CO_CHECK(co_shared_mutex_try_lock(&mutex, CO_EXCLUSIVE));
	co_expect_assert("while it is locked");
	co_shared_mutex_fini(&mutex);
	PASS();
}

TEST full_channel_is_not_destroyed_while_awaited(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_channel channel;
	struct porter sender;
	void *slots[1];

	CO_CHECK_EQ(0, co_channel_init(&channel, slots, 1));
	porter_init(&sender, sender_body, &channel, &notes);
	sender.last = 2;
	let_wait(&sender.task);
	co_expect_assert("channel is destroyed while");
	co_channel_fini(&channel);
	PASS();
}

/* Awaits a group, a baton or a condition: what is not NULL. */
struct guest {
	struct co_task task;
	struct co_event_wait event_wait;
	struct co_mutex_wait lock;
	struct co_condition_wait condition_wait;
	struct co_wait_group *group;
	struct co_baton *baton;
	struct co_condition *condition;
	struct notes *notes;
};

static struct co_task *guest_body(struct co_task *self)
{
	struct guest *f = co_frame(self, struct guest);

	CO_BEGIN(self);
	if (f->group)
		CO_AWAIT(self, co_wait_group_await(f->group, &f->event_wait));
	if (f->baton)
		CO_AWAIT(self, co_baton_wait(f->baton));
	if (f->condition) {
		CO_AWAIT(self, co_mutex_lock(f->condition->mutex, &f->lock));
		CO_AWAIT(self,
			co_condition_wait(f->condition, &f->condition_wait));
		co_mutex_unlock(f->condition->mutex);
	}
	note(f->notes, 1, co_awaited(self));
	return co_finish(self, co_awaited(self));
	CO_END(self);
}

static void guest_init(struct guest *f, struct notes *notes)
{
	memset(f, 0, sizeof(*f));
	co_task_init(&f->task, guest_body, "guest");
	f->notes = notes;
}

TEST wait_group_is_not_destroyed_while_awaited(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_wait_group group;
	struct guest f;

	co_wait_group_init(&group);
	CO_CHECK_EQ(0, co_wait_group_add(&group, 1));
	guest_init(&f, &notes);
	f.group = &group;
	let_wait(&f.task);
	co_expect_assert("destroyed while");
	co_wait_group_fini(&group);
	PASS();
}

TEST baton_is_not_destroyed_while_awaited(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_baton baton;
	struct guest f;

	co_baton_init(&baton);
	guest_init(&f, &notes);
	f.baton = &baton;
	let_wait(&f.task);
	co_expect_assert("baton is destroyed while");
	co_baton_fini(&baton);
	PASS();
}

TEST condition_is_not_destroyed_while_awaited(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_condition condition;
	struct co_mutex mutex;
	struct guest f;

	co_mutex_init(&mutex);
	co_condition_init(&condition, &mutex);
	guest_init(&f, &notes);
	f.condition = &condition;
	let_wait(&f.task);
	co_expect_assert("condition is destroyed while");
	co_condition_fini(&condition);
	PASS();
}

TEST wait_group_is_awaited_until_zero(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_wait_group group;
	struct guest f[2];
	int i;

	co_wait_group_init(&group);
	co_cancel_source_init(&source);
	CO_CHECK_EQ(0, co_wait_group_add(&group, 2));
	for (i = 0; i < 2; i++) {
		guest_init(&f[i], &notes);
		f[i].group = &group;
	}
	co_with_cancel(&f[1].task, co_cancel_token_of(&source));
	let_wait(&f[0].task);
	let_wait(&f[1].task);
	co_step("one gives up, one is done: the other waits on");
	co_cancel_request(&source);
	CO_CHECK_STATUS(CO_CANCELLED, &f[1].task);
	CO_CHECK_EQ(0, co_wait_group_done(&group));
	CO_CHECK_STATUS(CO_SUSPENDED, &f[0].task);
	CO_CHECK_EQ(0, co_wait_group_done(&group));
	CO_CHECK_STATUS(CO_DONE, &f[0].task);
	co_step("at zero nobody waits");
	guest_init(&f[1], &notes);
	f[1].group = &group;
	co_resume(&f[1].task);
	CO_CHECK_STATUS(CO_DONE, &f[1].task);
	co_wait_group_fini(&group);
	co_cancel_source_fini(&source);
	PASS();
}

SUITE(destroyed)
{
	RUN_TEST(semaphore_is_not_destroyed_while_awaited);
	RUN_TEST(latch_is_not_destroyed_while_awaited);
	RUN_TEST(promise_is_not_destroyed_while_awaited);
	RUN_TEST(shared_mutex_is_not_destroyed_while_wanted);
	RUN_TEST(shared_mutex_is_not_destroyed_while_locked);
	RUN_TEST(full_channel_is_not_destroyed_while_awaited);
	RUN_TEST(wait_group_is_not_destroyed_while_awaited);
	RUN_TEST(baton_is_not_destroyed_while_awaited);
	RUN_TEST(condition_is_not_destroyed_while_awaited);
	RUN_TEST(wait_group_is_awaited_until_zero);
}
