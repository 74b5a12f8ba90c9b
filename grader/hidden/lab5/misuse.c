// SPDX-License-Identifier: MIT
/*
 * What a contract forbids stops at an assertion that says so.
 */
#include "../../../lab5-scheduler/tests/util.h"
#include "suites.h"

TEST group_with_tasks_may_not_go(void)
{
	struct co_group group;

	co_group_init(&group, NULL);
	co_group_enter(&group);
	co_expect_assert("a group goes");
	co_group_fini(&group);
	PASS();
}

TEST empty_group_may_not_be_left(void)
{
	struct co_group group;

	co_group_init(&group, NULL);
	co_expect_assert("empty group");
	co_group_leave(&group);
	PASS();
}

struct blocker {
	struct co_task task;
	struct co_group *group;
	struct co_scheduler *scheduler;
};

static struct co_task *blocker_body(struct co_task *self)
{
	struct blocker *f = co_frame(self, struct blocker);

	CO_BEGIN(self);
	if (f->group)
		co_group_wait(f->group);
	if (f->scheduler)
		co_scheduler_loop(f->scheduler);
	CO_END(self);
}

TEST task_may_not_wait_for_a_group_with_its_thread(void)
{
	struct blocker f = {0};
	struct co_group group;

	co_group_init(&group, NULL);
	f.group = &group;
	co_task_init(&f.task, blocker_body, "blocker");
	co_expect_assert("with its thread");
	co_resume(&f.task);
	PASS();
}

TEST task_may_not_loop_with_its_thread(void)
{
	struct tally tally = {0};
	struct blocker f = {0};

	f.scheduler = make_scheduler(1, CO_DISPATCH_ROUND_ROBIN, &tally);
	co_task_init(&f.task, blocker_body, "blocker");
	co_expect_assert("with its thread");
	co_resume(&f.task);
	PASS();
}

SUITE(misuse)
{
	RUN_TEST(group_with_tasks_may_not_go);
	RUN_TEST(empty_group_may_not_be_left);
	RUN_TEST(task_may_not_wait_for_a_group_with_its_thread);
	RUN_TEST(task_may_not_loop_with_its_thread);
}
