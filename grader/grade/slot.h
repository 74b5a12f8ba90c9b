/* SPDX-License-Identifier: MIT */
/* One run of one test in one build; private to run.c. */
#ifndef GRADE_SLOT_H
#define GRADE_SLOT_H

#include "build.h"
#include "run.h"
#include "supervise.h"

/* One run of one test, from its start to its verdict. */
struct slot {
	struct runner *r;
	int lab;
	const struct rubric_test *test;
	struct program_id id;
	struct box box;
	struct job job;
	struct run run;
	char *trace; /* outside */
	bool aside;  /* not graded: the report keeps nothing of it */
	bool started;
	bool done;
};

/*
 * Start the run in the pool; s->done is set when it has ended, at once when
 * it cannot be run.
 */
void slot_start(struct slot *s);

/* Judge a run that has ended, unless it has a message already. */
void slot_conclude(struct slot *s);

#endif
