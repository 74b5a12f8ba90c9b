// SPDX-License-Identifier: MIT
/*
 * Part F: events, latches, semaphores, channels.
 */
#include "co/baton.h"
#include "co/condition.h"
#include "co/wait_group.h"
#include "suites.h"
#include "util.h"

/* Three tasks that wait for the same; they have run up to there. */
static void start_three(struct waiting *f, struct manual *m,
	struct notes *notes, struct co_event *event, struct co_latch *latch,
	struct co_semaphore *semaphore)
{
	int i;

	manual_init(m);
	for (i = 0; i < 3; i++) {
		waiting_init(&f[i], notes, i);
		f[i].event = event;
		f[i].latch = latch;
		f[i].semaphore = semaphore;
		start_on(m, &f[i].task);
	}
	manual_run(m);
}

TEST manual_event_lets_all_through(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_event event;
	struct waiting f[3];
	struct manual m;

	co_event_init(&event, CO_EVENT_MANUAL);
	start_three(f, &m, &notes, &event, NULL, NULL);
	CO_CHECK_EQ(0, notes.n);
	co_event_set(&event);
	manual_run(&m);
	CO_CHECK_EQ(3, notes.n);
	co_step("it stays set, until it is reset");
	start_three(f, &m, &notes, &event, NULL, NULL);
	CO_CHECK_EQ(6, notes.n);
	co_event_reset(&event);
	start_three(f, &m, &notes, &event, NULL, NULL);
	CO_CHECK_EQ(6, notes.n);
	co_event_set(&event);
	manual_run(&m);
	CO_CHECK_EQ(9, notes.n);
	co_event_fini(&event);
	PASS();
}

TEST automatic_event_lets_one_through(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_event event;
	struct waiting f[3];
	struct manual m;

	co_event_init(&event, CO_EVENT_AUTO);
	co_event_set(&event);
	co_event_set(&event);
	start_three(f, &m, &notes, &event, NULL, NULL);
	CO_CHECK_EQ(1, notes.n);
	co_event_set(&event);
	manual_run(&m);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(1, notes.ids[1]);
	co_event_set(&event);
	manual_run(&m);
	CO_CHECK_EQ(3, notes.n);
	co_event_fini(&event);
	PASS();
}

TEST latch_opens_at_zero(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_latch latch;
	struct waiting f[3];
	struct manual m;

	co_latch_init(&latch, 3);
	start_three(f, &m, &notes, NULL, &latch, NULL);
	CO_CHECK_EQ(0, co_latch_count_down(&latch, 1));
	CO_CHECK_EQ(-ERANGE, co_latch_count_down(&latch, 3));
	CO_CHECK_EQ(0, co_latch_count_down(&latch, 1));
	manual_run(&m);
	CO_CHECK_EQ(0, notes.n);
	CO_CHECK_EQ(0, co_latch_count_down(&latch, 1));
	manual_run(&m);
	CO_CHECK_EQ(3, notes.n);
	CO_CHECK_EQ(-ERANGE, co_latch_count_down(&latch, 1));
	co_latch_fini(&latch);
	PASS();
}

TEST semaphore_gives_permits_in_order(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_semaphore semaphore;
	struct waiting f[3];
	struct manual m;

	co_semaphore_init(&semaphore, 1);
	start_three(f, &m, &notes, NULL, NULL, &semaphore);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK(!co_semaphore_try_acquire(&semaphore));
	CO_CHECK_EQ(0, co_semaphore_release(&semaphore, 1));
	co_step("the permit belongs to the one that waits");
	CO_CHECK(!co_semaphore_try_acquire(&semaphore));
	manual_run(&m);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(1, notes.ids[1]);
	CO_CHECK_EQ(0, co_semaphore_release(&semaphore, 2));
	manual_run(&m);
	CO_CHECK_EQ(3, notes.n);
	CO_CHECK(co_semaphore_try_acquire(&semaphore));
	CO_CHECK(!co_semaphore_try_acquire(&semaphore));
	CO_CHECK_EQ(0, co_semaphore_release(&semaphore, SIZE_MAX));
	CO_CHECK_EQ(-EOVERFLOW, co_semaphore_release(&semaphore, 1));
	co_semaphore_fini(&semaphore);
	PASS();
}

