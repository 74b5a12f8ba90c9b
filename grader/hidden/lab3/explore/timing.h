/* SPDX-License-Identifier: MIT */
/*
 * What the explored tests of lab 3 share. All time is virtual: it stands still
 * while any thread can run, and then goes to the next deadline.
 */
#ifndef LAB3_TIMING_H
#define LAB3_TIMING_H

#include <stdlib.h>

#include "../../../../lab3-sleep/tests/util.h"
#include "explore.h"

enum {
	MS = 1000000,

	/* For tests with three threads and more. */
	MANY = 6000
};

/* A timer that notes its id, and when: never before its deadline. */
struct dated {
	struct co_timer timer;
	struct notes *notes;
	uint64_t deadline;
	uint64_t fired;
	int id;
};

static inline void dated_run(struct co_work *work, int error)
{
	struct dated *a = co_container_of(work, struct dated, timer.work);

	a->fired = co_clock_now();
	if (!error)
		CO_CHECK(a->fired >= a->deadline);
	note(a->notes, a->id, error);
}

static inline int dated_arm(struct dated *a, struct co_delay *delay,
	struct notes *notes, int id, int64_t ms)
{
	co_timer_init(&a->timer, dated_run);
	a->notes = notes;
	a->id = id;
	a->deadline = co_clock_after(ms);
	return co_delay_arm(delay, &a->timer, NULL, a->deadline);
}

/* No id was noted twice. */
static inline void check_once(const struct notes *notes)
{
	int i, k;

	for (i = 0; i < notes->n; i++)
		for (k = 0; k < i; k++)
			CO_CHECK(notes->ids[i] != notes->ids[k]);
}

static inline void *requesting_thread(void *arg)
{
	int err = co_cancel_request(arg);

	CO_CHECK(err == 0 || err == -EALREADY);
	return NULL;
}

static inline pthread_t request_elsewhere(struct co_cancel_source *source)
{
	pthread_t thread;

	CO_CHECK_EQ(
		0, pthread_create(&thread, NULL, requesting_thread, source));
	return thread;
}

/* A delay scheduler for all that sleep in a test. */
static inline struct co_delay *begin_time(void)
{
	struct co_delay *d = make_delay();

	co_delay_set_common(d);
	return d;
}

static inline void end_time(struct co_delay *d)
{
	co_delay_set_common(NULL);
	co_delay_destroy(d);
}

#endif
