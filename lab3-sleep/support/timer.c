// SPDX-License-Identifier: MIT
/*
 * The given half of timers: the clock, the common delay thread, and whose
 * timers an executor uses.
 */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "co/delay.h"

uint64_t co_clock_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

uint64_t co_clock_after(int64_t ms)
{
	uint64_t now = co_clock_now();

	if (ms <= 0)
		return now;
	if ((uint64_t)ms > (UINT64_MAX - now) / 1000000)
		return UINT64_MAX;
	return now + (uint64_t)ms * 1000000;
}

void co_timer_init(struct co_timer *timer, co_work_fn *fn)
{
	*timer = (struct co_timer){.work.run = fn};
}

void co_timer_fire(struct co_timer *timer, int error)
{
	struct co_executor *executor = timer->executor;

	co_trace(CO_TRACE_TIMER_FIRED, NULL, timer, NULL, error);
	if (!error && executor) {
		if (!co_post(executor, &timer->work))
			return;
		error = -ECANCELED;
	}
	timer->work.run(&timer->work, error);
}

/* The common delay thread. */

static pthread_mutex_t common_lock = PTHREAD_MUTEX_INITIALIZER;
static struct co_delay *common; /* under @common_lock */
static bool common_is_ours;     /* under @common_lock */
static bool common_is_over;     /* under @common_lock: the program exits */

static void replace_common(struct co_delay *delay, bool over)
{
	struct co_delay *ours;

	pthread_mutex_lock(&common_lock);
	ours = common_is_ours ? common : NULL;
	common = delay;
	common_is_ours = false;
	common_is_over = over;
	pthread_mutex_unlock(&common_lock);
	/* What it drops now may sleep again, and finds the new one. */
	co_delay_destroy(ours);
}

static void destroy_common(void)
{
	replace_common(NULL, true);
}

struct co_delay *co_delay_common(void)
{
	struct co_delay *delay;

	pthread_mutex_lock(&common_lock);
	if (!common && !common_is_over && !co_delay_create(&common)) {
		common_is_ours = true;
		atexit(destroy_common);
	}
	delay = common;
	pthread_mutex_unlock(&common_lock);
	return delay;
}

void co_delay_set_common(struct co_delay *delay)
{
	replace_common(delay, false);
}

int co_timer_arm(
	struct co_timer *timer, struct co_executor *executor, uint64_t deadline)
{
	struct co_delay *delay;

	timer->home = NULL;
	timer->delay = NULL;
	if (executor && executor->timers) {
		timer->home = executor;
		co_trace(CO_TRACE_TIMER_ARMED, co_current(), timer, NULL, 0);
		return executor->timers->arm(executor, timer, deadline);
	}
	delay = co_delay_common();
	if (!delay)
		return -EAGAIN;
	timer->delay = delay;
	return co_delay_arm(delay, timer, NULL, deadline);
}

int co_timer_cancel(struct co_timer *timer)
{
	struct co_executor *home = timer->home;

	if (home)
		return home->timers->cancel(home, timer);
	/* Not the common one: it may have been replaced since. */
	return timer->delay ? co_delay_cancel(timer->delay, timer) : -ENOENT;
}
