// SPDX-License-Identifier: MIT
/*
 * Part C: the promise.
 */
#include <pthread.h>

#include "co/promise.h"
#include "suites.h"

/* Callbacks that write their number down. */
struct note {
	struct co_callback callback;
	int number;
};

static int notes[16];
static int noted;

static void note_down(struct co_callback *callback, struct co_task *task)
{
	CO_CHECK(co_task_is_done(task));
	if (noted < 16)
		notes[noted] = co_container_of(callback, struct note, callback)
				       ->number;
	noted++;
}

TEST callbacks_that_fit_run_in_order_of_registration(void)
{
	struct note n[6] = {{.number = 0}, {.number = 1}, {.number = 2},
		{.number = 3}, {.number = 4}, {.number = 5}};
	struct walker w;

	walker_init(&w, "fails", 1, -EIO);
	co_step("register finally, then, catching, finally before the start");
	co_task_finally(&w.task, &n[0].callback, note_down);
	co_task_then(&w.task, &n[1].callback, note_down);
	co_task_catching(&w.task, &n[2].callback, note_down);
	co_task_finally(&w.task, &n[3].callback, note_down);
	co_resume(&w.task);
	co_step("and catching, then while it is suspended");
	co_task_catching(&w.task, &n[4].callback, note_down);
	co_task_then(&w.task, &n[5].callback, note_down);
	CO_CHECK_EQ(0, noted);
	co_step("it fails: finally and catching run, each once, in order");
	co_resume(&w.task);
	CO_CHECK_EQ(4, noted);
	CO_CHECK_EQ(0, notes[0]);
	CO_CHECK_EQ(2, notes[1]);
	CO_CHECK_EQ(3, notes[2]);
	CO_CHECK_EQ(4, notes[3]);
	PASS();
}

TEST callback_after_end_runs_at_once(void)
{
	struct note n[3] = {{.number = 7}, {.number = 8}, {.number = 9}};
	struct walker w;

	walker_init(&w, "ended", 0, 0);
	co_resume(&w.task);
	CO_CHECK_STATUS(CO_DONE, &w.task);
	co_step("then, catching, finally on a task that is done");
	co_task_then(&w.task, &n[0].callback, note_down);
	CO_CHECK_EQ(1, noted);
	co_task_catching(&w.task, &n[1].callback, note_down);
	CO_CHECK_EQ(1, noted);
	co_task_finally(&w.task, &n[2].callback, note_down);
	CO_CHECK_EQ(2, noted);
	CO_CHECK_EQ(7, notes[0]);
	CO_CHECK_EQ(9, notes[1]);
	PASS();
}

TEST wait_starts_task_and_returns_its_error(void)
{
	struct walker good, bad;
	int err;

	walker_init(&good, "good", 0, 0);
	walker_init(&bad, "bad", 0, -ENOENT);
	co_step("wait for a task that nobody has started");
	err = co_task_wait(&good.task);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(1, good.runs);
	co_step("and for one that fails");
	err = co_task_wait(&bad.task);
	CO_CHECK_EQ(-ENOENT, err);
	co_step("and again: it has ended already and does not run");
	err = co_task_wait(&bad.task);
	CO_CHECK_EQ(-ENOENT, err);
	CO_CHECK_EQ(1, bad.runs);
	PASS();
}

static void *resume_to_end(void *arg)
{
	struct co_task *task = arg;

	co_resume(task);
	return NULL;
}

TEST wait_sleeps_until_another_thread_ends_task(void)
{
	pthread_t thread;
	struct walker w;
	int err;

	walker_init(&w, "elsewhere", 1, -EPIPE);
	co_step("start a task; it suspends");
	co_resume(&w.task);
	co_step("another thread resumes it, to its end, while we wait");
	err = pthread_create(&thread, NULL, resume_to_end, &w.task);
	CO_CHECK_EQ(0, err);
	err = co_task_wait(&w.task);
	CO_CHECK_EQ(-EPIPE, err);
	CO_CHECK_STATUS(CO_FAILED, &w.task);
	pthread_join(thread, NULL);
	PASS();
}

/* Joins @target and keeps what came of it. */
struct joiner {
	struct co_task task;
	struct co_join join;
	struct co_task *target;
	int seen;
};

static struct co_task *joiner_body(struct co_task *self)
{
	struct joiner *j = co_frame(self, struct joiner);

	CO_BEGIN(self);
	CO_AWAIT(self, co_task_join(&j->join, j->target));
	j->seen = co_awaited(self);
	CO_END(self);
}

TEST join_gets_error_of_task_that_others_started(void)
{
	struct joiner j[3];
	struct walker w;
	int i;

	walker_init(&w, "joined", 1, -EIO);
	co_resume(&w.task);
	for (i = 0; i < 3; i++) {
		j[i].target = &w.task;
		j[i].seen = 1;
		co_task_init(&j[i].task, joiner_body, "joiner");
	}
	co_step("two tasks join it while it is suspended");
	co_resume(&j[0].task);
	co_resume(&j[1].task);
	CO_CHECK_STATUS(CO_SUSPENDED, &j[0].task);
	CO_CHECK_EQ(1, w.runs);
	co_step("it fails: both go on");
	co_resume(&w.task);
	CO_CHECK_EQ(-EIO, j[0].seen);
	CO_CHECK_EQ(-EIO, j[1].seen);
	co_step("a third joins it after its end");
	co_resume(&j[2].task);
	CO_CHECK_EQ(-EIO, j[2].seen);
	for (i = 0; i < 3; i++)
		CO_CHECK_STATUS(CO_DONE, &j[i].task);
	PASS();
}

SUITE(part_c)
{
	RUN_TEST(callbacks_that_fit_run_in_order_of_registration);
	RUN_TEST(callback_after_end_runs_at_once);
	RUN_TEST(wait_starts_task_and_returns_its_error);
	RUN_TEST(wait_sleeps_until_another_thread_ends_task);
	RUN_TEST(join_gets_error_of_task_that_others_started);
}
