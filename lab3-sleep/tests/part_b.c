// SPDX-License-Identifier: MIT
/*
 * Part B: the delay scheduler. No test waits for a deadline in the future: the
 * delay thread is held while timers are armed whose time has passed, and what
 * is armed for the future is cancelled or dropped.
 */
#include "co/harness.h"
#include "co/looper.h"
#include "suites.h"
#include "util.h"

TEST delay_fires_in_order_of_deadlines(void)
{
	static const uint64_t deadlines[] = {100, 50, 1000, 500, 200, 300, 50};
	static const int order[] = {1, 6, 0, 4, 5, 3, 2};
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct alarm alarms[7];
	struct halt halt;
	int i;

	co_step("hold the delay thread, and arm seven timers in disorder");
	hold_delay(d, &halt);
	for (i = 0; i < 7; i++) {
		alarm_init(&alarms[i], &notes, i);
		CO_CHECK_EQ(0,
			co_delay_arm(d, &alarms[i].timer, NULL, deadlines[i]));
	}
	co_step("let it go: all are due");
	gate_open(&halt.gate);
	wait_for_notes(&notes, 7);
	for (i = 0; i < 7; i++) {
		CO_CHECK_EQ(order[i], notes.ids[i]);
		CO_CHECK_EQ(0, notes.errors[i]);
	}
	CO_CHECK_EQ(1, count_threads(&notes));
	co_delay_destroy(d);
	PASS();
}

TEST delay_of_negative_time_means_now(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct alarm soon, never;

	alarm_init(&never, &notes, 1);
	alarm_init(&soon, &notes, 2);
	co_step("arm one beyond the end of time, one before now");
	CO_CHECK_EQ(0,
		co_delay_arm(d, &never.timer, NULL, co_clock_after(INT64_MAX)));
	CO_CHECK_EQ(0, co_delay_arm(d, &soon.timer, NULL, co_clock_after(-5)));
	wait_for_notes(&notes, 1);
	CO_CHECK_EQ(2, notes.ids[0]);
	CO_CHECK_EQ(0, co_delay_cancel(d, &never.timer));
	co_delay_destroy(d);
	CO_CHECK_EQ(1, notes.n);
	PASS();
}

TEST delay_fires_on_the_executor(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct co_looper *l = NULL;
	struct alarm there, here;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	alarm_init(&there, &notes, 1);
	alarm_init(&here, &notes, 2);
	CO_CHECK_EQ(0, co_delay_arm(d, &there.timer, co_looper_executor(l), 0));
	wait_for_notes(&notes, 1);
	CO_CHECK_EQ(0, co_delay_arm(d, &here.timer, NULL, 0));
	wait_for_notes(&notes, 2);
	CO_CHECK(notes.executors[0] == co_looper_executor(l));
	CO_CHECK(notes.executors[1] == NULL);
	CO_CHECK(!pthread_equal(notes.threads[0], notes.threads[1]));
	CO_CHECK(!pthread_equal(notes.threads[1], pthread_self()));
	co_delay_destroy(d);
	co_looper_destroy(l);
	PASS();
}

TEST delay_cancel_prevents_the_call(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct alarm alarms[3];
	struct halt halt;
	int i, err;

	co_step("arm three that are due behind a closed gate");
	hold_delay(d, &halt);
	for (i = 0; i < 3; i++) {
		alarm_init(&alarms[i], &notes, i);
		CO_CHECK_EQ(0, co_delay_arm(d, &alarms[i].timer, NULL, 1));
	}
	co_step("cancel the second, twice");
	err = co_delay_cancel(d, &alarms[1].timer);
	CO_CHECK_EQ(0, err);
	err = co_delay_cancel(d, &alarms[1].timer);
	CO_CHECK_EQ(-ENOENT, err);
	gate_open(&halt.gate);
	wait_for_notes(&notes, 2);
	CO_CHECK_EQ(0, notes.ids[0]);
	CO_CHECK_EQ(2, notes.ids[1]);
	co_step("what has fired cannot be cancelled");
	err = co_delay_cancel(d, &alarms[0].timer);
	CO_CHECK_EQ(-ENOENT, err);
	co_delay_destroy(d);
	CO_CHECK_EQ(2, notes.n);
	PASS();
}

TEST delay_drain_fires_what_is_armed(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct alarm alarms[3], late;
	struct halt halt;
	int i, err;

	hold_delay(d, &halt);
	for (i = 0; i < 3; i++) {
		alarm_init(&alarms[i], &notes, i);
		CO_CHECK_EQ(0, co_delay_arm(d, &alarms[i].timer, NULL, 1));
	}
	co_step("shut down with DRAIN; arm another");
	co_delay_shutdown(d, CO_SHUTDOWN_DRAIN);
	alarm_init(&late, &notes, 9);
	err = co_delay_arm(d, &late.timer, NULL, 0);
	CO_CHECK_EQ(-ESHUTDOWN, err);
	CO_CHECK(!co_heap_contains(&late.timer.node));
	gate_open(&halt.gate);
	co_delay_join(d);
	CO_CHECK_EQ(3, notes.n);
	for (i = 0; i < notes.n; i++) {
		CO_CHECK_EQ(i, notes.ids[i]);
		CO_CHECK_EQ(0, notes.errors[i]);
	}
	co_delay_destroy(d);
	PASS();
}

TEST delay_now_drops_what_is_armed(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct alarm alarms[3];
	int i;

	for (i = 0; i < 3; i++) {
		alarm_init(&alarms[i], &notes, i);
		CO_CHECK_EQ(0, co_delay_arm(d, &alarms[i].timer, NULL,
				       co_clock_after(3600000)));
	}
	co_step("shut down NOW: nobody waits for an hour");
	co_delay_shutdown(d, CO_SHUTDOWN_NOW);
	co_delay_join(d);
	CO_CHECK_EQ(3, notes.n);
	for (i = 0; i < notes.n; i++) {
		CO_CHECK_EQ(-ECANCELED, notes.errors[i]);
		CO_CHECK(!pthread_equal(notes.threads[i], pthread_self()));
	}
	co_delay_destroy(d);
	PASS();
}

TEST arm_of_armed_timer_stops(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct alarm a;

	alarm_init(&a, &notes, 1);
	CO_CHECK_EQ(0, co_delay_arm(d, &a.timer, NULL, UINT64_MAX));
	co_expect_assert("armed already");
	co_delay_arm(d, &a.timer, NULL, UINT64_MAX);
	PASS();
}

struct joiner {
	struct co_timer timer;
	struct co_delay *delay;
};

static void joiner_run(struct co_work *work, int error)
{
	struct joiner *j = co_container_of(work, struct joiner, timer.work);

	(void)error;
	co_expect_assert("from its own thread");
	co_delay_join(j->delay);
}

TEST delay_join_of_self_stops(void)
{
	struct joiner j = {.delay = make_delay()};

	co_timer_init(&j.timer, joiner_run);
	CO_CHECK_EQ(0, co_delay_arm(j.delay, &j.timer, NULL, 0));
	co_delay_join(j.delay);
	PASS();
}

SUITE(part_b)
{
	RUN_TEST(delay_fires_in_order_of_deadlines);
	RUN_TEST(delay_of_negative_time_means_now);
	RUN_TEST(delay_fires_on_the_executor);
	RUN_TEST(delay_cancel_prevents_the_call);
	RUN_TEST(delay_drain_fires_what_is_armed);
	RUN_TEST(delay_now_drops_what_is_armed);
	RUN_TEST(arm_of_armed_timer_stops);
	RUN_TEST(delay_join_of_self_stops);
}
