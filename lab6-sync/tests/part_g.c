// SPDX-License-Identifier: MIT
/*
 * Part G: transfers that end, and the watch that says who waits for whom.
 */
#include "co/account.h"
#include "suites.h"
#include "util.h"

static char reported[256];

static void keep_report(const char *text)
{
	snprintf(reported, sizeof(reported), "%s", text);
}

TEST transfer_moves_money(void)
{
	struct co_account a, b;
	struct co_transfer f;
	int err;

	co_account_init(&a, "a", 10);
	co_account_init(&b, "b", 0);
	co_transfer_init(&f, &a, &b, 7);
	err = co_task_wait(&f.task);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(3, a.balance);
	CO_CHECK_EQ(7, b.balance);
	co_step("there is not enough left: nothing is moved");
	co_transfer_init(&f, &a, &b, 4);
	err = co_task_wait(&f.task);
	CO_CHECK_EQ(-ERANGE, err);
	CO_CHECK_EQ(3, a.balance);
	co_account_fini(&a);
	co_account_fini(&b);
	PASS();
}

TEST transfer_to_itself_ends(void)
{
	struct co_transfer f;
	struct co_account a;

	co_account_init(&a, "a", 10);
	co_transfer_init(&f, &a, &a, 7);
	co_resume(&f.task);
	CO_CHECK_STATUS(CO_DONE, &f.task);
	CO_CHECK_EQ(10, a.balance);
	co_account_fini(&a);
	PASS();
}

/* Locks @first, takes a turn, locks @second. */
struct greedy {
	struct co_task task;
	struct co_mutex_wait waits[2];
	struct co_turn turn;
	struct co_mutex *first, *second;
};

static struct co_task *greedy_body(struct co_task *self)
{
	struct greedy *f = co_frame(self, struct greedy);

	CO_BEGIN(self);
	CO_AWAIT(self, co_mutex_lock(f->first, &f->waits[0]));
	CO_AWAIT(self, co_reschedule(&f->turn));
	CO_AWAIT(self, co_mutex_lock(f->second, &f->waits[1]));
	co_mutex_unlock(f->second);
	co_mutex_unlock(f->first);
	CO_END(self);
}

static void two_mutexes(struct co_mutex *mutexes)
{
	co_mutex_init(&mutexes[0]);
	co_mutex_set_name(&mutexes[0], "one");
	co_mutex_init(&mutexes[1]);
	co_mutex_set_name(&mutexes[1], "two");
	reported[0] = '\0';
	co_lock_watch(keep_report);
}

TEST lock_watch_sees_a_circle(void)
{
	struct co_mutex mutexes[2];
	struct greedy f[2];
	struct manual m;
	int i;

	manual_init(&m);
	two_mutexes(mutexes);
	for (i = 0; i < 2; i++) {
		co_task_init(&f[i].task, greedy_body, i ? "second" : "first");
		f[i].first = &mutexes[i];
		f[i].second = &mutexes[!i];
		start_on(&m, &f[i].task);
	}
	manual_run(&m);
	CO_CHECK_STATUS(CO_SUSPENDED, &f[0].task);
	CO_CHECK_STATUS(CO_SUSPENDED, &f[1].task);
	CO_CHECK(!strcmp("deadlock: 'second' wants one, held by 'first', "
			 "'first' wants two, held by 'second'",
		reported));
	co_lock_watch(NULL);
	PASS();
}

TEST lock_watch_sees_an_inversion(void)
{
	struct co_mutex mutexes[2];
	struct greedy f[2];
	struct manual m;
	int i;

	manual_init(&m);
	two_mutexes(mutexes);
	for (i = 0; i < 2; i++) {
		co_task_init(&f[i].task, greedy_body, i ? "second" : "first");
		f[i].first = &mutexes[i];
		f[i].second = &mutexes[!i];
		CO_CHECK_EQ('\0', reported[0]);
		start_on(&m, &f[i].task);
		manual_run(&m);
		CO_CHECK_STATUS(CO_DONE, &f[i].task);
	}
	CO_CHECK(!strncmp("lock order: 'second' holds two", reported, 30));
	co_mutex_fini(&mutexes[0]);
	co_mutex_fini(&mutexes[1]);
	co_lock_watch(NULL);
	PASS();
}

/* Ends with the lock. */
static struct co_task *careless_body(struct co_task *self)
{
	struct greedy *f = co_frame(self, struct greedy);

	CO_BEGIN(self);
	CO_AWAIT(self, co_mutex_lock(f->first, &f->waits[0]));
	CO_END(self);
}

TEST lock_watch_sees_a_leak(void)
{
	struct co_mutex mutexes[2];
	struct greedy f;

	two_mutexes(mutexes);
	co_task_init(&f.task, careless_body, "careless");
	f.first = &mutexes[0];
	co_resume(&f.task);
	CO_CHECK_STATUS(CO_DONE, &f.task);
	CO_CHECK(!strcmp("leak: 'careless' has ended and holds one", reported));
	co_lock_watch(NULL);
	PASS();
}

SUITE(part_g)
{
	RUN_TEST(transfer_moves_money);
	RUN_TEST(transfer_to_itself_ends);
	RUN_TEST(lock_watch_sees_a_circle);
	RUN_TEST(lock_watch_sees_an_inversion);
	RUN_TEST(lock_watch_sees_a_leak);
}
