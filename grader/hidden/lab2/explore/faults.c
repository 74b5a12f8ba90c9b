// SPDX-License-Identifier: MIT
/*
 * No memory, no threads: the explorer lets each allocation and each creation
 * of a thread fail, one after the other and in all combinations. Whatever
 * fails, nothing is left over and nothing has changed.
 */
#include "co/looper.h"
#include "co/new_thread.h"
#include "co/pool.h"
#include "posting.h"

#define NOTHING ((void *)-1)

static bool is_lack(int err)
{
	return err == -ENOMEM || err == -EAGAIN;
}

static void looper_comes_to_be_or_not(void)
{
	struct co_looper *l = NOTHING;
	int err;

	err = co_looper_create("looper", &l);
	if (err) {
		CO_CHECK(is_lack(err));
		CO_CHECK(l == NOTHING);
	} else {
		co_looper_destroy(l);
	}
	CO_CHECK_EQ(0, explore_live_blocks());
}

static void pool_has_all_threads_or_none(void)
{
	struct co_pool *pool = NOTHING;
	int err;

	err = co_pool_create("pool", 3, &pool);
	if (err) {
		CO_CHECK(is_lack(err));
		CO_CHECK(pool == NOTHING);
	} else {
		co_pool_destroy(pool);
	}
	CO_CHECK_EQ(0, explore_live_blocks());
}

static void new_thread_refuses_without_a_thread(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_new_thread *e = NOTHING;
	struct item items[2];
	int taken = 0;
	int i, err;

	err = co_new_thread_create(&e);
	if (err) {
		CO_CHECK_EQ(-ENOMEM, err);
		CO_CHECK(e == NOTHING);
		return;
	}
	for (i = 0; i < 2; i++) {
		item_init(&items[i], &notes, i);
		err = co_post(co_new_thread_executor(e), &items[i].work);
		taken += !err;
		if (err) {
			CO_CHECK(is_lack(err));
			CO_CHECK(items[i].work.next == NULL);
		}
	}
	co_new_thread_destroy(e);
	CO_CHECK_EQ(taken, notes.n);
	CO_CHECK_EQ(0, explore_live_blocks());
}

static void async_refuses_only_without_any_thread(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *async = NOTHING;
	struct item items[3];
	int n = explore_choose(2) ? 3 : 1;
	int taken = 0;
	int i, err;

	err = co_async_create(2, &async);
	if (err) {
		CO_CHECK_EQ(-ENOMEM, err);
		CO_CHECK(async == NOTHING);
		return;
	}
	for (i = 0; i < n; i++) {
		item_init(&items[i], &notes, i);
		err = co_post(co_pool_executor(async), &items[i].work);
		/* With a thread that lives, the work only has to wait. */
		CO_CHECK(!err || (is_lack(err) && !taken));
		if (err)
			CO_CHECK(items[i].work.next == NULL);
		taken += !err;
	}
	co_pool_shutdown(async, CO_SHUTDOWN_DRAIN);
	co_pool_join(async);
	CO_CHECK_EQ(taken, notes.n);
	co_pool_destroy(async);
	CO_CHECK_EQ(0, explore_live_blocks());
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(looper_comes_to_be_or_not, .fail_alloc = EXPLORE_ON),
	EXPLORE_TEST(pool_has_all_threads_or_none, .fail_alloc = EXPLORE_ON),
	EXPLORE_TEST(
		new_thread_refuses_without_a_thread, .fail_alloc = EXPLORE_ON),
	EXPLORE_TEST(async_refuses_only_without_any_thread,
		.fail_alloc = EXPLORE_ON),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
