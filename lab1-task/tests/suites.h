/* SPDX-License-Identifier: MIT */
/*
 * The suites of lab 1, one a part, and what their tests share.
 */
#ifndef LAB1_SUITES_H
#define LAB1_SUITES_H

#include "co/harness.h"
#include "co/task.h"

SUITE_EXTERN(part_a);
SUITE_EXTERN(part_b);
SUITE_EXTERN(part_c);
SUITE_EXTERN(part_d);
SUITE_EXTERN(part_e);
SUITE_EXTERN(part_f);

/* A task that yields @yields times and ends with @error. */
struct walker {
	struct co_task task;
	int yields;
	int error;
	int runs;    /* how often its body was entered */
	int cleaned; /* how often its cleanup ran */
};

void walker_init(struct walker *w, const char *name, int yields, int error);

/* Run @fn(@arg) to its end in a thread with @stack_size bytes of stack. */
void run_in_thread(void (*fn)(void *arg), void *arg, size_t stack_size);

#endif
