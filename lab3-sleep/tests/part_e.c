// SPDX-License-Identifier: MIT
/*
 * Part E: time limits, in a world whose time the test moves.
 */
#include "co/harness.h"
#include "suites.h"
#include "util.h"

TEST timeout_ends_as_timed_out_and_cancels_child(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct limiter f;
	struct world w;

	world_init(&w);
	limiter_init(&f, &notes, 1, 1000, 100);
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f.task, world_executor(&w))));
	world_settle(&w);
	CO_CHECK_EQ(2, w.armed);
	co_step("the limit comes first");
	CO_CHECK(world_fire(&w));
	world_settle(&w);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(1, notes.ids[0]);
	CO_CHECK_EQ(-ECANCELED, notes.errors[0]);
	CO_CHECK_EQ(-ETIMEDOUT, notes.errors[1]);
	CO_CHECK_EQ(CO_CANCELLED, co_task_status(&f.child.task));
	CO_CHECK_EQ(CO_TIMED_OUT, co_task_status(&f.task));
	co_step("nothing is left armed");
	CO_CHECK_EQ(0, w.armed);
	PASS();
}

TEST timeout_gives_result_of_child_in_time(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct limiter f;
	struct world w;

	world_init(&w);
	limiter_init(&f, &notes, 1, 100, 1000);
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f.task, world_executor(&w))));
	world_settle(&w);
	co_step("the child's time comes first");
	CO_CHECK(world_fire(&w));
	world_settle(&w);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(0, notes.errors[0]);
	CO_CHECK_EQ(0, notes.errors[1]);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	co_step("the limit is taken back");
	CO_CHECK_EQ(0, w.armed);
	CO_CHECK_EQ(1, w.cancelled);
	PASS();
}

TEST timeout_passes_cancel_of_parent_on(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct limiter f;
	struct world w;

	world_init(&w);
	co_cancel_source_init(&source);
	limiter_init(&f, &notes, 1, 1000, 2000);
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f.task, world_executor(&w))));
	world_settle(&w);
	co_step("the parent is asked to stop");
	CO_CHECK_EQ(0, co_cancel_request(&source));
	world_settle(&w);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(-ECANCELED, notes.errors[0]);
	CO_CHECK_EQ(-ECANCELED, notes.errors[1]);
	CO_CHECK_EQ(0, w.armed);
	co_cancel_source_fini(&source);
	PASS();
}

SUITE(part_e)
{
	RUN_TEST(timeout_ends_as_timed_out_and_cancels_child);
	RUN_TEST(timeout_gives_result_of_child_in_time);
	RUN_TEST(timeout_passes_cancel_of_parent_on);
}
