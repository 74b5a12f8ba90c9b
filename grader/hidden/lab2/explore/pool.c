// SPDX-License-Identifier: MIT
/*
 * Async, pool and new thread, explored: who takes what, who wakes whom, who
 * waits for whom at the end.
 */
#include "co/pool.h"
#include "co/new_thread.h"
#include "posting.h"

static struct co_pool *make_pool(unsigned threads)
{
	struct co_pool *pool = NULL;

	CO_CHECK_EQ(0, co_pool_create("pool", threads, &pool));
	return pool;
}

static struct co_pool *make_async(unsigned max)
{
	struct co_pool *pool = NULL;

	CO_CHECK_EQ(0, co_async_create(max, &pool));
	return pool;
}

static void finish(struct co_pool *pool)
{
	co_pool_shutdown(pool, CO_SHUTDOWN_DRAIN);
	co_pool_join(pool);
	co_pool_destroy(pool);
}

static void pool_runs_each_item_once(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *pool = make_pool(2);
	struct posting p;

	posting_start(&p, &notes, co_pool_executor(pool), 0, 3);
	wait_for_notes(&notes, 3);
	posting_join(&p);
	finish(pool);
	CO_CHECK_EQ(3, notes.n);
	check_once(&notes);
}

static void pool_shutdown_wakes_every_thread(void)
{
	struct co_pool *pool = make_pool(2);

	co_pool_shutdown(pool, CO_SHUTDOWN_DRAIN);
	co_pool_join(pool);
	co_pool_destroy(pool);
}

static void pool_forgets_nothing_it_took(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *pool = make_pool(2);
	enum co_shutdown how = explore_choose(2) ? CO_SHUTDOWN_NOW
						 : CO_SHUTDOWN_DRAIN;
	struct posting p;
	int i;

	posting_start(&p, &notes, co_pool_executor(pool), 0, 2);
	co_pool_shutdown(pool, how);
	co_pool_join(pool);
	posting_join(&p);
	CO_CHECK_EQ(p.taken, notes.n);
	check_once(&notes);
	for (i = 0; i < notes.n && how == CO_SHUTDOWN_DRAIN; i++)
		CO_CHECK_EQ(0, notes.errors[i]);
	co_pool_destroy(pool);
}

static void pool_may_go_once_work_has_run(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *pool = explore_choose(2) ? make_async(1) : make_pool(1);
	struct posting p;

	posting_start(&p, &notes, co_pool_executor(pool), 0, 1);
	wait_for_notes(&notes, 1);
	co_pool_destroy(pool);
	posting_join(&p);
}

static void async_never_exceeds_its_limit(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *async = make_async(1);
	struct posting a, b;

	posting_start(&a, &notes, co_pool_executor(async), 0, 2);
	posting_start(&b, &notes, co_pool_executor(async), 10, 1);
	posting_join(&a);
	posting_join(&b);
	wait_for_notes(&notes, 3);
	finish(async);
	CO_CHECK_EQ(3, notes.n);
	CO_CHECK_EQ(1, count_threads(&notes));
}

/* Each of these ends only when the other has begun. */
struct partner {
	struct co_work work;
	struct notes *begun;
};

static void partner_run(struct co_work *work, int error)
{
	struct partner *p = co_container_of(work, struct partner, work);

	note(p->begun, 0, error);
	wait_for_notes(p->begun, 3);
}

static void async_has_a_thread_for_each_up_to_its_limit(void)
{
	struct notes begun = NOTES_INITIALIZER;
	struct co_pool *async = make_async(2);
	struct partner partners[2];
	struct item first;
	int i;

	/* A thread that is about to be idle counts as what it is. */
	item_init(&first, &begun, 0);
	CO_CHECK_EQ(0, co_post(co_pool_executor(async), &first.work));
	for (i = 0; i < 2; i++) {
		partners[i].begun = &begun;
		co_work_init(&partners[i].work, partner_run);
		CO_CHECK_EQ(
			0, co_post(co_pool_executor(async), &partners[i].work));
	}
	wait_for_notes(&begun, 3);
	finish(async);
}

static void new_thread_destroy_waits_for_all(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_new_thread *e = NULL;
	struct item items[2];
	int i;

	CO_CHECK_EQ(0, co_new_thread_create(&e));
	for (i = 0; i < 2; i++) {
		item_init(&items[i], &notes, i);
		CO_CHECK_EQ(
			0, co_post(co_new_thread_executor(e), &items[i].work));
	}
	co_new_thread_destroy(e);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(2, count_threads(&notes));
}

static void new_thread_may_go_once_work_has_run(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_new_thread *e = NULL;
	struct posting p;

	CO_CHECK_EQ(0, co_new_thread_create(&e));
	posting_start(&p, &notes, co_new_thread_executor(e), 0, 1);
	wait_for_notes(&notes, 1);
	co_new_thread_destroy(e);
	posting_join(&p);
}

/* For tests with three threads and more. */
enum {
	MANY = 6000
};

static const struct explore_test tests[] = {
	EXPLORE_TEST(pool_runs_each_item_once, .schedules = MANY),
	EXPLORE_TEST(pool_shutdown_wakes_every_thread),
	EXPLORE_TEST(pool_forgets_nothing_it_took, .schedules = MANY),
	EXPLORE_TEST(pool_may_go_once_work_has_run),
	EXPLORE_TEST(async_never_exceeds_its_limit, .schedules = MANY),
	EXPLORE_TEST(
		async_has_a_thread_for_each_up_to_its_limit, .schedules = MANY),
	EXPLORE_TEST(new_thread_destroy_waits_for_all),
	EXPLORE_TEST(new_thread_may_go_once_work_has_run),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
