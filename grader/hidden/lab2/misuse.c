// SPDX-License-Identifier: MIT
/*
 * Programmers' errors: each stops at a CO_ASSERT with a message.
 */
#include "../../../lab2-executors/tests/util.h"
#include "co/looper.h"
#include "co/new_thread.h"
#include "co/noop.h"
#include "co/pool.h"
#include "suites.h"

/* Work that does something forbidden on the executor's own thread. */
struct deed {
	struct co_work work;
	struct deed *inner; /* or has another do it, by noop */
	struct co_looper *looper;
	struct co_pool *pool;
	struct co_new_thread *threads;
	bool join;
};

static void deed_run(struct co_work *work, int error)
{
	struct deed *d = co_container_of(work, struct deed, work);

	(void)error;
	if (d->inner) {
		co_post(co_noop_executor(), &d->inner->work);
		return;
	}
	co_expect_assert("from its own thread");
	if (d->join)
		co_pool_join(d->pool);
	co_looper_destroy(d->looper);
	co_pool_destroy(d->pool);
	co_new_thread_destroy(d->threads);
}

/* Never returns when the deed is stopped as it should be. */
static void commit(struct co_executor *executor, struct deed *deed)
{
	struct gate never;

	gate_init(&never);
	co_work_init(&deed->work, deed_run);
	CO_CHECK_EQ(0, co_post(executor, &deed->work));
	gate_wait(&never);
}

TEST looper_destroyed_by_its_own_work_stops(void)
{
	struct deed d = {.join = false};

	CO_CHECK_EQ(0, co_looper_create("looper", &d.looper));
	commit(co_looper_executor(d.looper), &d);
	PASS();
}

TEST looper_destroyed_by_nested_work_stops(void)
{
	struct deed inner = {.join = false};
	struct deed d = {.inner = &inner};

	co_step("the looper's work has noop run the work that destroys it");
	co_work_init(&inner.work, deed_run);
	CO_CHECK_EQ(0, co_looper_create("looper", &inner.looper));
	commit(co_looper_executor(inner.looper), &d);
	PASS();
}

TEST pool_joined_by_its_own_work_stops(void)
{
	struct deed d = {.join = true};

	CO_CHECK_EQ(0, co_pool_create("pool", 2, &d.pool));
	commit(co_pool_executor(d.pool), &d);
	PASS();
}

TEST pool_destroyed_by_its_own_work_stops(void)
{
	struct deed d = {.join = false};

	CO_CHECK_EQ(0, co_pool_create("pool", 2, &d.pool));
	commit(co_pool_executor(d.pool), &d);
	PASS();
}

TEST new_thread_destroyed_by_its_own_work_stops(void)
{
	struct deed d = {.join = false};

	CO_CHECK_EQ(0, co_new_thread_create(&d.threads));
	commit(co_new_thread_executor(d.threads), &d);
	PASS();
}

TEST binding_to_nothing_stops(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct noting f;

	noting_init(&f, &notes, 1);
	co_expect_assert("noting");
	co_schedule_on(&f.task, NULL);
	PASS();
}

SUITE(misuse)
{
	RUN_TEST(looper_destroyed_by_its_own_work_stops);
	RUN_TEST(looper_destroyed_by_nested_work_stops);
	RUN_TEST(pool_joined_by_its_own_work_stops);
	RUN_TEST(pool_destroyed_by_its_own_work_stops);
	RUN_TEST(new_thread_destroyed_by_its_own_work_stops);
	RUN_TEST(binding_to_nothing_stops);
}
