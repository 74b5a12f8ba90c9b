// SPDX-License-Identifier: MIT
/*
 * The delay scheduler, explored: when it fires, when it wakes, how it ends.
 */
#include "timing.h"

static void delay_fires_at_its_deadline(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct dated a, b;

	CO_CHECK_EQ(0, dated_arm(&a, d, &notes, 1, 100));
	CO_CHECK_EQ(0, dated_arm(&b, d, &notes, 2, 250));
	wait_for_notes(&notes, 2);
	CO_CHECK_EQ(1, notes.ids[0]);
	CO_CHECK_EQ(a.deadline, a.fired);
	CO_CHECK_EQ(b.deadline, b.fired);
	co_delay_destroy(d);
}

struct arming {
	struct co_delay *delay;
	struct notes *notes;
	struct dated timers[2];
	int ms[2];
	int n;
	int taken;
};

static void *arming_thread(void *arg)
{
	struct arming *a = arg;
	int i, err;

	for (i = 0; i < a->n; i++) {
		err = dated_arm(&a->timers[i], a->delay, a->notes, i, a->ms[i]);
		CO_CHECK(err == 0 || err == -ESHUTDOWN);
		if (err)
			CO_CHECK(!co_heap_contains(&a->timers[i].timer.node));
		a->taken += !err;
	}
	return NULL;
}

static void delay_wakes_for_an_earlier_deadline(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct arming a = {.notes = &notes, .ms = {10}, .n = 1};
	struct dated far;
	pthread_t thread;

	a.delay = make_delay();
	CO_CHECK_EQ(0, dated_arm(&far, a.delay, &notes, 9, 1000));
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, arming_thread, &a));
	wait_for_notes(&notes, 2);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(0, notes.ids[0]);
	CO_CHECK_EQ(a.timers[0].deadline, a.timers[0].fired);
	CO_CHECK_EQ(far.deadline, far.fired);
	co_delay_destroy(a.delay);
}

static void *cancelling_thread(void *arg)
{
	struct arming *a = arg;

	CO_CHECK_EQ(0, co_delay_cancel(a->delay, &a->timers[0].timer));
	return NULL;
}

static void delay_forgets_a_cancelled_top(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct arming a = {.notes = &notes, .ms = {50, 100}, .n = 2};
	pthread_t thread;

	a.delay = make_delay();
	arming_thread(&a);
	/* It may be waiting for the first just now. */
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, cancelling_thread, &a));
	pthread_join(thread, NULL);
	wait_for_notes(&notes, 1);
	CO_CHECK_EQ(1, notes.ids[0]);
	CO_CHECK_EQ(a.timers[1].deadline, a.timers[1].fired);
	co_delay_destroy(a.delay);
	CO_CHECK_EQ(1, notes.n);
}

static void delay_fires_or_is_cancelled_never_both(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct dated a;
	int err;

	CO_CHECK_EQ(0, dated_arm(&a, d, &notes, 1, 0));
	err = co_delay_cancel(d, &a.timer);
	CO_CHECK(err == 0 || err == -ENOENT);
	co_delay_shutdown(d, CO_SHUTDOWN_DRAIN);
	co_delay_join(d);
	CO_CHECK_EQ(err ? 1 : 0, notes.n);
	co_delay_destroy(d);
}

/* Cancels @other, which is due like itself. */
struct envious {
	struct co_timer timer;
	struct co_delay *delay;
	struct alarm *other;
	struct notes *notes;
};

static void envious_run(struct co_work *work, int error)
{
	struct envious *e = co_container_of(work, struct envious, timer.work);
	int err;

	CO_CHECK_EQ(0, error);
	err = co_delay_cancel(e->delay, &e->other->timer);
	CO_CHECK_EQ(0, err);
	err = co_delay_arm(e->delay, &e->other->timer, NULL, 0);
	CO_CHECK_EQ(0, err);
	err = co_delay_cancel(e->delay, &e->other->timer);
	CO_CHECK_EQ(0, err);
	note(e->notes, 1, 0);
}

static void delay_lets_due_timers_be_cancelled_by_others(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct envious e = {.delay = d, .notes = &notes};
	struct alarm other;

	e.other = &other;
	co_timer_init(&e.timer, envious_run);
	alarm_init(&other, &notes, 2);
	/* @other first: @e must find it armed, whenever it runs. */
	CO_CHECK_EQ(0, co_delay_arm(d, &other.timer, NULL, co_clock_after(9)));
	CO_CHECK_EQ(0,
		co_delay_arm(d, &e.timer, NULL, other.timer.node.deadline - 1));
	wait_for_notes(&notes, 1);
	co_delay_shutdown(d, CO_SHUTDOWN_DRAIN);
	co_delay_join(d);
	CO_CHECK_EQ(1, notes.n);
	co_delay_destroy(d);
}

