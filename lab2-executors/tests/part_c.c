// SPDX-License-Identifier: MIT
/*
 * Part C: the looper.
 */
#include "co/harness.h"
#include "co/looper.h"
#include "suites.h"
#include "util.h"

static struct co_looper *make_looper(void)
{
	struct co_looper *l = NULL;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	return l;
}

TEST looper_runs_in_order_on_one_thread(void)
{
	struct co_looper *l = make_looper();
	struct notes notes = NOTES_INITIALIZER;
	struct item items[20];
	int i;

	for (i = 0; i < 20; i++) {
		item_init(&items[i], &notes, i);
		CO_CHECK_EQ(0, co_post(co_looper_executor(l), &items[i].work));
	}
	wait_for_notes(&notes, 20);
	for (i = 0; i < 20; i++) {
		CO_CHECK_EQ(i, notes.ids[i]);
		CO_CHECK_EQ(0, notes.errors[i]);
		CO_CHECK(notes.executors[i] == co_looper_executor(l));
	}
	CO_CHECK_EQ(1, count_threads(&notes));
	CO_CHECK(!pthread_equal(notes.threads[0], pthread_self()));
	co_looper_destroy(l);
	PASS();
}

/* Posts @then from inside the looper, and shuts down if it is to. */
struct poster {
	struct co_work work;
	struct co_looper *looper;
	struct item *then;
	bool shut_down;
	int err;
};

static void poster_run(struct co_work *work, int error)
{
	struct poster *p = co_container_of(work, struct poster, work);

	(void)error;
	if (p->shut_down)
		co_looper_shutdown(p->looper, CO_SHUTDOWN_DRAIN);
	p->err = co_post(co_looper_executor(p->looper), &p->then->work);
}

TEST looper_takes_posts_from_its_own_thread(void)
{
	struct co_looper *l = make_looper();
	struct notes notes = NOTES_INITIALIZER;
	struct item item;
	struct poster p = {.looper = l, .then = &item};

	item_init(&item, &notes, 1);
	co_work_init(&p.work, poster_run);
	co_step("work on the looper posts to the looper");
	CO_CHECK_EQ(0, co_post(co_looper_executor(l), &p.work));
	wait_for_notes(&notes, 1);
	CO_CHECK_EQ(0, p.err);
	co_looper_destroy(l);
	PASS();
}

TEST looper_drain_finishes_what_is_queued(void)
{
	struct co_looper *l = make_looper();
	struct notes notes = NOTES_INITIALIZER;
	struct item items[5];
	struct gate gate;
	int i;

	co_step("queue five items behind a closed gate");
	hold(co_looper_executor(l), &gate);
	for (i = 0; i < 5; i++) {
		item_init(&items[i], &notes, i);
		CO_CHECK_EQ(0, co_post(co_looper_executor(l), &items[i].work));
	}
	co_step("shut down with DRAIN, open the gate, join");
	co_looper_shutdown(l, CO_SHUTDOWN_DRAIN);
	gate_open(&gate);
	co_looper_join(l);
	CO_CHECK_EQ(5, notes.n);
	for (i = 0; i < notes.n; i++) {
		CO_CHECK_EQ(i, notes.ids[i]);
		CO_CHECK_EQ(0, notes.errors[i]);
	}
	co_looper_destroy(l);
	PASS();
}

TEST looper_now_cancels_what_is_queued(void)
{
	struct co_looper *l = make_looper();
	struct notes notes = NOTES_INITIALIZER;
	struct noting f;
	struct item item;
	struct gate gate;
	int err;

	co_step("queue an item and a task behind a closed gate");
	hold(co_looper_executor(l), &gate);
	item_init(&item, &notes, 1);
	CO_CHECK_EQ(0, co_post(co_looper_executor(l), &item.work));
	noting_init(&f, &notes, 2);
	f.task.executor = co_looper_executor(l);
	CO_CHECK_EQ(0, co_start(&f.task));
	co_step("shut down NOW, open the gate");
	co_looper_shutdown(l, CO_SHUTDOWN_NOW);
	gate_open(&gate);
	co_step("who waits for the task does not wait for ever");
	err = co_task_wait(&f.task);
	CO_CHECK_EQ(-ECANCELED, err);
	CO_CHECK_STATUS(CO_CANCELLED, &f.task);
	co_looper_join(l);
	co_step("the item was told, the body of the task never ran");
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(1, notes.ids[0]);
	CO_CHECK_EQ(-ECANCELED, notes.errors[0]);
	co_looper_destroy(l);
	PASS();
}

TEST looper_refuses_posts_after_shutdown(void)
{
	struct co_looper *l = make_looper();
	struct notes notes = NOTES_INITIALIZER;
	struct item item;
	int err;

	co_looper_shutdown(l, CO_SHUTDOWN_DRAIN);
	item_init(&item, &notes, 1);
	err = co_post(co_looper_executor(l), &item.work);
	CO_CHECK_EQ(-ESHUTDOWN, err);
	co_step("the item was not taken: it is free");
	CO_CHECK(item.work.next == NULL);
	co_looper_join(l);
	CO_CHECK_EQ(0, notes.n);
	co_looper_destroy(l);
	PASS();
}

TEST looper_work_may_shut_it_down(void)
{
	struct co_looper *l = make_looper();
	struct notes notes = NOTES_INITIALIZER;
	struct item item;
	struct poster p = {.looper = l, .then = &item, .shut_down = true};

	item_init(&item, &notes, 1);
	co_work_init(&p.work, poster_run);
	co_step("work on the looper shuts it down, then posts");
	CO_CHECK_EQ(0, co_post(co_looper_executor(l), &p.work));
	co_looper_join(l);
	CO_CHECK_EQ(-ESHUTDOWN, p.err);
	CO_CHECK_EQ(0, notes.n);
	co_looper_destroy(l);
	PASS();
}

static void join_run(struct co_work *work, int error)
{
	struct poster *p = co_container_of(work, struct poster, work);

	(void)error;
	co_expect_assert("from its own thread");
	co_looper_join(p->looper);
}

TEST looper_join_of_self_stops(void)
{
	struct co_looper *l = make_looper();
	struct poster p = {.looper = l};

	co_work_init(&p.work, join_run);
	CO_CHECK_EQ(0, co_post(co_looper_executor(l), &p.work));
	co_looper_join(l);
	PASS();
}

SUITE(part_c)
{
	RUN_TEST(looper_runs_in_order_on_one_thread);
	RUN_TEST(looper_takes_posts_from_its_own_thread);
	RUN_TEST(looper_drain_finishes_what_is_queued);
	RUN_TEST(looper_now_cancels_what_is_queued);
	RUN_TEST(looper_refuses_posts_after_shutdown);
	RUN_TEST(looper_work_may_shut_it_down);
	RUN_TEST(looper_join_of_self_stops);
}
