// SPDX-License-Identifier: MIT
/*
 * Contracts broken on purpose: each stops with a message.
 */
#include "../../../lab4-uring/tests/util.h"
#include "co/delay.h"
#include "suites.h"

static struct co_task *empty_body(struct co_task *self)
{
	CO_BEGIN(self);
	CO_END(self);
}

TEST release_without_hold_stops(void)
{
	struct co_context *c = make_context();

	co_expect_assert("not held");
	co_context_release(c);
	PASS();
}

TEST submit_of_a_started_task_stops(void)
{
	struct co_context *c = make_context();
	struct co_task task;

	co_task_init(&task, empty_body, "twice");
	CO_CHECK_EQ(0, co_context_submit(c, &task));
	co_expect_assert("twice");
	co_context_submit(c, &task);
	PASS();
}

static void destroy_here(struct co_work *work, int error)
{
	(void)work;
	(void)error;
	co_context_destroy(co_context_here());
}

TEST destroy_from_inside_stops(void)
{
	struct co_context *c;
	struct co_work work;

	NEED_RING();
	c = make_context();
	co_expect_assert("from its own thread");
	co_work_init(&work, destroy_here);
	CO_CHECK_EQ(0, co_post(co_context_executor(c), &work));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	PASS();
}

TEST engine_with_work_cannot_go(void)
{
	struct runs runs = {0};
	struct item item;
	struct bare b;

	co_executor_init(&b.executor, bare_post, "bare");
	CO_CHECK_EQ(0, co_engine_init(&b.engine, &b.executor));
	item_init(&item, &runs, 1);
	CO_CHECK_EQ(0, co_engine_post(&b.engine, &item.work));
	co_expect_assert("work in it");
	co_engine_fini(&b.engine);
	PASS();
}

TEST work_that_is_none_is_refused(void)
{
	struct co_context *c = make_context();
	struct runs runs = {0};
	struct item item;

	CO_CHECK_EQ(-EINVAL, co_post(co_context_executor(c), NULL));
	item_init(&item, &runs, 1);
	item.work.next = CO_WORK_LAST;
	CO_CHECK_EQ(-EBUSY, co_post(co_context_executor(c), &item.work));
	item.work.next = NULL;
	item.work.run = NULL;
	CO_CHECK_EQ(-EINVAL, co_post(co_context_executor(c), &item.work));
	co_context_destroy(c);
	CO_CHECK_EQ(0, runs.n);
	PASS();
}

SUITE(misuse)
{
	RUN_TEST(release_without_hold_stops);
	RUN_TEST(submit_of_a_started_task_stops);
	RUN_TEST(destroy_from_inside_stops);
	RUN_TEST(engine_with_work_cannot_go);
	RUN_TEST(work_that_is_none_is_refused);
}
