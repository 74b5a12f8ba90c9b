// SPDX-License-Identifier: MIT
/*
 * Who is told, and who is gone, when executors refuse and frames go away.
 */
#include "../../../lab6-sync/tests/util.h"
#include "co/account.h"
#include "co/baton.h"
#include "suites.h"

/* Collects one task that waits for an event. */
struct hoping {
	struct co_task task;
	struct co_collect collect;
	struct co_collect_guard guard;
	struct waiting child;
	struct co_task *tasks[1];
};

static struct co_task *hoping_body(struct co_task *self)
{
	struct hoping *f = co_frame(self, struct hoping);

	CO_BEGIN(self);
	CO_TRY(self, co_collect_all(&f->collect, f->tasks, &f->guard, 1));
	CO_END(self);
}

TEST collect_ends_when_its_executor_is_gone(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_event event;
	struct hoping f;
	struct manual m;

	manual_init(&m);
	co_event_init(&event, CO_EVENT_MANUAL);
	co_task_init(&f.task, hoping_body, "hoping");
	waiting_init(&f.child, &notes, 1);
	f.child.event = &event;
	f.tasks[0] = &f.child.task;
	start_on(&m, &f.task);
	manual_run(&m);
	co_step("the executor takes nothing any more, and the child wakes");
	m.refuse = -ESHUTDOWN;
	co_event_set(&event);
	CO_CHECK_STATUS(CO_CANCELLED, &f.child.task);
	CO_CHECK_STATUS(CO_CANCELLED, &f.task);
	co_event_fini(&event);
	PASS();
}

/* A task waits for a mutex, ends, and its frame is used for other things. */
static void token_outlives_waiter(bool killed)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_mutex mutex;
	struct locker f;
	struct manual m;

	manual_init(&m);
	co_mutex_init(&mutex);
	CO_CHECK(co_mutex_try_lock(&mutex));
	co_cancel_source_init(&source);
	locker_init(&f, &mutex, &notes, 1);
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	start_on(&m, &f.task);
	manual_run(&m);
	m.refuse = -ESHUTDOWN;
	if (killed)
		CO_CHECK_EQ(0, co_task_kill(&f.task, -EOWNERDEAD));
	else
		co_mutex_unlock(&mutex);
	CO_CHECK(co_task_is_done(&f.task));
	/* Ours, or that of the task, which had it when it ended. */
	co_mutex_unlock(&mutex);
	memset(&f, 0xa5, sizeof(f));
	co_step("a request comes for a token that the task had");
	co_cancel_request(&source);
	co_mutex_fini(&mutex);
	co_cancel_source_fini(&source);
}

TEST ended_waiter_is_off_its_token(void)
{
	token_outlives_waiter(false);
	token_outlives_waiter(true);
	PASS();
}

/* Waits for two events, one after the other, with the same waiter. */
struct twice {
	struct co_task task;
	struct co_event_wait wait;
	struct co_event *events;
	int passed;
};

static struct co_task *twice_body(struct co_task *self)
{
	struct twice *f = co_frame(self, struct twice);

	CO_BEGIN(self);
	CO_AWAIT(self, co_event_await(&f->events[0], &f->wait));
	f->passed++;
	CO_AWAIT(self, co_event_await(&f->events[1], &f->wait));
	f->passed++;
	CO_END(self);
}

TEST woken_waiter_may_wait_elsewhere(void)
{
	struct co_event events[2];
	struct twice f[3];
	int i;

	for (i = 0; i < 2; i++)
		co_event_init(&events[i], CO_EVENT_MANUAL);
	for (i = 0; i < 3; i++) {
		co_task_init(&f[i].task, twice_body, "twice");
		f[i].events = events;
		f[i].passed = 0;
		co_resume(&f[i].task);
	}
	co_step("each waits for the second event before the next is woken");
	co_event_set(&events[0]);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(1, f[i].passed);
	co_event_set(&events[1]);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(2, f[i].passed);
	for (i = 0; i < 2; i++)
		co_event_fini(&events[i]);
	PASS();
}

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

TEST baton_wakes_task_on_its_executor(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_baton baton;
	struct runner f = {.baton = &baton, .notes = &notes};
	struct manual m;

	manual_init(&m);
	co_baton_init(&baton);
	co_task_init(&f.task, runner_body, "runner");
	start_on(&m, &f.task);
	manual_run(&m);
	co_baton_post(&baton);
	CO_CHECK_EQ(0, notes.n);
	manual_run(&m);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK(notes.executors[0] == &m.executor);
	co_baton_fini(&baton);
	PASS();
}

/* The transfer has one mutex and waits for the other, which is held. */
static void cancel_transfer(struct co_account *accounts, int held)
{
	struct co_cancel_source source;
	struct co_transfer f;

	co_cancel_source_init(&source);
	co_transfer_init(&f, &accounts[0], &accounts[1], 7);
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	CO_CHECK(co_mutex_try_lock(&accounts[held].mutex));
	co_resume(&f.task);
	CO_CHECK_STATUS(CO_SUSPENDED, &f.task);
	co_cancel_request(&source);
	CO_CHECK_STATUS(CO_CANCELLED, &f.task);
	co_mutex_unlock(&accounts[held].mutex);
	co_cancel_source_fini(&source);
}

TEST cancelled_transfer_unlocks_and_moves_nothing(void)
{
	struct co_account accounts[2];
	int i;

	co_account_init(&accounts[0], "a", 10);
	co_account_init(&accounts[1], "b", 0);
	for (i = 0; i < 2; i++)
		cancel_transfer(accounts, i);
	CO_CHECK_EQ(10, accounts[0].balance);
	CO_CHECK_EQ(0, accounts[1].balance);
	for (i = 0; i < 2; i++)
		co_account_fini(&accounts[i]);
	PASS();
}

SUITE(refused)
{
	RUN_TEST(collect_ends_when_its_executor_is_gone);
	RUN_TEST(ended_waiter_is_off_its_token);
	RUN_TEST(woken_waiter_may_wait_elsewhere);
	RUN_TEST(baton_wakes_task_on_its_executor);
	RUN_TEST(cancelled_transfer_unlocks_and_moves_nothing);
}
