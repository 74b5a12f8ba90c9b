// SPDX-License-Identifier: MIT
/*
 * The seed's loop and your looper under the explorer: each test runs over
 * thousands of schedules, one thread at a time. A failure names the schedule.
 */
#include "../util.h"
#include "co/looper.h"
#include "co/seed_loop.h"
#include "explore.h"

static void seed_loop_ends_when_told(void)
{
	struct co_seed_loop *loop = NULL;

	CO_CHECK_EQ(0, co_seed_loop_create(&loop));
	co_seed_loop_destroy(loop);
}

static void *shutting_thread(void *arg)
{
	co_seed_loop_shutdown(arg);
	return NULL;
}

static void seed_loop_runs_all_it_took(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_seed_loop *loop = NULL;
	struct item items[2];
	pthread_t thread;
	int taken = 0;
	int i, err;

	CO_CHECK_EQ(0, co_seed_loop_create(&loop));
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, shutting_thread, loop));
	for (i = 0; i < 2; i++) {
		item_init(&items[i], &notes, i);
		err = co_post(co_seed_loop_executor(loop), &items[i].work);
		CO_CHECK(err == 0 || err == -ESHUTDOWN);
		taken += !err;
	}
	pthread_join(thread, NULL);
	co_seed_loop_destroy(loop);
	CO_CHECK_EQ(taken, notes.n);
}

static void looper_never_misses_a_post(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = NULL;
	struct item items[2];
	int i;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	for (i = 0; i < 2; i++) {
		item_init(&items[i], &notes, i);
		CO_CHECK_EQ(0, co_post(co_looper_executor(l), &items[i].work));
	}
	wait_for_notes(&notes, 2);
	co_looper_destroy(l);
}

static void looper_never_misses_the_shutdown(void)
{
	struct co_looper *l = NULL;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	co_looper_shutdown(l, CO_SHUTDOWN_DRAIN);
	co_looper_join(l);
	co_looper_destroy(l);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(seed_loop_ends_when_told),
	EXPLORE_TEST(seed_loop_runs_all_it_took),
	EXPLORE_TEST(looper_never_misses_a_post),
	EXPLORE_TEST(looper_never_misses_the_shutdown),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
