// SPDX-License-Identifier: MIT
/*
 * Part B: the engine.
 */
#include <poll.h>

#include "co/delay.h"
#include "co/seed_poll.h"
#include "suites.h"
#include "util.h"

TEST seed_poll_delivers_what_completed(void)
{
	struct counter nop = COUNTER_INITIALIZER;
	struct co_seed_poll p;
	int err, i;

	NEED_RING();
	err = co_seed_poll_init(&p, 8);
	ASSERT_EQ_FMT(0, err, "%d");
	co_step("prepare three nops; turn until all of them have come");
	for (i = 0; i < 3; i++)
		prepare_nop(&p.ring, &nop);
	while (nop.n < 3)
		CO_CHECK(co_seed_poll_turn(&p) > 0);
	CO_CHECK_EQ(3, nop.n);
	CO_CHECK_EQ(0, p.ring.in_flight);
	co_seed_poll_fini(&p);
	PASS();
}

static void *waking_thread(void *arg)
{
	co_seed_poll_wake(arg);
	return NULL;
}

TEST seed_poll_hears_another_thread(void)
{
	struct co_seed_poll p;
	struct pollfd event;
	pthread_t thread;
	int err;

	NEED_RING();
	err = co_seed_poll_init(&p, 8);
	ASSERT_EQ_FMT(0, err, "%d");
	co_step("nothing is in flight, and another thread wakes us");
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, waking_thread, &p));
	CO_CHECK_EQ(0, co_seed_poll_turn(&p));
	pthread_join(thread, NULL);
	co_step("the wake-up was read: the next turn would sleep");
	event = (struct pollfd){.fd = p.event_fd, .events = POLLIN};
	CO_CHECK_EQ(0, poll(&event, 1, 0));
	co_seed_poll_fini(&p);
	PASS();
}

TEST engine_runs_work_in_order(void)
{
	struct runs runs = {0};
	struct item items[3];
	struct bare b;
	int i;

	NEED_RING();
	bare_open(&b);
	CO_CHECK(!co_engine_has_ready(&b.engine));
	for (i = 0; i < 3; i++) {
		item_init(&items[i], &runs, i);
		CO_CHECK_EQ(0, co_engine_post(&b.engine, &items[i].work));
	}
	CO_CHECK(co_engine_has_ready(&b.engine));
	CO_CHECK_EQ(3, co_engine_run(&b.engine));
	CO_CHECK(!co_engine_has_ready(&b.engine));
	CO_CHECK_EQ(3, runs.n);
	for (i = 0; i < 3; i++) {
		CO_CHECK_EQ(i, runs.ids[i]);
		CO_CHECK_EQ(0, runs.errors[i]);
	}
	bare_close(&b);
	PASS();
}

TEST engine_new_work_waits_a_round(void)
{
	struct runs runs = {0};
	struct item first, second;
	struct bare b;

	NEED_RING();
	bare_open(&b);
	item_init(&first, &runs, 1);
	item_init(&second, &runs, 2);
	first.again = &b.engine;
	first.next = &second;
	CO_CHECK_EQ(0, co_engine_post(&b.engine, &first.work));
	co_step("the first posts the second while it runs");
	CO_CHECK_EQ(1, co_engine_run(&b.engine));
	CO_CHECK_EQ(1, runs.n);
	CO_CHECK_EQ(1, co_engine_run(&b.engine));
	CO_CHECK_EQ(2, runs.n);
	bare_close(&b);
	PASS();
}

struct posting {
	struct co_engine *engine;
	struct item *items;
	int n;
};

static void *posting_thread(void *arg)
{
	struct posting *p = arg;
	int i;

	for (i = 0; i < p->n; i++)
		CO_CHECK_EQ(0, co_engine_post(p->engine, &p->items[i].work));
	return NULL;
}

TEST engine_sleeping_owner_hears_a_post(void)
{
	struct runs runs = {0};
	struct item items[8];
	struct posting p;
	pthread_t thread;
	struct bare b;
	int i;

	NEED_RING();
	bare_open(&b);
	for (i = 0; i < 8; i++)
		item_init(&items[i], &runs, i);
	p = (struct posting){&b.engine, items, 8};
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, posting_thread, &p));
	co_step("wait without a deadline until all eight have come");
	while (runs.n < 8) {
		CO_CHECK(co_engine_poll(&b.engine, true, CO_NO_DEADLINE) >= 0);
		co_engine_run(&b.engine);
	}
	pthread_join(thread, NULL);
	for (i = 0; i < 8; i++)
		CO_CHECK_EQ(i, runs.ids[i]);
	bare_close(&b);
	PASS();
}

