// SPDX-License-Identifier: MIT
/*
 * libev: timers of a loop that one thread uses, without a lock.
 */
#include <ev.h>

#include "../timers.h"

static struct ev_loop *loop;
static ev_timer *timers;

static void fired(struct ev_loop *l, ev_timer *timer, int events)
{
	(void)l;
	(void)timer;
	(void)events;
	timers_fired++;
}

static void timers_make(size_t n)
{
	size_t i;

	loop = ev_loop_new(EVFLAG_AUTO);
	timers = malloc(n * sizeof(*timers));
	for (i = 0; i < n; i++)
		ev_init(&timers[i], fired);
}

static void timers_arm(size_t i, uint32_t distance, int due)
{
	ev_timer_set(&timers[i],
		due ? -1e-9 * distance : 3600 + 1e-9 * distance, 0.);
	ev_timer_start(loop, &timers[i]);
}

static void timers_cancel(size_t i)
{
	ev_timer_stop(loop, &timers[i]);
}

static void timers_fire(size_t n)
{
	(void)n;
	ev_run(loop, 0);
}

TIMER_ROWS
