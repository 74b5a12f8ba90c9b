// SPDX-License-Identifier: MIT
/*
 * Lab 3: arm, cancel and fire timers of a delay scheduler. Its lock and its
 * thread are part of what is measured.
 */
#include <pthread.h>

#include "../timers.h"
#include "co/delay.h"

static struct co_delay *delay;
static struct co_timer *timers;
static uint64_t later;

/* A timer that holds the delay thread while those that are due are armed. */
static struct co_timer holding;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool held, let_go, all_fired; /* under @lock */
static uint64_t expected;

static void hold(struct co_work *work, int error)
{
	(void)work;
	(void)error;
	pthread_mutex_lock(&lock);
	held = true;
	pthread_cond_broadcast(&changed);
	while (!let_go)
		pthread_cond_wait(&changed, &lock);
	let_go = false;
	pthread_mutex_unlock(&lock);
}

static void fired(struct co_work *work, int error)
{
	(void)work;
	(void)error;
	if (++timers_fired < expected)
		return;
	pthread_mutex_lock(&lock);
	all_fired = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static void timers_make(size_t n)
{
	size_t i;

	timers = malloc(n * sizeof(*timers));
	bench_expect(0, (uint64_t)co_delay_create(&delay), "co_delay_create()");
	bench_expect(0, (uint64_t)co_delay_reserve(delay, n + 1),
		"co_delay_reserve()");
	for (i = 0; i < n; i++)
		co_timer_init(&timers[i], fired);
	later = co_clock_after(3600000);
}

static void hold_thread(void)
{
	co_timer_init(&holding, hold);
	co_delay_arm(delay, &holding, NULL, 0);
	pthread_mutex_lock(&lock);
	while (!held)
		pthread_cond_wait(&changed, &lock);
	held = false;
	pthread_mutex_unlock(&lock);
}

static void timers_arm(size_t i, uint32_t distance, int due)
{
	if (due && i == 0)
		hold_thread();
	co_delay_arm(
		delay, &timers[i], NULL, due ? distance : later + distance);
}

static void timers_cancel(size_t i)
{
	co_delay_cancel(delay, &timers[i]);
}

static void timers_fire(size_t n)
{
	expected = n;
	pthread_mutex_lock(&lock);
	let_go = true;
	pthread_cond_broadcast(&changed);
	while (!all_fired)
		pthread_cond_wait(&changed, &lock);
	all_fired = false;
	pthread_mutex_unlock(&lock);
}

TIMER_ROWS