TEST engine_awake_costs_posters_no_write(void)
{
	struct runs runs = {0};
	struct pollfd wake;
	struct item item;
	struct posting p;
	pthread_t thread;
	struct bare b;

	NEED_RING();
	bare_open(&b);
	item_init(&item, &runs, 1);
	p = (struct posting){&b.engine, &item, 1};
	co_step("another thread posts while the owner does not sleep");
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, posting_thread, &p));
	pthread_join(thread, NULL);
	wake = (struct pollfd){.fd = b.engine.wake_fd, .events = POLLIN};
	CO_CHECK_EQ(0, poll(&wake, 1, 0));
	CO_CHECK_EQ(1, co_engine_run(&b.engine));
	bare_close(&b);
	PASS();
}

TEST engine_poll_ends_at_its_deadline(void)
{
	uint64_t deadline;
	struct bare b;

	NEED_RING();
	bare_open(&b);
	deadline = co_clock_now() + 2000000;
	while (co_clock_now() < deadline)
		CO_CHECK_EQ(0, co_engine_poll(&b.engine, true, deadline));
	co_step("a deadline that has passed: do not wait");
	CO_CHECK_EQ(0, co_engine_poll(&b.engine, true, deadline));
	bare_close(&b);
	PASS();
}

TEST engine_poll_submits_and_completes(void)
{
	struct counter nop = COUNTER_INITIALIZER;
	struct bare b;
	int i;

	NEED_RING();
	bare_open(&b);
	co_step("prepare three nops; one poll submits and waits");
	for (i = 0; i < 3; i++)
		prepare_nop(&b.engine.ring, &nop);
	CO_CHECK_EQ(3, co_engine_in_flight(&b.engine));
	while (nop.n < 3)
		CO_CHECK(co_engine_poll(&b.engine, true, CO_NO_DEADLINE) > 0);
	CO_CHECK_EQ(0, co_engine_in_flight(&b.engine));
	bare_close(&b);
	PASS();
}

TEST engine_shut_drops_and_refuses(void)
{
	struct runs runs = {0};
	struct item before, after;
	struct bare b;

	co_executor_init(&b.executor, bare_post, "bare");
	CO_CHECK_EQ(0, co_engine_init(&b.engine, &b.executor));
	item_init(&before, &runs, 1);
	item_init(&after, &runs, 2);
	co_step("nobody owns it yet: work waits");
	CO_CHECK_EQ(0, co_engine_post(&b.engine, &before.work));
	co_engine_shut(&b.engine);
	CO_CHECK_EQ(-ESHUTDOWN, co_engine_post(&b.engine, &after.work));
	CO_CHECK(after.work.next == NULL);
	CO_CHECK_EQ(1, co_engine_run(&b.engine));
	CO_CHECK_EQ(1, runs.ids[0]);
	CO_CHECK_EQ(-ECANCELED, runs.errors[0]);
	co_step("after a reset it takes work again");
	co_engine_reset(&b.engine);
	CO_CHECK_EQ(0, co_engine_post(&b.engine, &after.work));
	CO_CHECK_EQ(1, co_engine_run(&b.engine));
	CO_CHECK_EQ(0, runs.errors[1]);
	co_engine_fini(&b.engine);
	PASS();
}

SUITE(part_b)
{
	RUN_TEST(seed_poll_delivers_what_completed);
	RUN_TEST(seed_poll_hears_another_thread);
	RUN_TEST(engine_runs_work_in_order);
	RUN_TEST(engine_new_work_waits_a_round);
	RUN_TEST(engine_sleeping_owner_hears_a_post);
	RUN_TEST(engine_awake_costs_posters_no_write);
	RUN_TEST(engine_poll_ends_at_its_deadline);
	RUN_TEST(engine_poll_submits_and_completes);
	RUN_TEST(engine_shut_drops_and_refuses);
}
