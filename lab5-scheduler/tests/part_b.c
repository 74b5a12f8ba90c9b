// SPDX-License-Identifier: MIT
/*
 * Part B: which place takes the next task.
 */
#include "suites.h"
#include "util.h"

TEST round_robin_gives_each_place_its_turn(void)
{
	struct co_dispatch d;
	unsigned i;

	CO_CHECK_EQ(0, co_dispatch_init(&d, 3, CO_DISPATCH_ROUND_ROBIN));
	for (i = 0; i < 30; i++)
		CO_CHECK_EQ(i % 3, co_dispatch_pick(&d, 7));
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(10, co_dispatch_load(&d, i));
	co_dispatch_fini(&d);
	PASS();
}

TEST least_loaded_fills_what_is_done(void)
{
	struct co_dispatch d;
	unsigned i;

	CO_CHECK_EQ(0, co_dispatch_init(&d, 4, CO_DISPATCH_LEAST_LOADED));
	for (i = 0; i < 40; i++)
		co_dispatch_pick(&d, 0);
	for (i = 0; i < 4; i++)
		CO_CHECK_EQ(10, co_dispatch_load(&d, i));
	co_step("three of place 2 are done: the next three go there");
	for (i = 0; i < 3; i++)
		co_dispatch_done(&d, 2);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(2, co_dispatch_pick(&d, 0));
	co_dispatch_fini(&d);
	PASS();
}

TEST near_stays_within_the_slack(void)
{
	struct co_dispatch d;
	size_t most = 0;
	int i;

	CO_CHECK_EQ(0, co_dispatch_init(&d, 2, CO_DISPATCH_LEAST_LOADED));
	for (i = 0; i < 10000; i++) {
		size_t here, there;

		co_dispatch_pick_near(&d, 0, 0);
		here = co_dispatch_load(&d, 0);
		there = co_dispatch_load(&d, 1);
		if (here > there && here - there > most)
			most = here - there;
	}
	/* Once for what is allowed, once for what is not looked at. */
	CO_CHECK(most <= 2 * CO_DISPATCH_SLACK + 1);
	CO_CHECK(most >= CO_DISPATCH_SLACK);
	co_dispatch_fini(&d);
	PASS();
}

TEST key_has_one_place_and_keys_are_spread(void)
{
	unsigned counts[5] = {0};
	struct co_dispatch d;
	uint64_t key;
	int i;

	CO_CHECK_EQ(0, co_dispatch_init(&d, 5, CO_DISPATCH_BY_KEY));
	for (key = 0; key < 5000; key++) {
		unsigned place = co_dispatch_pick(&d, key * 5);

		CO_CHECK(place < 5);
		CO_CHECK_EQ(place, co_dispatch_pick(&d, key * 5));
		CO_CHECK_EQ(place, co_dispatch_by_key(key * 5, 5));
		counts[place % 5]++;
	}
	/* 1,000 each, give or take four times the root of that. */
	for (i = 0; i < 5; i++) {
		co_step("of 5,000 keys place %d has %u", i, counts[i]);
		CO_CHECK(counts[i] > 873 && counts[i] < 1127);
	}
	co_dispatch_fini(&d);
	PASS();
}

TEST one_more_place_moves_keys_only_there(void)
{
	unsigned moved = 0;
	uint64_t key;

	for (key = 0; key < 4000; key++) {
		unsigned before = co_dispatch_by_key(key, 7);
		unsigned after = co_dispatch_by_key(key, 8);

		if (before == after)
			continue;
		moved++;
		if (after != 7) {
			co_step("one more place moves key %u from %u to %u",
				(unsigned)key, before, after);
			CO_CHECK_EQ(7, after);
			break;
		}
	}
	co_step("%u of the first %u keys moved, an eighth should", moved,
		(unsigned)key);
	CO_CHECK(moved > 410 && moved < 590);
	PASS();
}

TEST dispatch_refuses_what_makes_no_sense(void)
{
	struct co_dispatch d;

	CO_CHECK_EQ(-EINVAL, co_dispatch_init(&d, 0, CO_DISPATCH_BY_KEY));
	CO_CHECK_EQ(-EINVAL, co_dispatch_init(&d, 1, (enum co_dispatch_kind)3));
	PASS();
}

SUITE(part_b)
{
	RUN_TEST(round_robin_gives_each_place_its_turn);
	RUN_TEST(least_loaded_fills_what_is_done);
	RUN_TEST(near_stays_within_the_slack);
	RUN_TEST(key_has_one_place_and_keys_are_spread);
	RUN_TEST(one_more_place_moves_keys_only_there);
	RUN_TEST(dispatch_refuses_what_makes_no_sense);
}
