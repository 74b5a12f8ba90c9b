/* SPDX-License-Identifier: MIT */
/*
 * Timers with random deadlines: what every contender measures in the same way.
 *
 *	timer-arm-N      arm N timers whose memory is there
 *	timer-cancel-N   cancel N armed timers, in another random order
 *	timer-fire-N     let N timers fire whose time has come
 *
 * A contender brings four functions and says TIMER_ROWS. Few timers are
 * measured in many rounds.
 */
#ifndef BENCH_TIMERS_H
#define BENCH_TIMERS_H

#include <stdlib.h>
#include <time.h>

#include "contender.h"

/* Make @n timers, none of them armed. */
static void timers_make(size_t n);
/* Arm timer @i for @distance, from 1 to 2^30, later or, if it is @due, past. */
static void timers_arm(size_t i, uint32_t distance, int due);
static void timers_cancel(size_t i);
/* Let all @n that are due fire. */
static void timers_fire(size_t n);
/* How many have fired in this round. */
static uint64_t timers_fired;

static double timers_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static uint64_t timers_seed = 88172645463325252u;

static uint32_t timers_random(uint32_t n)
{
	timers_seed ^= timers_seed << 13;
	timers_seed ^= timers_seed >> 7;
	timers_seed ^= timers_seed << 17;
	return (uint32_t)((timers_seed >> 11) % n);
}

static uint32_t *timers_distances(size_t n)
{
	uint32_t *d = (uint32_t *)malloc(n * sizeof(*d));
	size_t i;

	for (i = 0; i < n; i++)
		d[i] = 1 + timers_random(1u << 30);
	return d;
}

static uint32_t *timers_order(size_t n)
{
	uint32_t *order = (uint32_t *)malloc(n * sizeof(*order));
	size_t i;

	for (i = 0; i < n; i++)
		order[i] = (uint32_t)i;
	for (i = n - 1; i > 0; i--) {
		uint32_t k = timers_random((uint32_t)i + 1);
		uint32_t swapped = order[i];

		order[i] = order[k];
		order[k] = swapped;
	}
	return order;
}

enum timers_what {
	TIMERS_ARM,
	TIMERS_CANCEL,
	TIMERS_FIRE
};

static double timers_round(size_t n, enum timers_what what,
	const uint32_t *distances, const uint32_t *order)
{
	double started = timers_now();
	double armed, cancelled;
	size_t i;

	for (i = 0; i < n; i++)
		timers_arm(i, distances[i], what == TIMERS_FIRE);
	armed = timers_now();
	if (what == TIMERS_FIRE) {
		timers_fired = 0;
		timers_fire(n);
		bench_expect(n, timers_fired, "timers that fired");
		return timers_now() - armed;
	}
	for (i = 0; i < n; i++)
		timers_cancel(order[i]);
	cancelled = timers_now();
	return what == TIMERS_ARM ? armed - started : cancelled - armed;
}

static double timers_measure(size_t n, enum timers_what what)
{
	size_t rounds = n < 200000 ? 200000 / n : 1;
	uint32_t *distances = timers_distances(n);
	uint32_t *order = timers_order(n);
	double took = 0;
	size_t i;

	timers_make(n);
	for (i = 0; i < rounds; i++)
		took += timers_round(n, what, distances, order);
	free(distances);
	free(order);
	return took / (double)(n * rounds);
}

#define TIMER_ROW(id, row, what)                                               \
	static double timer_##id(size_t n)                                     \
	{                                                                      \
		return timers_measure(n, what);                                \
	}                                                                      \
	BENCH_MEASURE(id##_1000, row "-1000", 1000, timer_##id)                \
	BENCH_MEASURE(id##_10000, row "-10000", 10000, timer_##id)             \
	BENCH_MEASURE(id##_100000, row "-100000", 100000, timer_##id)          \
	BENCH_MEASURE(id##_1000000, row "-1000000", 1000000, timer_##id)

#define TIMER_ROWS                                                             \
	TIMER_ROW(arm, "timer-arm", TIMERS_ARM)                                \
	TIMER_ROW(cancel, "timer-cancel", TIMERS_CANCEL)                       \
	TIMER_ROW(fire, "timer-fire", TIMERS_FIRE)

#endif
