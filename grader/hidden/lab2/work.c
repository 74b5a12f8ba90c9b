// SPDX-License-Identifier: MIT
/*
 * What executors do with work: refuse, nest, keep the order of a lot of it.
 */
#include "../../../lab2-executors/tests/util.h"
#include "co/looper.h"
#include "co/new_thread.h"
#include "co/noop.h"
#include "co/pool.h"
#include "suites.h"

TEST every_executor_refuses_no_work(void)
{
	struct co_work empty = {NULL, NULL};
	struct co_executor *all[4];
	struct co_new_thread *threads = NULL;
	struct co_looper *l = NULL;
	struct co_pool *pool = NULL;
	struct co_pool *async = NULL;
	int i, err;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	CO_CHECK_EQ(0, co_pool_create("pool", 1, &pool));
	CO_CHECK_EQ(0, co_async_create(1, &async));
	CO_CHECK_EQ(0, co_new_thread_create(&threads));
	all[0] = co_looper_executor(l);
	all[1] = co_pool_executor(pool);
	all[2] = co_pool_executor(async);
	all[3] = co_new_thread_executor(threads);
	for (i = 0; i < 4; i++) {
		co_step("post nothing to '%s', then work without a function",
			all[i]->name);
		err = co_post(all[i], NULL);
		CO_CHECK_EQ(-EINVAL, err);
		err = co_post(all[i], &empty);
		CO_CHECK_EQ(-EINVAL, err);
		CO_CHECK(empty.next == NULL);
	}
	co_looper_destroy(l);
	co_pool_destroy(pool);
	co_pool_destroy(async);
	co_new_thread_destroy(threads);
	PASS();
}

/* Behind a gate, the second post of @item finds it in the queue. */
static void post_twice(struct co_executor *executor, struct notes *notes)
{
	struct item item;
	struct gate gate;
	int err;

	hold(executor, &gate);
	item_init(&item, notes, 1);
	CO_CHECK_EQ(0, co_post(executor, &item.work));
	co_step("post to '%s' what is queued there", executor->name);
	err = co_post(executor, &item.work);
	CO_CHECK_EQ(-EBUSY, err);
	gate_open(&gate);
	wait_for_notes(notes, 1);
	co_step("now that it has run, it can be posted again");
	err = co_post(executor, &item.work);
	CO_CHECK_EQ(0, err);
	wait_for_notes(notes, 2);
}

TEST queued_work_is_refused(void)
{
	struct notes on_looper = NOTES_INITIALIZER;
	struct notes on_pool = NOTES_INITIALIZER;
	struct co_looper *l = NULL;
	struct co_pool *pool = NULL;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	post_twice(co_looper_executor(l), &on_looper);
	co_looper_destroy(l);
	CO_CHECK_EQ(2, on_looper.n);
	CO_CHECK_EQ(0, co_pool_create("pool", 1, &pool));
	post_twice(co_pool_executor(pool), &on_pool);
	co_pool_destroy(pool);
	CO_CHECK_EQ(2, on_pool.n);
	PASS();
}

/* Work that posts an item to noop, and notes where it is afterwards. */
struct nesting {
	struct co_work work;
	struct item inner;
	struct notes *notes;
};

static void nesting_run(struct co_work *work, int error)
{
	struct nesting *n = co_container_of(work, struct nesting, work);

	(void)error;
	CO_CHECK_EQ(0, co_post(co_noop_executor(), &n->inner.work));
	note(n->notes, 2, 0);
}

TEST noop_inside_looper_gives_looper_back(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct nesting n = {.notes = &notes};
	struct co_looper *l = NULL;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	item_init(&n.inner, &notes, 1);
	co_work_init(&n.work, nesting_run);
	CO_CHECK_EQ(0, co_post(co_looper_executor(l), &n.work));
	wait_for_notes(&notes, 2);
	CO_CHECK_EQ(1, notes.ids[0]);
	CO_CHECK(notes.executors[0] == co_noop_executor());
	CO_CHECK(notes.executors[1] == co_looper_executor(l));
	CO_CHECK(pthread_equal(notes.threads[0], notes.threads[1]));
	co_looper_destroy(l);
	PASS();
}

