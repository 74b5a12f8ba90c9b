/* SPDX-License-Identifier: MIT */
/*
 * What the hidden tests of lab 1 share: an executor that a test runs by hand,
 * tasks on threads, small stacks.
 */
#ifndef LAB1_HIDDEN_H
#define LAB1_HIDDEN_H

#include <pthread.h>

#include "co/harness.h"
#include "co/task.h"

SUITE_EXTERN(hidden_a);
SUITE_EXTERN(hidden_b);
SUITE_EXTERN(hidden_c);
SUITE_EXTERN(hidden_d);
SUITE_EXTERN(hidden_frames);
SUITE_EXTERN(hidden_e);
SUITE_EXTERN(hidden_f);

enum {
	SMALL_STACK = 64 * 1024
};

/* An executor whose queue stands still until the test runs it. */
struct hand {
	struct co_executor executor;
	pthread_mutex_t lock;
	struct co_work *first; /* under @lock */
	int posted;            /* under @lock: how often something was */
	bool refuses;
};

void hand_init(struct hand *h, const char *name);

/* Run what is queued, and what that queues, here. Returns how many ran. */
int hand_run(struct hand *h);

/* A task that yields @yields times, then ends with @error. */
struct walker {
	struct co_task task;
	int yields;
	int error;
	int runs;
	int cleaned;
};

void walker_init(struct walker *w, const char *name, int yields, int error);

/* Awaits @child as its child; @seen is 1 until the await has ended. */
struct parent {
	struct co_task task;
	struct co_task *child;
	int seen;
	int cleaned;
};

void parent_init(struct parent *p, const char *name, struct co_task *child);

/* Run @fn(@arg) to its end in a thread with @stack_size bytes of stack. */
void run_in_thread(void (*fn)(void *arg), void *arg, size_t stack_size);

#endif
