// SPDX-License-Identifier: MIT
/*
 * Part B, hidden: where parents and children run, and how deep.
 */
#include <stdlib.h>

#include "hidden.h"

TEST await_of_ended_child_does_not_start_it_again(void)
{
	struct walker child;
	struct parent p;

	walker_init(&child, "child", 0, -ENOENT);
	co_resume(&child.task);
	co_step("await a child that has failed before");
	parent_init(&p, "parent", &child.task);
	co_resume(&p.task);
	CO_CHECK_EQ(-ENOENT, p.seen);
	CO_CHECK_EQ(1, child.runs);
	CO_CHECK_STATUS(CO_DONE, &p.task);
	PASS();
}

TEST await_of_started_child_stops_with_its_name(void)
{
	struct walker child;
	struct parent p;

	walker_init(&child, "busy-child", 2, 0);
	co_resume(&child.task);
	co_step("await a child that somebody else has started");
	parent_init(&p, "parent", &child.task);
	co_expect_assert("busy-child");
	co_resume(&p.task);
	PASS();
}

TEST child_without_executor_takes_that_of_its_parent(void)
{
	struct co_cancel_token *token = (void *)&token;
	struct hand here, other;
	struct walker child;
	struct parent p;

	hand_init(&here, "here");
	hand_init(&other, "other");
	walker_init(&child, "child", 1, 0);
	parent_init(&p, "parent", &child.task);
	p.task.executor = &here.executor;
	p.task.cancel = token;
	co_step("a parent bound to an executor awaits a child that is not");
	co_task_wake(&p.task);
	CO_CHECK_EQ(1, hand_run(&here));
	CO_CHECK(child.task.executor == &here.executor);
	CO_CHECK(child.task.cancel == token);
	CO_CHECK_EQ(1, child.runs);
	co_task_wake(&child.task);
	CO_CHECK_EQ(1, hand_run(&here));
	CO_CHECK_STATUS(CO_DONE, &p.task);
	co_step("a child that has one keeps it, and is posted there");
	walker_init(&child, "child", 0, 0);
	parent_init(&p, "parent", &child.task);
	p.task.executor = &here.executor;
	child.task.executor = &other.executor;
	co_task_wake(&p.task);
	hand_run(&here);
	CO_CHECK_EQ(0, child.runs);
	CO_CHECK_EQ(1, hand_run(&other));
	CO_CHECK_EQ(1, child.runs);
	hand_run(&here);
	CO_CHECK_STATUS(CO_DONE, &p.task);
	PASS();
}

TEST parent_goes_on_where_it_belongs(void)
{
	struct hand home, away;
	struct walker child;
	struct parent p;

	hand_init(&home, "home");
	hand_init(&away, "away");
	walker_init(&child, "child", 0, -EIO);
	parent_init(&p, "parent", &child.task);
	p.task.executor = &home.executor;
	child.task.executor = &away.executor;
	co_task_wake(&p.task);
	hand_run(&home);
	co_step("the child ends on its executor: the parent is posted, not "
		"run there");
	CO_CHECK_EQ(1, hand_run(&away));
	CO_CHECK_STATUS(CO_FAILED, &child.task);
	CO_CHECK_EQ(1, p.seen);
	CO_CHECK_EQ(2, home.posted);
	co_step("it goes on when its own executor runs");
	CO_CHECK_EQ(1, hand_run(&home));
	CO_CHECK_EQ(-EIO, p.seen);
	PASS();
}

/* A chain whose last link yields once; every one passes a failure on. */
struct link {
	struct co_task task;
	struct link *next;
};

static struct co_task *link_body(struct co_task *self)
{
	struct link *l = co_frame(self, struct link);

	CO_BEGIN(self);
	if (l->next) {
		CO_TRY(self, co_task_await(&l->next->task));
	} else {
		CO_YIELD(self);
		return co_finish(self, -EIO);
	}
	CO_END(self);
}

enum {
	CHAIN = 300000
};

static void unwind_chain(void *arg)
{
	struct link *links = arg;
	size_t i;

	for (i = 0; i < CHAIN; i++) {
		links[i].next = i + 1 < CHAIN ? &links[i + 1] : NULL;
		co_task_init(&links[i].task, link_body, "link");
	}
	co_step("start a chain of %d; its last link suspends", CHAIN);
	co_resume(&links[0].task);
	CO_CHECK_STATUS(CO_SUSPENDED, &links[0].task);
	co_step("the last link fails: the failure reaches the root");
	co_resume(&links[CHAIN - 1].task);
	for (i = 0; i < CHAIN && links[i].task.error == -EIO; i++)
		;
	CO_CHECK_EQ(CHAIN, i);
	CO_CHECK_STATUS(CO_FAILED, &links[0].task);
}

TEST failure_unwinds_deep_chain_in_small_stack(void)
{
	struct link *links = malloc(CHAIN * sizeof(*links));

	CO_CHECK(links);
	if (links)
		run_in_thread(unwind_chain, links, SMALL_STACK);
	free(links);
	PASS();
}

SUITE(hidden_b)
{
	RUN_TEST(await_of_ended_child_does_not_start_it_again);
	RUN_TEST(await_of_started_child_stops_with_its_name);
	RUN_TEST(child_without_executor_takes_that_of_its_parent);
	RUN_TEST(parent_goes_on_where_it_belongs);
	RUN_TEST(failure_unwinds_deep_chain_in_small_stack);
}
