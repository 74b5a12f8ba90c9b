// SPDX-License-Identifier: MIT
/*
 * libuv: timers of a loop that one thread uses, without a lock. Its deadlines
 * are milliseconds.
 */
#include <uv.h>

#include "../timers.h"

static uv_loop_t timer_loop;
static uv_timer_t *timers;
static uint64_t start;

static void fired(uv_timer_t *timer)
{
	(void)timer;
	timers_fired++;
}

static void timers_make(size_t n)
{
	size_t i;

	uv_loop_init(&timer_loop);
	timers = malloc(n * sizeof(*timers));
	for (i = 0; i < n; i++)
		uv_timer_init(&timer_loop, &timers[i]);
	start = timer_loop.time;
}

static void timers_arm(size_t i, uint32_t distance, int due)
{
	/* It knows no past: what is due is armed at an earlier time. */
	timer_loop.time = due ? start - (1u << 20) - 1 : start;
	uv_timer_start(
		&timers[i], fired, (due ? 0 : 3600000) + (distance >> 10), 0);
}

static void timers_cancel(size_t i)
{
	uv_timer_stop(&timers[i]);
}

static void timers_fire(size_t n)
{
	(void)n;
	uv_run(&timer_loop, UV_RUN_DEFAULT);
}

TIMER_ROWS
