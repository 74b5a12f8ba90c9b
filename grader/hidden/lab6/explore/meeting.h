/* SPDX-License-Identifier: MIT */
/*
 * What the explored tests of lab 6 share: a task for each thread, without an
 * executor, so that whoever wakes it runs it.
 */
#ifndef LAB6_MEETING_H
#define LAB6_MEETING_H

#include <stdlib.h>

#include "../../../../lab6-sync/tests/util.h"
#include "explore.h"

enum {
	/* For tests with three threads and more. */
	MANY = 6000,

	/* Enough for all schedules with two preemptions. */
	MOST = 24000
};

static inline void *resuming_thread(void *task)
{
	co_resume(task);
	return NULL;
}

static inline pthread_t resume_elsewhere(struct co_task *task)
{
	pthread_t thread;

	CO_CHECK_EQ(0, pthread_create(&thread, NULL, resuming_thread, task));
	return thread;
}

/* Resume two on threads of their own and the third here; wait for them. */
static inline void resume_three(
	struct co_task *a, struct co_task *b, struct co_task *c)
{
	pthread_t threads[] = {resume_elsewhere(a), resume_elsewhere(b)};

	co_resume(c);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
}

static inline void *requesting_thread(void *source)
{
	CO_CHECK_EQ(0, co_cancel_request(source));
	return NULL;
}

static inline pthread_t request_elsewhere(struct co_cancel_source *source)
{
	pthread_t thread;

	CO_CHECK_EQ(
		0, pthread_create(&thread, NULL, requesting_thread, source));
	return thread;
}

#endif
