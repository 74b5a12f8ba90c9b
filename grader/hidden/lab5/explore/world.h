/* SPDX-License-Identifier: MIT */
/*
 * What the explored tests of lab 5 share, beside the public ones' util.h.
 */
#ifndef LAB5_WORLD_H
#define LAB5_WORLD_H

#include "../../../../lab5-scheduler/tests/util.h"
#include "explore.h"
#include "ring/sim.h"
#include "ring/vfs.h"

static inline pthread_t start(void *(*fn)(void *), void *arg)
{
	pthread_t thread;

	CO_CHECK_EQ(0, pthread_create(&thread, NULL, fn, arg));
	return thread;
}

/* Several contexts take many steps: fewer schedules each. */
enum {
	SOME = 5000
};

#define FEW        .schedules = SOME
#define WITH_LEAKS .schedules = SOME, .leaks = EXPLORE_ON

#endif
