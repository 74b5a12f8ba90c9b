// SPDX-License-Identifier: MIT
/*
 * Challenge: work stealing.
 */
#include "stealing.h"
#include "suites.h"

static void item_nothing(struct co_work *work, int error)
{
	(void)work;
	(void)error;
}

static void init_works(struct co_work *works, int n)
{
	int i;

	for (i = 0; i < n; i++)
		co_work_init(&works[i], item_nothing);
}

TEST deque_gives_newest_to_the_owner_oldest_to_a_thief(void)
{
	struct co_work works[4];
	struct co_deque d;
	int i;

	init_works(works, 4);
	CO_CHECK_EQ(0, co_deque_init(&d, 4));
	CO_CHECK(co_deque_is_empty(&d));
	CO_CHECK(co_deque_pop(&d) == NULL);
	CO_CHECK(co_deque_steal(&d) == NULL);
	for (i = 0; i < 4; i++)
		CO_CHECK_EQ(0, co_deque_push(&d, &works[i]));
	CO_CHECK(!co_deque_is_empty(&d));
	CO_CHECK(co_deque_steal(&d) == &works[0]);
	CO_CHECK(co_deque_pop(&d) == &works[3]);
	CO_CHECK(co_deque_steal(&d) == &works[1]);
	CO_CHECK(co_deque_pop(&d) == &works[2]);
	CO_CHECK(co_deque_is_empty(&d));
	CO_CHECK(co_deque_steal(&d) == NULL);
	CO_CHECK(co_deque_pop(&d) == NULL);
	co_deque_fini(&d);
	PASS();
}

TEST deque_goes_round_and_refuses_what_does_not_fit(void)
{
	struct co_work works[3];
	struct co_deque d;
	int i;

	init_works(works, 3);
	CO_CHECK_EQ(0, co_deque_init(&d, 2));
	for (i = 0; i < 100; i++) {
		CO_CHECK_EQ(0, co_deque_push(&d, &works[i % 3]));
		CO_CHECK_EQ(0, co_deque_push(&d, &works[(i + 1) % 3]));
		CO_CHECK_EQ(-ENOSPC, co_deque_push(&d, &works[(i + 2) % 3]));
		CO_CHECK(works[(i + 2) % 3].next == NULL);
		CO_CHECK(co_deque_steal(&d) == &works[i % 3]);
		CO_CHECK(co_deque_pop(&d) == &works[(i + 1) % 3]);
	}
	co_deque_fini(&d);
	PASS();
}

TEST deque_refuses_what_makes_no_sense(void)
{
	struct co_work works[1];
	struct co_deque d;

	init_works(works, 1);
	CO_CHECK_EQ(-EINVAL, co_deque_init(&d, 0));
	CO_CHECK_EQ(-EINVAL, co_deque_init(&d, 3));
	CO_CHECK_EQ(0, co_deque_init(&d, 2));
	CO_CHECK_EQ(-EINVAL, co_deque_push(&d, NULL));
	CO_CHECK_EQ(0, co_deque_push(&d, works));
	CO_CHECK_EQ(-EBUSY, co_deque_push(&d, works));
	CO_CHECK(co_deque_pop(&d) == works);
	CO_CHECK(works->next == NULL);
	co_deque_fini(&d);
	PASS();
}

TEST offered_tasks_run_on_all_contexts(void)
{
	struct meeting meeting = MEETING_INITIALIZER(3);
	struct wanderer *members[3];
	struct market m;
	int i;

	NEED_RING();
	market_open(&m, 3, 0);
	co_step("three tasks of one context wait for each other");
	for (i = 0; i < 3; i++) {
		members[i] = make_wanderer(&m);
		members[i]->meeting = &meeting;
	}
	submit_crowd(&m, members, 3);
	CO_CHECK_EQ(0, co_scheduler_loop(m.scheduler));
	CO_CHECK_EQ(3, m.fates.taken);
	market_close(&m, 3);
	PASS();
}

TEST task_that_was_taken_stays_there_with_its_io(void)
{
	struct wanderer *f;
	struct market m;
	int i;

	NEED_RING();
	market_open(&m, 2, 8);
	for (i = 0; i < 100; i++) {
		f = make_wanderer(&m);
		f->nops = 10;
		submit_to_one(&m, &f->task);
	}
	CO_CHECK_EQ(0, co_scheduler_loop(m.scheduler));
	CO_CHECK_EQ(100, m.fates.taken);
	market_close(&m, 100);
	PASS();
}

TEST stop_cancels_what_is_offered(void)
{
	struct wanderer *members[100];
	struct market m;
	int i;

	NEED_RING();
	market_open(&m, 1, 0);
	for (i = 0; i < 100; i++)
		members[i] = make_wanderer(&m);
	co_step("the newest is taken first, and stops the loop");
	members[99]->stops = true;
	submit_crowd(&m, members, 100);
	CO_CHECK_EQ(-ECANCELED, co_scheduler_loop(m.scheduler));
	CO_CHECK_EQ(1, m.fates.taken);
	CO_CHECK_EQ(99, m.fates.cancelled);
	CO_CHECK_EQ(0, co_scheduler_live(m.scheduler));
	co_step("and the next loop works as the first");
	submit_to_one(&m, &make_wanderer(&m)->task);
	CO_CHECK_EQ(0, co_scheduler_loop(m.scheduler));
	CO_CHECK_EQ(2, m.fates.taken);
	market_close(&m, 101);
	PASS();
}

/* Offers itself where that makes no sense, and goes on where it is. */
static struct co_task *misplaced_body(struct co_task *self)
{
	struct wanderer *f = co_frame(self, struct wanderer);

	CO_BEGIN(self);
	CO_AWAIT(self, co_offer_to(&f->offer, NULL));
	CO_CHECK_EQ(-EINVAL, co_awaited(self));
	CO_AWAIT(self, co_offer_to(&f->offer, f->market->steal));
	CO_CHECK_EQ(-EINVAL, co_awaited(self));
	CO_END(self);
}

TEST offer_elsewhere_is_refused(void)
{
	struct co_steal *none = NULL;
	struct wanderer f = {.nops = 0};
	struct market m;

	NEED_RING();
	market_open(&m, 1, 2);
	CO_CHECK_EQ(-EINVAL, co_steal_create(m.scheduler, 3, &none));
	CO_CHECK(none == NULL);
	f.market = &m;
	co_task_init(&f.task, misplaced_body, "misplaced");
	CO_CHECK_EQ(0, run_on_context(&f.task));
	CO_CHECK_STATUS(CO_DONE, &f.task);
	market_close(&m, 0);
	PASS();
}

SUITE(challenge)
{
	RUN_TEST(deque_gives_newest_to_the_owner_oldest_to_a_thief);
	RUN_TEST(deque_goes_round_and_refuses_what_does_not_fit);
	RUN_TEST(deque_refuses_what_makes_no_sense);
	RUN_TEST(offered_tasks_run_on_all_contexts);
	RUN_TEST(task_that_was_taken_stays_there_with_its_io);
	RUN_TEST(stop_cancels_what_is_offered);
	RUN_TEST(offer_elsewhere_is_refused);
}
