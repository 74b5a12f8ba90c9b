// SPDX-License-Identifier: MIT
/*
 * No memory, no threads: the explorer lets each allocation and each creation
 * of a thread fail. Whatever fails, nothing is left over or has changed.
 */
#include "timing.h"

#define NOTHING ((void *)-1)

static void delay_comes_to_be_or_not(void)
{
	struct co_delay *d = NOTHING;
	int err;

	err = co_delay_create(&d);
	if (err) {
		CO_CHECK(err == -ENOMEM || err == -EAGAIN);
		CO_CHECK(d == NOTHING);
	} else {
		co_delay_destroy(d);
	}
	CO_CHECK_EQ(0, explore_live_blocks());
}

static void arm_without_memory_changes_nothing(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = NOTHING;
	struct alarm a;
	int err;

	if (co_delay_create(&d))
		return;
	alarm_init(&a, &notes, 1);
	explore_fail_next_alloc(0);
	err = co_delay_arm(d, &a.timer, NULL, UINT64_MAX);
	CO_CHECK_EQ(-ENOMEM, err);
	CO_CHECK(!co_heap_contains(&a.timer.node));
	err = co_delay_cancel(d, &a.timer);
	CO_CHECK_EQ(-ENOENT, err);
	/* There is memory again. */
	err = co_delay_arm(d, &a.timer, NULL, 0);
	CO_CHECK_EQ(0, err);
	wait_for_notes(&notes, 1);
	co_delay_destroy(d);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(0, explore_live_blocks());
}

static void reserved_timers_need_no_memory(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = NOTHING;
	struct alarm a[70];
	size_t blocks;
	int i;

	CO_CHECK_EQ(0, co_delay_create(&d));
	CO_CHECK_EQ(0, co_delay_reserve(d, 70));
	blocks = explore_live_blocks();
	for (i = 0; i < 70; i++) {
		alarm_init(&a[i], &notes, i);
		explore_fail_next_alloc(0);
		CO_CHECK_EQ(0, co_delay_arm(d, &a[i].timer, NULL, UINT64_MAX));
	}
	CO_CHECK_EQ(blocks, explore_live_blocks());
	for (i = 0; i < 70; i++)
		CO_CHECK_EQ(0, co_delay_cancel(d, &a[i].timer));
	co_delay_destroy(d);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(delay_comes_to_be_or_not, .fail_alloc = EXPLORE_ON),
	EXPLORE_TEST(arm_without_memory_changes_nothing, .schedules = 500),
	EXPLORE_TEST(reserved_timers_need_no_memory, .schedules = 100),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
