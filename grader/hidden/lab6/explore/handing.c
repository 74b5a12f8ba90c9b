// SPDX-License-Identifier: MIT
/*
 * The baton, the wait group, the condition and transfers, explored.
 */
#include "co/account.h"
#include "co/baton.h"
#include "co/condition.h"
#include "co/wait_group.h"
#include "meeting.h"

static void *posting_thread(void *baton)
{
	co_baton_post(baton);
	return NULL;
}

struct runner {
	struct co_task task;
	struct co_baton baton;
	int *seen; /* written before the post */
	int passed;
};

static struct co_task *runner_body(struct co_task *self)
{
	struct runner *f = co_frame(self, struct runner);

	CO_BEGIN(self);
	CO_AWAIT(self, co_baton_wait(&f->baton));
	f->passed += *f->seen;
	CO_END(self);
}

static void baton_post_meets_wait(void)
{
	int value = 1;
	struct runner f = {.seen = &value};
	pthread_t threads[2];
	int i;

	co_task_init(&f.task, runner_body, "runner");
	co_baton_init(&f.baton);
	for (i = 0; i < 2; i++)
		CO_CHECK_EQ(0, pthread_create(&threads[i], NULL, posting_thread,
				       &f.baton));
	co_resume(&f.task);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK_EQ(1, f.passed);
	co_baton_fini(&f.baton);
}

static void *done_thread(void *group)
{
	CO_CHECK_EQ(0, co_wait_group_done(group));
	return NULL;
}

static void wait_group_counts_every_one(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_wait_group group;
	pthread_t threads[2];
	struct waiting f;
	int i;

	co_wait_group_init(&group);
	CO_CHECK_EQ(0, co_wait_group_add(&group, 2));
	waiting_init(&f, &notes, 1);
	f.event = &group.event;
	for (i = 0; i < 2; i++)
		CO_CHECK_EQ(0,
			pthread_create(&threads[i], NULL, done_thread, &group));
	co_resume(&f.task);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(-ERANGE, co_wait_group_done(&group));
	co_wait_group_fini(&group);
}

/* A flag, and who waits for it or sets it. */
struct signal {
	struct co_mutex mutex;
	struct co_condition condition;
	bool set; /* under @mutex */
};

struct party {
	struct co_task task;
	struct co_mutex_wait lock;
	struct co_condition_wait wait;
	struct signal *signal;
	bool sets;
};

static struct co_task *party_body(struct co_task *self)
{
	struct party *f = co_frame(self, struct party);

	CO_BEGIN(self);
	CO_TRY(self, co_mutex_lock(&f->signal->mutex, &f->lock));
	if (f->sets) {
		f->signal->set = true;
		co_condition_notify_all(&f->signal->condition);
	}
	while (!f->signal->set)
		CO_AWAIT(self,
			co_condition_wait(&f->signal->condition, &f->wait));
	co_mutex_unlock(&f->signal->mutex);
	CO_END(self);
}

static void notify_meets_two_waits(void)
{
	struct signal signal = {.set = false};
	struct party f[3];
	int i;

	co_mutex_init(&signal.mutex);
	co_condition_init(&signal.condition, &signal.mutex);
	for (i = 0; i < 3; i++) {
		co_task_init(&f[i].task, party_body, "party");
		f[i].signal = &signal;
		f[i].sets = i == 2;
	}
	resume_three(&f[0].task, &f[1].task, &f[2].task);
	for (i = 0; i < 3; i++)
		CO_CHECK_STATUS(CO_DONE, &f[i].task);
	co_condition_fini(&signal.condition);
	co_mutex_fini(&signal.mutex);
}

/* Counts, if it gets both mutexes; whatever the order of the transfers. */
struct auditor {
	struct co_task task;
	struct co_account *accounts;
	long sum;
};

static struct co_task *auditor_body(struct co_task *self)
{
	struct auditor *f = co_frame(self, struct auditor);
	struct co_account *a = &f->accounts[0];
	struct co_account *b = &f->accounts[1];

	CO_BEGIN(self);
	f->sum = 10;
	if (co_mutex_try_lock(&a->mutex)) {
		if (co_mutex_try_lock(&b->mutex)) {
			f->sum = a->balance + b->balance;
			co_mutex_unlock(&b->mutex);
		}
		co_mutex_unlock(&a->mutex);
	}
	CO_END(self);
}

static void transfers_meet(void)
{
	struct co_account accounts[2];
	struct co_transfer there, back;
	struct co_transfer late;

	co_account_init(&accounts[0], "a", 5);
	co_account_init(&accounts[1], "b", 5);
	co_transfer_init(&there, &accounts[0], &accounts[1], 3);
	co_transfer_init(&back, &accounts[1], &accounts[0], 2);
	co_transfer_init(&late, &accounts[1], &accounts[0], 1);
	resume_three(&there.task, &back.task, &late.task);
	CO_CHECK_STATUS(CO_DONE, &there.task);
	CO_CHECK_STATUS(CO_DONE, &back.task);
	CO_CHECK_STATUS(CO_DONE, &late.task);
	CO_CHECK_EQ(5, accounts[0].balance);
	CO_CHECK_EQ(5, accounts[1].balance);
	co_account_fini(&accounts[0]);
	co_account_fini(&accounts[1]);
}

static void no_money_is_on_its_way(void)
{
	struct co_account accounts[2];
	struct auditor auditor = {.accounts = accounts};
	struct co_transfer f;
	pthread_t thread;

	co_account_init(&accounts[0], "a", 5);
	co_account_init(&accounts[1], "b", 5);
	co_task_init(&auditor.task, auditor_body, "auditor");
	co_transfer_init(&f, &accounts[1], &accounts[0], 3);
	thread = resume_elsewhere(&f.task);
	co_resume(&auditor.task);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(10, auditor.sum);
	CO_CHECK_STATUS(CO_DONE, &f.task);
	co_account_fini(&accounts[0]);
	co_account_fini(&accounts[1]);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(baton_post_meets_wait, .schedules = MANY),
	EXPLORE_TEST(wait_group_counts_every_one, .schedules = MANY),
	EXPLORE_TEST(notify_meets_two_waits, .schedules = MOST),
	EXPLORE_TEST(transfers_meet, .schedules = MOST),
	EXPLORE_TEST(no_money_is_on_its_way, .schedules = MANY),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
