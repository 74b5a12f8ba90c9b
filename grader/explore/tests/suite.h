/* SPDX-License-Identifier: MIT */
/*
 * For the explorer's own suite. The name of a test says what the explorer must
 * say about it: NAME__right passes; NAME__race, NAME__lost_wakeup, ... fails
 * with that kind.
 */
#ifndef EXPLORE_SUITE_H
#define EXPLORE_SUITE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "co/check.h"
#include "explore.h"

#define relaxed memory_order_relaxed
#define acquire memory_order_acquire
#define release memory_order_release

/* Run up to three threads and wait for them. */
static inline void run_threads(
	void *(*a)(void *), void *(*b)(void *), void *(*c)(void *), void *arg)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, a, arg);
	if (b)
		pthread_create(&t[1], NULL, b, arg);
	if (c)
		pthread_create(&t[2], NULL, c, arg);
	pthread_join(t[0], NULL);
	if (b)
		pthread_join(t[1], NULL);
	if (c)
		pthread_join(t[2], NULL);
}

#endif
