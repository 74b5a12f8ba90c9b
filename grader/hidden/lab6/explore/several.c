// SPDX-License-Identifier: MIT
/*
 * Several that wait, explored: a notify and a cancel request that meet, a
 * waiter that is used again, two senders, a wait group that grows, and who is
 * asked when it is decided.
 */
#include "co/condition.h"
#include "co/new_thread.h"
#include "co/wait_group.h"
#include "meeting.h"

/* Waits for one notify. */
struct patient {
	struct co_task task;
	struct co_mutex_wait lock;
	struct co_condition_wait wait;
	struct co_condition *condition;
	int result; /* 1: it waits still */
};

static struct co_task *patient_body(struct co_task *self)
{
	struct patient *f = co_frame(self, struct patient);

	CO_BEGIN(self);
	CO_TRY(self, co_mutex_lock(f->condition->mutex, &f->lock));
	CO_AWAIT(self, co_condition_wait(f->condition, &f->wait));
	f->result = co_awaited(self);
	co_mutex_unlock(f->condition->mutex);
	CO_END(self);
}

static void *notifying_thread(void *condition)
{
	co_condition_notify_one(condition);
	return NULL;
}

static void notify_meets_cancel(void)
{
	struct co_cancel_source source;
	struct co_condition condition;
	struct co_mutex mutex;
	struct patient f[2];
	pthread_t threads[2];
	int i;

	co_mutex_init(&mutex);
	co_condition_init(&condition, &mutex);
	co_cancel_source_init(&source);
	for (i = 0; i < 2; i++) {
		f[i] = (struct patient){.condition = &condition, .result = 1};
		co_task_init(&f[i].task, patient_body, "patient");
	}
	co_with_cancel(&f[0].task, co_cancel_token_of(&source));
	co_resume(&f[0].task);
	co_resume(&f[1].task);
	threads[0] = request_elsewhere(&source);
	CO_CHECK_EQ(0, pthread_create(&threads[1], NULL, notifying_thread,
			       &condition));
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	/* One of the two has the notify, whoever came first. */
	CO_CHECK(f[0].result == 0 || f[0].result == -ECANCELED);
	CO_CHECK_EQ(f[0].result ? 0 : 1, f[1].result);
	co_condition_notify_one(&condition);
	CO_CHECK_EQ(0, f[1].result);
	co_condition_fini(&condition);
	co_mutex_fini(&mutex);
	co_cancel_source_fini(&source);
}

static void two_senders_meet_a_receiver(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct porter senders[2], receiver;
	struct co_channel channel;
	void *slots[1];
	int i;

	CO_CHECK_EQ(0, co_channel_init(&channel, slots, 1));
	porter_init(&receiver, receiver_body, &channel, &notes);
	for (i = 0; i < 2; i++) {
		porter_init(&senders[i], sender_body, &channel, &notes);
		senders[i].next = 10 * i + 1;
		senders[i].last = 10 * i + 2;
	}
	resume_three(&senders[0].task, &senders[1].task, &receiver.task);
	CO_CHECK_STATUS(CO_DONE, &senders[0].task);
	CO_CHECK_STATUS(CO_DONE, &senders[1].task);
	CO_CHECK_EQ(4, notes.n);
	/* Each one's values come in the order in which it sent them. */
	for (i = 0; i < 4; i++)
		CO_CHECK_EQ(0, noted_error(&notes, 10 * (i / 2) + i % 2 + 1));
	for (i = 1; i < 4; i++)
		CO_CHECK(notes.ids[i] != 1 || notes.ids[i - 1] != 2);
	CO_CHECK_EQ(0, co_channel_close(&channel));
	CO_CHECK_EQ(-EPIPE, receiver.task.error);
	co_channel_fini(&channel);
}

/* Awaits a wait group. */
struct guest {
	struct co_task task;
	struct co_event_wait wait;
	struct co_wait_group *group;
	int result;
};

static struct co_task *guest_body(struct co_task *self)
{
	struct guest *f = co_frame(self, struct guest);

	CO_BEGIN(self);
	CO_AWAIT(self, co_wait_group_await(f->group, &f->wait));
	f->result = co_awaited(self);
	CO_END(self);
}

