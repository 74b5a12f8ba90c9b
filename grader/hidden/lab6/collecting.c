// SPDX-License-Identifier: MIT
/*
 * Collecting: tokens, executors that refuse, and many children.
 */
#include "../../../lab6-sync/tests/util.h"
#include "suites.h"

TEST collect_passes_the_parents_request_on(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct manual m;
	struct club f;

	manual_init(&m);
	co_cancel_source_init(&source);
	club_init(&f, &notes, 2, 2);
	f.members[0].turns = 9;
	f.members[1].turns = 9;
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	start_on(&m, &f.task);
	CO_CHECK(manual_turn(&m));
	co_step("both children run; the parent's token is asked");
	co_cancel_request(&source);
	manual_run(&m);
	CO_CHECK_EQ(-ECANCELED, noted_error(&notes, 1000));
	CO_CHECK_EQ(3, notes.n);
	co_cancel_source_fini(&source);
	PASS();
}

TEST collected_child_keeps_its_own_token(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct manual m;
	struct club f;

	manual_init(&m);
	co_cancel_source_init(&source);
	club_init(&f, &notes, 2, 2);
	f.members[0].turns = 9;
	f.members[1].turns = 9;
	co_with_cancel(f.tasks[0], co_cancel_token_of(&source));
	start_on(&m, &f.task);
	CO_CHECK(manual_turn(&m));
	co_step("its own request ends it, and that ends the other");
	co_cancel_request(&source);
	manual_run(&m);
	CO_CHECK_EQ(-ECANCELED, noted_error(&notes, 1000));
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[0]);
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[1]);
	co_cancel_source_fini(&source);
	PASS();
}

TEST collected_child_with_a_token_hears_of_the_failure(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct manual m;
	struct club f;

	manual_init(&m);
	co_cancel_source_init(&source);
	club_init(&f, &notes, 2, 2);
	f.members[0].turns = 9;
	f.members[1].error = -EIO;
	co_with_cancel(f.tasks[0], co_cancel_token_of(&source));
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_EQ(-EIO, noted_error(&notes, 1000));
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[0]);
	CO_CHECK(!co_cancel_requested(co_cancel_token_of(&source)));
	co_cancel_source_fini(&source);
	PASS();
}

TEST collect_ends_when_an_executor_refuses_a_child(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m, closed;
	struct club f;

	manual_init(&m);
	manual_init(&closed);
	closed.refuse = -ESHUTDOWN;
	club_init(&f, &notes, 2, 2);
	f.members[1].turns = 9;
	co_schedule_on(f.tasks[0], &closed.executor);
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_EQ(-ECANCELED, noted_error(&notes, 1000));
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[0]);
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[1]);
	PASS();
}

TEST collect_some_of_none_asks_all_to_stop(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;

	manual_init(&m);
	club_init(&f, &notes, 2, 0);
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_EQ(0, noted_error(&notes, 1000));
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[0]);
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[1]);
	PASS();
}

TEST collect_refuses_a_task_that_has_started(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;

	manual_init(&m);
	club_init(&f, &notes, 2, 2);
	start_on(&m, f.tasks[1]);
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_EQ(-EINVAL, noted_error(&notes, 1000));
	CO_CHECK_STATUS(CO_CREATED, f.tasks[0]);
	CO_CHECK_STATUS(CO_DONE, f.tasks[1]);
	PASS();
}

enum {
	CROWD = 1000
};

/* Ends at once. */
static struct co_task *brief_body(struct co_task *self)
{
	CO_BEGIN(self);
	CO_END(self);
}

struct crowd {
	struct co_task task;
	struct co_collect collect;
	struct co_collect_guard guards[CROWD];
	struct co_task members[CROWD];
	struct co_task *tasks[CROWD];
};

static struct co_task *crowd_body(struct co_task *self)
{
	struct crowd *f = co_frame(self, struct crowd);

	CO_BEGIN(self);
	CO_TRY(self, co_collect_all(&f->collect, f->tasks, f->guards, CROWD));
	CO_END(self);
}

TEST collect_takes_a_thousand(void)
{
	static struct crowd f;
	int err;
	int i;

	co_task_init(&f.task, crowd_body, "crowd");
	for (i = 0; i < CROWD; i++) {
		co_task_init(&f.members[i], brief_body, "brief");
		f.tasks[i] = &f.members[i];
	}
	err = co_task_wait(&f.task);
	CO_CHECK_EQ(0, err);
	for (i = 0; i < CROWD; i++)
		if (co_task_status(f.tasks[i]) != CO_DONE)
			CO_CHECK_STATUS(CO_DONE, f.tasks[i]);
	PASS();
}

SUITE(collecting)
{
	RUN_TEST(collect_passes_the_parents_request_on);
	RUN_TEST(collected_child_keeps_its_own_token);
	RUN_TEST(collected_child_with_a_token_hears_of_the_failure);
	RUN_TEST(collect_ends_when_an_executor_refuses_a_child);
	RUN_TEST(collect_some_of_none_asks_all_to_stop);
	RUN_TEST(collect_refuses_a_task_that_has_started);
	RUN_TEST(collect_takes_a_thousand);
}
