// SPDX-License-Identifier: MIT
/*
 * The delay scheduler: when it is woken, and what a timer may do.
 */
#include <dlfcn.h>

#include "../../../lab3-sleep/tests/util.h"
#include "co/looper.h"
#include "suites.h"

/* Every wake-up of this program goes through here and is counted. */

static __thread int signals;

typedef int signal_fn(pthread_cond_t *cond);

static int really(const char *name, pthread_cond_t *cond)
{
	signal_fn *fn;

	/* ISO C has no cast between the two kinds of pointer. */
	*(void **)(&fn) = dlsym(RTLD_NEXT, name);
	signals++;
	return fn(cond);
}

int pthread_cond_signal(pthread_cond_t *cond)
{
	return really("pthread_cond_signal", cond);
}

int pthread_cond_broadcast(pthread_cond_t *cond)
{
	return really("pthread_cond_broadcast", cond);
}

static int signals_of_arm(
	struct co_delay *d, struct alarm *a, uint64_t deadline)
{
	int before = signals;

	CO_CHECK_EQ(0, co_delay_arm(d, &a->timer, NULL, deadline));
	return signals - before;
}

TEST arm_wakes_only_for_an_earlier_deadline(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	uint64_t hour = co_clock_after(3600000);
	struct alarm a[5];
	int i, n;

	for (i = 0; i < 5; i++)
		alarm_init(&a[i], &notes, i);
	n = signals_of_arm(d, &a[0], hour);
	co_step("a later deadline, and an equal one");
	n = signals_of_arm(d, &a[1], hour + 1);
	CO_CHECK_EQ(0, n);
	n = signals_of_arm(d, &a[2], hour);
	CO_CHECK_EQ(0, n);
	co_step("an earlier one, cancelled: the thread may wake in vain");
	signals_of_arm(d, &a[3], hour - 1);
	CO_CHECK_EQ(0, co_delay_cancel(d, &a[3].timer));
	co_step("cancelling wakes nobody");
	n = signals;
	CO_CHECK_EQ(0, co_delay_cancel(d, &a[0].timer));
	CO_CHECK_EQ(n, signals);
	co_delay_destroy(d);
	CO_CHECK_EQ(2, notes.n);
	PASS();
}

/* A timer that arms itself again, twice. */
struct ticker {
	struct co_timer timer;
	struct co_delay *delay;
	struct co_executor *executor;
	struct notes *notes;
	int left;
};

static void ticker_run(struct co_work *work, int error)
{
	struct ticker *t = co_container_of(work, struct ticker, timer.work);
	int left = t->left--;

	CO_CHECK_EQ(0, error);
	if (left)
		CO_CHECK_EQ(0, co_delay_arm(t->delay, &t->timer, t->executor,
				       co_clock_after(0)));
	note(t->notes, left, error);
}

TEST timer_may_arm_itself_again(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct ticker t = {.notes = &notes, .left = 2};
	struct co_looper *l = NULL;

	t.delay = make_delay();
	co_timer_init(&t.timer, ticker_run);
	co_step("on the delay thread");
	CO_CHECK_EQ(0, co_delay_arm(t.delay, &t.timer, NULL, 0));
	wait_for_notes(&notes, 3);
	co_step("on a looper");
	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	t.executor = co_looper_executor(l);
	t.left = 2;
	CO_CHECK_EQ(0, co_delay_arm(t.delay, &t.timer, t.executor, 0));
	wait_for_notes(&notes, 6);
	CO_CHECK(notes.executors[5] == t.executor);
	co_delay_destroy(t.delay);
	co_looper_destroy(l);
	PASS();
}

TEST timer_refused_by_its_executor_is_told(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct manual m;
	struct alarm a;

	manual_init(&m);
	m.refuse = -ESHUTDOWN;
	alarm_init(&a, &notes, 1);
	CO_CHECK_EQ(0, co_delay_arm(d, &a.timer, &m.executor, 0));
	wait_for_notes(&notes, 1);
	CO_CHECK_EQ(-ECANCELED, notes.errors[0]);
	co_delay_destroy(d);
	CO_CHECK_EQ(1, notes.n);
	PASS();
}

TEST arm_of_handed_over_timer_stops(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct co_looper *l = NULL;
	struct alarm a, after;
	struct gate gate;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	hold(co_looper_executor(l), &gate);
	alarm_init(&a, &notes, 1);
	alarm_init(&after, &notes, 2);
	CO_CHECK_EQ(0, co_delay_arm(d, &a.timer, co_looper_executor(l), 0));
	CO_CHECK_EQ(0, co_delay_arm(d, &after.timer, NULL, 0));
	co_step("the timer has fired and waits in the looper's queue");
	wait_for_notes(&notes, 1);
	co_expect_assert("armed already");
	co_delay_arm(d, &a.timer, NULL, 0);
	PASS();
}

static void destroyer_run(struct co_work *work, int error)
{
	struct ticker *t = co_container_of(work, struct ticker, timer.work);

	(void)error;
	co_expect_assert("from its own thread");
	co_delay_destroy(t->delay);
}

TEST delay_destroyed_by_its_own_timer_stops(void)
{
	struct ticker t = {.delay = make_delay()};
	struct gate never;

	gate_init(&never);
	co_timer_init(&t.timer, destroyer_run);
	CO_CHECK_EQ(0, co_delay_arm(t.delay, &t.timer, NULL, 0));
	gate_wait(&never);
	PASS();
}

TEST delay_of_nothing_goes_without_a_trace(void)
{
	co_delay_destroy(NULL);
	co_delay_destroy(make_delay());
	PASS();
}

SUITE(timers)
{
	RUN_TEST(arm_wakes_only_for_an_earlier_deadline);
	RUN_TEST(timer_may_arm_itself_again);
	RUN_TEST(timer_refused_by_its_executor_is_told);
	RUN_TEST(arm_of_handed_over_timer_stops);
	RUN_TEST(delay_destroyed_by_its_own_timer_stops);
	RUN_TEST(delay_of_nothing_goes_without_a_trace);
}