/* Keeps the delay thread busy until both deadlines have passed. */
static void delay_lets_overdue_timers_be_cancelled_by_others(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct envious e = {.delay = d, .notes = &notes};
	struct alarm other;
	struct halt halt;

	e.other = &other;
	hold_delay(d, &halt);
	co_timer_init(&e.timer, envious_run);
	alarm_init(&other, &notes, 2);
	CO_CHECK_EQ(0, co_delay_arm(d, &e.timer, NULL, 1));
	CO_CHECK_EQ(0, co_delay_arm(d, &other.timer, NULL, 1));
	gate_open(&halt.gate);
	wait_for_notes(&notes, 1);
	co_delay_shutdown(d, CO_SHUTDOWN_DRAIN);
	co_delay_join(d);
	CO_CHECK_EQ(1, notes.n);
	co_delay_destroy(d);
}

static void delay_wakes_for_shutdown(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct alarm never;

	if (explore_choose(2)) {
		alarm_init(&never, &notes, 1);
		CO_CHECK_EQ(0, co_delay_arm(d, &never.timer, NULL, UINT64_MAX));
		co_delay_shutdown(d, CO_SHUTDOWN_NOW);
		co_delay_join(d);
		CO_CHECK_EQ(1, notes.n);
		CO_CHECK_EQ(-ECANCELED, notes.errors[0]);
	} else {
		co_delay_shutdown(d, CO_SHUTDOWN_DRAIN);
		co_delay_join(d);
	}
	co_delay_destroy(d);
}

static void delay_drain_waits_for_the_last_deadline(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct dated a, b;

	CO_CHECK_EQ(0, dated_arm(&a, d, &notes, 1, 500));
	CO_CHECK_EQ(0, dated_arm(&b, d, &notes, 2, 50));
	co_delay_shutdown(d, CO_SHUTDOWN_DRAIN);
	co_delay_join(d);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(0, notes.errors[0]);
	CO_CHECK_EQ(0, notes.errors[1]);
	CO_CHECK_EQ(b.deadline, b.fired);
	CO_CHECK_EQ(a.deadline, a.fired);
	co_delay_destroy(d);
}

static void delay_now_after_drain_drops_the_rest(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct dated a, b;

	CO_CHECK_EQ(0, dated_arm(&a, d, &notes, 1, 50));
	CO_CHECK_EQ(0, dated_arm(&b, d, &notes, 2, 3600000));
	co_delay_shutdown(d, CO_SHUTDOWN_DRAIN);
	wait_for_notes(&notes, 1);
	co_delay_shutdown(d, CO_SHUTDOWN_NOW);
	co_delay_join(d);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(0, notes.errors[0]);
	CO_CHECK_EQ(-ECANCELED, notes.errors[1]);
	CO_CHECK(b.fired < b.deadline);
	co_delay_destroy(d);
}

static void delay_now_forgets_nothing_it_took(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct arming a = {.notes = &notes, .ms = {0, 100}, .n = 2};
	pthread_t thread;
	int i;

	a.delay = make_delay();
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, arming_thread, &a));
	co_delay_shutdown(a.delay, CO_SHUTDOWN_NOW);
	co_delay_join(a.delay);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(a.taken, notes.n);
	check_once(&notes);
	for (i = 0; i < notes.n; i++)
		CO_CHECK(notes.errors[i] == 0 || notes.errors[i] == -ECANCELED);
	co_delay_destroy(a.delay);
}

static void delay_may_go_once_its_timer_has_fired(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct arming a = {.notes = &notes, .ms = {0}, .n = 1};
	pthread_t thread;

	a.delay = make_delay();
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, arming_thread, &a));
	wait_for_notes(&notes, 1);
	co_delay_destroy(a.delay);
	pthread_join(thread, NULL);
}

static void *joining_thread(void *arg)
{
	co_delay_join(arg);
	return NULL;
}

static void delay_can_be_joined_by_many(void)
{
	struct co_delay *d = make_delay();
	pthread_t thread;

	CO_CHECK_EQ(0, pthread_create(&thread, NULL, joining_thread, d));
	co_delay_shutdown(d, CO_SHUTDOWN_DRAIN);
	co_delay_join(d);
	pthread_join(thread, NULL);
	co_delay_join(d);
	co_delay_destroy(d);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(delay_fires_at_its_deadline),
	EXPLORE_TEST(delay_wakes_for_an_earlier_deadline, .schedules = MANY),
	EXPLORE_TEST(delay_forgets_a_cancelled_top, .schedules = MANY),
	EXPLORE_TEST(delay_fires_or_is_cancelled_never_both),
	EXPLORE_TEST(delay_lets_due_timers_be_cancelled_by_others),
	EXPLORE_TEST(delay_lets_overdue_timers_be_cancelled_by_others),
	EXPLORE_TEST(delay_wakes_for_shutdown),
	EXPLORE_TEST(delay_drain_waits_for_the_last_deadline),
	EXPLORE_TEST(delay_now_after_drain_drops_the_rest),
	EXPLORE_TEST(delay_now_forgets_nothing_it_took, .schedules = MANY),
	EXPLORE_TEST(delay_may_go_once_its_timer_has_fired, .schedules = MANY),
	EXPLORE_TEST(delay_can_be_joined_by_many),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