/* Work that waits until another item is posted, and then posts its own. */
struct polite {
	struct co_work work;
	struct co_executor *executor;
	struct notes *begun, *posted;
	struct item own;
};

static void polite_run(struct co_work *work, int error)
{
	struct polite *p = co_container_of(work, struct polite, work);

	note(p->begun, 0, error);
	wait_for_notes(p->posted, 1);
	CO_CHECK_EQ(0, co_post(p->executor, &p->own.work));
}

TEST looper_own_post_does_not_overtake(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct notes begun = NOTES_INITIALIZER;
	struct notes posted = NOTES_INITIALIZER;
	struct polite p = {.begun = &begun, .posted = &posted};
	struct co_looper *l = NULL;
	struct item first;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	p.executor = co_looper_executor(l);
	co_work_init(&p.work, polite_run);
	item_init(&p.own, &notes, 2);
	item_init(&first, &notes, 1);
	CO_CHECK_EQ(0, co_post(p.executor, &p.work));
	wait_for_notes(&begun, 1);
	co_step("another thread posts; then the looper's work does");
	CO_CHECK_EQ(0, co_post(p.executor, &first.work));
	note(&posted, 0, 0);
	wait_for_notes(&notes, 2);
	CO_CHECK_EQ(1, notes.ids[0]);
	CO_CHECK_EQ(2, notes.ids[1]);
	co_looper_destroy(l);
	PASS();
}

/* Work that only counts, and checks that it comes in order. */
struct counted {
	struct co_work work;
	int *next;
	int id;
};

static void counted_run(struct co_work *work, int error)
{
	struct counted *c = co_container_of(work, struct counted, work);

	if (error || c->id != *c->next)
		CO_CHECK_EQ(c->id, *c->next);
	++*c->next;
}

TEST looper_keeps_order_of_a_hundred_thousand(void)
{
	enum {
		N = 100000
	};
	static struct counted items[N];
	struct co_looper *l = NULL;
	int next = 0;
	int i, err = 0;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	for (i = 0; i < N && !err; i++) {
		co_work_init(&items[i].work, counted_run);
		items[i].next = &next;
		items[i].id = i;
		err = co_post(co_looper_executor(l), &items[i].work);
	}
	CO_CHECK_EQ(0, err);
	co_looper_shutdown(l, CO_SHUTDOWN_DRAIN);
	co_looper_join(l);
	CO_CHECK_EQ(N, next);
	co_looper_destroy(l);
	PASS();
}

TEST destroy_of_nothing_is_fine(void)
{
	co_looper_destroy(NULL);
	co_pool_destroy(NULL);
	co_new_thread_destroy(NULL);
	PASS();
}

TEST unused_executors_go_without_a_trace(void)
{
	struct co_new_thread *threads = NULL;
	struct co_pool *async = NULL;

	co_step("an async executor that never had a thread");
	CO_CHECK_EQ(0, co_async_create(4, &async));
	co_pool_shutdown(async, CO_SHUTDOWN_DRAIN);
	co_pool_join(async);
	co_pool_destroy(async);
	CO_CHECK_EQ(0, co_new_thread_create(&threads));
	co_new_thread_destroy(threads);
	PASS();
}

SUITE(work)
{
	RUN_TEST(every_executor_refuses_no_work);
	RUN_TEST(queued_work_is_refused);
	RUN_TEST(noop_inside_looper_gives_looper_back);
	RUN_TEST(looper_own_post_does_not_overtake);
	RUN_TEST(looper_keeps_order_of_a_hundred_thousand);
	RUN_TEST(destroy_of_nothing_is_fine);
	RUN_TEST(unused_executors_go_without_a_trace);
}