TEST channel_keeps_order_and_bounds(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct porter sender, receiver;
	struct co_channel channel;
	struct manual m;
	void *slots[2];
	int i;

	manual_init(&m);
	CO_CHECK_EQ(0, co_channel_init(&channel, slots, 2));
	porter_init(&sender, sender_body, &channel, &notes);
	sender.last = 7;
	start_on(&m, &sender.task);
	manual_run(&m);
	co_step("two are inside, and the sender waits with the third");
	CO_CHECK_EQ(3, sender.next);
	CO_CHECK_EQ(-EAGAIN, co_channel_try_send(&channel, NULL));
	porter_init(&receiver, receiver_body, &channel, &notes);
	start_on(&m, &receiver.task);
	manual_run(&m);
	CO_CHECK_EQ(7, notes.n);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(i + 1, notes.ids[i]);
	CO_CHECK_EQ(0, co_channel_close(&channel));
	manual_run(&m);
	CO_CHECK_EQ(-EPIPE, receiver.task.error);
	co_channel_fini(&channel);
	PASS();
}

TEST closed_channel_is_drained(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_channel channel;
	struct porter sender;
	void *slots[1];
	void *value;
	struct manual m;

	manual_init(&m);
	CO_CHECK_EQ(-EINVAL, co_channel_init(&channel, slots, 0));
	CO_CHECK_EQ(0, co_channel_init(&channel, slots, 1));
	CO_CHECK_EQ(-EAGAIN, co_channel_try_receive(&channel, &value));
	CO_CHECK_EQ(0, co_channel_try_send(&channel, &m));
	porter_init(&sender, sender_body, &channel, &notes);
	sender.last = 1;
	start_on(&m, &sender.task);
	manual_run(&m);
	CO_CHECK_EQ(0, co_channel_close(&channel));
	CO_CHECK_EQ(-EALREADY, co_channel_close(&channel));
	manual_run(&m);
	co_step("the sender that waited is told; what is inside comes out");
	CO_CHECK_EQ(-EPIPE, sender.task.error);
	CO_CHECK_EQ(-EPIPE, co_channel_try_send(&channel, &m));
	CO_CHECK_EQ(0, co_channel_try_receive(&channel, &value));
	CO_CHECK(value == &m);
	CO_CHECK_EQ(-EPIPE, co_channel_try_receive(&channel, &value));
	co_channel_fini(&channel);
	PASS();
}

/* Waits for a baton and makes a note. */
struct runner {
	struct co_task task;
	struct co_baton *baton;
	struct notes *notes;
};

static struct co_task *runner_body(struct co_task *self)
{
	struct runner *f = co_frame(self, struct runner);

	CO_BEGIN(self);
	CO_AWAIT(self, co_baton_wait(f->baton));
	note(f->notes, 1, co_awaited(self));
	CO_END(self);
}

TEST baton_is_posted_before_or_after(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_baton baton;
	struct runner f = {.baton = &baton, .notes = &notes};

	co_baton_init(&baton);
	co_task_init(&f.task, runner_body, "runner");
	co_resume(&f.task);
	CO_CHECK_EQ(0, notes.n);
	co_baton_post(&baton);
	CO_CHECK_EQ(1, notes.n);
	co_step("it stays posted, until it is reset");
	co_task_init(&f.task, runner_body, "runner");
	co_resume(&f.task);
	CO_CHECK_EQ(2, notes.n);
	co_baton_reset(&baton);
	co_task_init(&f.task, runner_body, "runner");
	co_resume(&f.task);
	CO_CHECK_EQ(2, notes.n);
	co_baton_post(&baton);
	CO_CHECK_EQ(3, notes.n);
	co_baton_fini(&baton);
	PASS();
}