static void *working_thread(void *group)
{
	/* It finds more to do before it is done. */
	CO_CHECK_EQ(0, co_wait_group_add(group, 1));
	CO_CHECK_EQ(0, co_wait_group_done(group));
	CO_CHECK_EQ(0, co_wait_group_done(group));
	return NULL;
}

static void wait_group_grows_while_awaited(void)
{
	struct co_wait_group group;
	pthread_t threads[2];
	struct guest f = {.group = &group, .result = 1};
	int i;

	co_wait_group_init(&group);
	CO_CHECK_EQ(0, co_wait_group_add(&group, 2));
	co_task_init(&f.task, guest_body, "guest");
	for (i = 0; i < 2; i++)
		CO_CHECK_EQ(0, pthread_create(&threads[i], NULL, working_thread,
				       &group));
	co_resume(&f.task);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK_EQ(0, f.result);
	CO_CHECK_EQ(-ERANGE, co_wait_group_done(&group));
	co_wait_group_fini(&group);
}

/* Two of three: one is here, two are on threads of their own. */
static void quorum_of_three(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct club *f = malloc(sizeof(*f));
	struct co_new_thread *threads;
	int i;

	CO_CHECK_EQ(0, co_new_thread_create(&threads));
	club_init(f, &notes, 3, 2);
	f->members[2].error = -EIO;
	for (i = 0; i < 3; i++) {
		f->members[i].turns = 0;
		if (i)
			co_schedule_on(
				f->tasks[i], co_new_thread_executor(threads));
	}
	CO_CHECK_EQ(0, co_task_wait(&f->task));
	CO_CHECK_EQ(0, noted_error(&notes, 1000));
	for (i = 0; i < 3; i++)
		CO_CHECK(co_task_is_done(f->tasks[i]));
	/* Whoever is still inside is found out. */
	free(f);
	co_new_thread_destroy(threads);
}

/* Wants two mutexes, one after the other, with the same waiter. */
struct taker {
	struct co_task task;
	struct co_mutex_wait wait;
	struct co_mutex mutexes[2];
	int passed; /* how often */
};

static struct co_task *taker_body(struct co_task *self)
{
	struct taker *f = co_frame(self, struct taker);

	CO_BEGIN(self);
	CO_AWAIT(self, co_mutex_lock(&f->mutexes[0], &f->wait));
	f->passed++;
	if (!co_awaited(self))
		co_mutex_unlock(&f->mutexes[0]);
	self->cancel = NULL;
	CO_AWAIT(self, co_mutex_lock(&f->mutexes[1], &f->wait));
	f->passed++;
	co_mutex_unlock(&f->mutexes[1]);
	CO_END(self);
}

static void *unlocking_thread(void *mutex)
{
	co_mutex_unlock(mutex);
	return NULL;
}

/*
 * The request may come when the mutex was handed over and the task not yet
 * woken. If both wake it, one of them does so in its second wait.
 */
static void granted_wait_ends_once(void)
{
	struct co_cancel_source source;
	pthread_t threads[2];
	struct taker f;
	int i;

	f.passed = 0;
	for (i = 0; i < 2; i++) {
		co_mutex_init(&f.mutexes[i]);
		CO_CHECK(co_mutex_try_lock(&f.mutexes[i]));
	}
	co_cancel_source_init(&source);
	co_task_init(&f.task, taker_body, "taker");
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	CO_CHECK_EQ(0, pthread_create(&threads[0], NULL, unlocking_thread,
			       &f.mutexes[0]));
	threads[1] = request_elsewhere(&source);
	co_resume(&f.task);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	/* Nobody has unlocked the second. */
	CO_CHECK_EQ(1, f.passed);
	unlocking_thread(&f.mutexes[1]);
	CO_CHECK_EQ(2, f.passed);
	for (i = 0; i < 2; i++)
		co_mutex_fini(&f.mutexes[i]);
	co_cancel_source_fini(&source);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(notify_meets_cancel, .schedules = MOST),
	EXPLORE_TEST(granted_wait_ends_once, .schedules = MOST),
	EXPLORE_TEST(two_senders_meet_a_receiver, .schedules = MOST),
	EXPLORE_TEST(wait_group_grows_while_awaited, .schedules = MANY),
	EXPLORE_TEST(quorum_of_three, .schedules = MOST),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
