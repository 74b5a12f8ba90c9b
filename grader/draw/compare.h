/* SPDX-License-Identifier: MIT */
/*
 * Compare two runs by what their tasks did, not by when.
 *
 * A task is the same in both when it has the same name, is the same-numbered
 * child of that name, and its parents are the same. What it did is a list of
 * steps: awaits, suspends, is posted, ends.
 */
#ifndef GRADER_DRAW_COMPARE_H
#define GRADER_DRAW_COMPARE_H

#include "trace.h"

/* One side of a comparison. */
struct compare_side {
	const struct trace *t;
	int *parent;   /* see fold_tree() */
	uint64_t *key; /* what a task is known by in both runs */
	int *twin;     /* the same task in the other run, or -1 */
	int *steps;    /* events, task by task */
	int *start;    /* task i has steps[start[i]] to steps[start[i+1]-1] */
};

struct compare {
	struct compare_side expected;
	struct compare_side actual;
	bool differ;
	/* The first difference: the task on each side, or -1, and its step. */
	int expected_task, actual_task;
	int expected_step, actual_step; /* events, or -1: it has none there */
};

/* Returns 0 or -ENOMEM; compare_fini() in either case. */
int compare_init(struct compare *c, const struct trace *expected,
	const struct trace *actual);
void compare_fini(struct compare *c);

#endif