TEST wait_group_waits_for_zero_again_and_again(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_wait_group group;
	struct waiting f;
	int i;

	co_wait_group_init(&group);
	CO_CHECK_EQ(-ERANGE, co_wait_group_done(&group));
	for (i = 0; i < 2; i++) {
		CO_CHECK_EQ(0, co_wait_group_add(&group, 2));
		CO_CHECK_EQ(-EOVERFLOW, co_wait_group_add(&group, SIZE_MAX));
		waiting_init(&f, &notes, i);
		f.event = &group.event;
		co_resume(&f.task);
		CO_CHECK_EQ(0, co_wait_group_done(&group));
		CO_CHECK_EQ(i, notes.n);
		CO_CHECK_EQ(0, co_wait_group_done(&group));
		CO_CHECK_EQ(i + 1, notes.n);
	}
	co_wait_group_fini(&group);
	PASS();
}

/* Locks, waits for a condition, notes what came of it, unlocks. */
struct patient {
	struct co_task task;
	struct co_mutex_wait lock;
	struct co_condition_wait wait;
	struct co_condition *condition;
	struct notes *notes;
	int id;
};

static struct co_task *patient_body(struct co_task *self)
{
	struct patient *f = co_frame(self, struct patient);

	CO_BEGIN(self);
	CO_LOCKED(self, f->condition->mutex, &f->lock)
	{
		CO_AWAIT(self, co_condition_wait(f->condition, &f->wait));
		note(f->notes, f->id, co_awaited(self));
		CO_CHECK(atomic_load(&f->condition->mutex->holder) == self);
	}
	CO_END(self);
}

static void patient_init(struct patient *f, struct co_condition *condition,
	struct notes *notes, int id)
{
	co_task_init(&f->task, patient_body, "patient");
	f->condition = condition;
	f->notes = notes;
	f->id = id;
}

TEST condition_wakes_one_or_all_in_order(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_condition condition;
	struct co_mutex mutex;
	struct patient f[3];
	int i;

	co_mutex_init(&mutex);
	co_condition_init(&condition, &mutex);
	for (i = 0; i < 3; i++) {
		patient_init(&f[i], &condition, &notes, i);
		co_resume(&f[i].task);
	}
	CO_CHECK_EQ(0, notes.n);
	co_condition_notify_one(&condition);
	CO_CHECK_EQ(1, notes.n);
	co_step("who is notified waits for the mutex, if it is held");
	CO_CHECK(co_mutex_try_lock(&mutex));
	co_condition_notify_all(&condition);
	CO_CHECK_EQ(1, notes.n);
	co_mutex_unlock(&mutex);
	CO_CHECK_EQ(3, notes.n);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(i, notes.ids[i]);
	co_condition_fini(&condition);
	co_mutex_fini(&mutex);
	PASS();
}

TEST cancelled_condition_wait_holds_the_mutex(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_condition condition;
	struct co_mutex mutex;
	struct patient f;

	co_mutex_init(&mutex);
	co_condition_init(&condition, &mutex);
	co_cancel_source_init(&source);
	patient_init(&f, &condition, &notes, 1);
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	co_resume(&f.task);
	CO_CHECK(co_mutex_try_lock(&mutex));
	co_cancel_request(&source);
	CO_CHECK_EQ(0, notes.n);
	co_mutex_unlock(&mutex);
	CO_CHECK_EQ(-ECANCELED, noted_error(&notes, 1));
	CO_CHECK_STATUS(CO_DONE, &f.task);
	co_condition_fini(&condition);
	co_cancel_source_fini(&source);
	co_mutex_fini(&mutex);
	PASS();
}

SUITE(part_f)
{
	RUN_TEST(baton_is_posted_before_or_after);
	RUN_TEST(wait_group_waits_for_zero_again_and_again);
	RUN_TEST(condition_wakes_one_or_all_in_order);
	RUN_TEST(cancelled_condition_wait_holds_the_mutex);
	RUN_TEST(manual_event_lets_all_through);
	RUN_TEST(automatic_event_lets_one_through);
	RUN_TEST(latch_opens_at_zero);
	RUN_TEST(semaphore_gives_permits_in_order);
	RUN_TEST(channel_keeps_order_and_bounds);
	RUN_TEST(closed_channel_is_drained);
}
