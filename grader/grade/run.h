/* SPDX-License-Identifier: MIT */
/*
 * Running a lab's tests: each in every build that the rubric asks for, as many
 * at a time as there are jobs, parents before children.
 */
#ifndef GRADE_RUN_H
#define GRADE_RUN_H

#include "build.h"
#include "grade.h"

struct runner {
	struct context *context;
	struct grading *grading;
	struct builder *builder;
	unsigned own; /* a set: bit N is on when layer N is the submission's */
	/* Called whenever a test has its verdict; may be NULL. */
	void (*progress)(struct runner *r, struct lab_result *lab,
		struct test_result *test);
};

/* Run what is pending in @lab. Stops early when interrupted. */
void run_lab(struct runner *r, struct lab_result *lab);

/*
 * Run one test once more with other layers, for a second opinion.
 *
 * Returns: its verdict.
 */
enum verdict run_again(struct runner *r, int lab,
	const struct rubric_test *test, enum build build, unsigned own);

/*
 * Run the failed tests of @lab with the reference's code and note the traces,
 * for drawings of the difference. Where the reference is not there or does not
 * pass either, there is none.
 */
void run_reference(struct runner *r, struct lab_result *lab);

/* With STACK=own: find the earlier layer that @lab fails because of. */
void blame_lab(struct runner *r, struct lab_result *lab);

/* Give every pending test of @lab the same verdict. */
void run_none(struct runner *r, struct lab_result *lab, enum verdict verdict,
	const char *message);

#endif
