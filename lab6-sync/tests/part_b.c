// SPDX-License-Identifier: MIT
/*
 * Part B: some of several, and what becomes of the rest.
 */
#include "suites.h"
#include "util.h"

TEST collect_some_returns_at_the_quorum(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;

	manual_init(&m);
	club_init(&f, &notes, 3, 2);
	f.members[1].turns = 9;
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_EQ(0, noted_error(&notes, 1000));
	co_step("the third was asked to stop, and awaited");
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[1]);
	CO_CHECK_EQ(1000, notes.ids[notes.n - 1]);
	PASS();
}

TEST collect_any_takes_first_success(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;

	manual_init(&m);
	club_init(&f, &notes, 3, 1);
	f.members[0].error = -EIO;
	f.members[1].turns = 2;
	f.members[2].turns = 9;
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_EQ(0, noted_error(&notes, 1000));
	CO_CHECK_STATUS(CO_DONE, f.tasks[1]);
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[2]);
	PASS();
}

TEST collect_some_fails_when_quorum_is_lost(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;

	manual_init(&m);
	club_init(&f, &notes, 3, 2);
	f.members[0].error = -EIO;
	f.members[1].turns = 9;
	f.members[2].turns = 2;
	f.members[2].error = -EPERM;
	start_on(&m, &f.task);
	manual_run(&m);
	co_step("the first failure is reported, not the one that decided");
	CO_CHECK_EQ(-EIO, noted_error(&notes, 1000));
	CO_CHECK_STATUS(CO_CANCELLED, f.tasks[1]);
	PASS();
}

TEST detached_rest_runs_on_and_is_awaited_later(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f;

	manual_init(&m);
	club_init(&f, &notes, 2, 1);
	f.rest = CO_REST_DETACH;
	f.members[1].turns = 4;
	start_on(&m, &f.task);
	manual_run(&m);
	CO_CHECK_EQ(0, noted_error(&notes, 1000));
	CO_CHECK_STATUS(CO_DONE, f.tasks[1]);
	CO_CHECK_EQ(6, notes.n);
	co_step("the quorum, then the end of the other, then the rest");
	CO_CHECK_EQ(1000, notes.ids[3]);
	CO_CHECK_EQ(101, notes.ids[4]);
	CO_CHECK_EQ(1001, notes.ids[5]);
	PASS();
}

TEST collect_refuses_what_makes_no_sense(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct club f[3];
	int i;

	manual_init(&m);
	co_step("more than there are; the same twice; no task");
	for (i = 0; i < 3; i++)
		club_init(&f[i], &notes, 2, i ? 2 : 3);
	f[1].tasks[1] = f[1].tasks[0];
	f[2].tasks[1] = NULL;
	for (i = 0; i < 3; i++) {
		start_on(&m, &f[i].task);
		manual_run(&m);
		CO_CHECK_EQ(i + 1, notes.n);
		CO_CHECK_EQ(-EINVAL, notes.errors[i]);
		CO_CHECK_STATUS(CO_CREATED, f[i].tasks[0]);
	}
	PASS();
}

SUITE(part_b)
{
	RUN_TEST(collect_some_returns_at_the_quorum);
	RUN_TEST(collect_any_takes_first_success);
	RUN_TEST(collect_some_fails_when_quorum_is_lost);
	RUN_TEST(detached_rest_runs_on_and_is_awaited_later);
	RUN_TEST(collect_refuses_what_makes_no_sense);
}
