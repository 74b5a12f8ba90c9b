// SPDX-License-Identifier: MIT
/*
 * Sleepers and limits in a world whose time the test moves: kills, refusals,
 * tokens.
 */
#include "../../../lab3-sleep/tests/util.h"
#include "suites.h"

static void start(struct world *w, struct co_task *task)
{
	CO_CHECK_EQ(0, co_start(co_schedule_on(task, world_executor(w))));
	world_settle(w);
}

TEST killed_sleeper_takes_its_timer_back(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct sleeper f;
	struct world w;
	int err;

	world_init(&w);
	co_cancel_source_init(&source);
	sleeper_init(&f, &notes, 1, 1000);
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	start(&w, &f.task);
	err = co_task_kill(&f.task, -EOWNERDEAD);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(CO_KILLED, co_task_status(&f.task));
	CO_CHECK_EQ(0, w.armed);
	co_step("nobody listens to the token any more");
	CO_CHECK(source.token.first == NULL);
	CO_CHECK_EQ(0, co_cancel_request(&source));
	world_run(&w);
	CO_CHECK_EQ(0, notes.n);
	co_cancel_source_fini(&source);
	PASS();
}

TEST sleep_that_has_fired_cannot_be_killed(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct sleeper f;
	struct world w;
	int err;

	world_init(&w);
	sleeper_init(&f, &notes, 1, 1000);
	start(&w, &f.task);
	co_step("it has fired and is posted");
	CO_CHECK(world_fire(&w));
	err = co_task_kill(&f.task, -EOWNERDEAD);
	CO_CHECK_EQ(-EBUSY, err);
	world_settle(&w);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	CO_CHECK_EQ(1, notes.n);
	PASS();
}

TEST sleep_without_a_timer_says_why(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct sleeper f;
	struct world w;

	world_init(&w);
	w.refuse = -ENOMEM;
	sleeper_init(&f, &notes, 1, 1000);
	start(&w, &f.task);
	CO_CHECK_EQ(-ENOMEM, notes.errors[0]);
	w.refuse = -ESHUTDOWN;
	sleeper_init(&f, &notes, 2, 1000);
	start(&w, &f.task);
	CO_CHECK_EQ(-ECANCELED, notes.errors[1]);
	CO_CHECK_EQ(CO_CANCELLED, co_task_status(&f.task));
	PASS();
}

/* Sleeps many times with the same awaiter, at the same depth of the stack. */
struct restless {
	struct co_task task;
	struct co_sleep nap;
	int i;
};

static struct co_task *restless_body(struct co_task *self)
{
	struct restless *f = co_frame(self, struct restless);

	CO_BEGIN(self);
	for (f->i = 0; f->i < 1000; f->i++)
		CO_TRY(self, co_sleep_until(&f->nap, (uint64_t)f->i));
	CO_END(self);
}

TEST sleep_awaiter_can_be_used_again(void)
{
	struct co_cancel_source source;
	struct restless f;
	struct world w;

	world_init(&w);
	co_cancel_source_init(&source);
	co_task_init(&f.task, restless_body, "restless");
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	start(&w, &f.task);
	world_run(&w);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	CO_CHECK_EQ(1000, f.i);
	CO_CHECK(source.token.first == NULL);
	co_cancel_source_fini(&source);
	PASS();
}

TEST killed_parent_takes_the_limit_back(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct limiter f;
	struct world w;
	int err;

	world_init(&w);
	co_cancel_source_init(&source);
	limiter_init(&f, &notes, 1, 1000, 100);
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	start(&w, &f.task);
	CO_CHECK_EQ(2, w.armed);
	err = co_task_kill(&f.task, -EOWNERDEAD);
	CO_CHECK_EQ(0, err);
	co_step("neither the child's timer nor the limit's is armed");
	CO_CHECK_EQ(0, w.armed);
	CO_CHECK(source.token.first == NULL);
	CO_CHECK_EQ(CO_KILLED, co_task_status(&f.child.task));
	co_cancel_source_fini(&source);
	PASS();
}

TEST limit_that_cannot_be_armed_starts_nothing(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct limiter f;
	struct world w;

	world_init(&w);
	w.refuse = -ENOMEM;
	limiter_init(&f, &notes, 1, 1000, 100);
	start(&w, &f.task);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(-ENOMEM, notes.errors[0]);
	CO_CHECK_EQ(CO_CREATED, co_task_status(&f.child.task));
	PASS();
}

TEST limited_child_keeps_its_own_token(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct limiter f;
	struct world w;

	world_init(&w);
	co_cancel_source_init(&source);
	limiter_init(&f, &notes, 1, 1000, 2000);
	co_with_cancel(&f.child.task, co_cancel_token_of(&source));
	start(&w, &f.task);
	co_step("ask the child alone");
	CO_CHECK_EQ(0, co_cancel_request(&source));
	world_settle(&w);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(-ECANCELED, notes.errors[0]);
	CO_CHECK_EQ(-ECANCELED, notes.errors[1]);
	CO_CHECK_EQ(0, w.armed);
	co_cancel_source_fini(&source);
	PASS();
}

/* A child that does not care for requests. */
static struct co_task *stubborn_body(struct co_task *self)
{
	struct sleeper *f = co_frame(self, struct sleeper);

	CO_BEGIN(self);
	CO_AWAIT(self, co_sleep_ms(&f->nap, f->ms));
	note(f->notes, f->id, co_awaited(self));
	CO_END(self);
}

TEST timed_out_is_timed_out_whatever_the_child_says(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct limiter f;
	struct world w;

	world_init(&w);
	limiter_init(&f, &notes, 1, 1000, 100);
	f.child.task.body = stubborn_body;
	start(&w, &f.task);
	CO_CHECK(world_fire(&w));
	world_settle(&w);
	co_step("the child was stopped, and ended with 0");
	CO_CHECK_EQ(-ECANCELED, notes.errors[0]);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.child.task));
	CO_CHECK_EQ(-ETIMEDOUT, notes.errors[1]);
	PASS();
}

/* The limit comes when the child has ended and its parent waits for a turn. */
TEST limit_after_the_end_changes_nothing(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct limiter f;
	struct world w;

	world_init(&w);
	limiter_init(&f, &notes, 1, 100, 1000);
	start(&w, &f.task);
	CO_CHECK(world_fire(&w));
	world_settle(&w);
	CO_CHECK(!world_fire(&w));
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(0, notes.errors[0]);
	CO_CHECK_EQ(0, notes.errors[1]);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	PASS();
}

SUITE(tasks)
{
	RUN_TEST(killed_sleeper_takes_its_timer_back);
	RUN_TEST(sleep_that_has_fired_cannot_be_killed);
	RUN_TEST(sleep_without_a_timer_says_why);
	RUN_TEST(sleep_awaiter_can_be_used_again);
	RUN_TEST(killed_parent_takes_the_limit_back);
	RUN_TEST(limit_that_cannot_be_armed_starts_nothing);
	RUN_TEST(limited_child_keeps_its_own_token);
	RUN_TEST(timed_out_is_timed_out_whatever_the_child_says);
	RUN_TEST(limit_after_the_end_changes_nothing);
}
