/* SPDX-License-Identifier: MIT */
/* What the explorer found, from the line of JSON that it writes. */
#ifndef GRADE_EXPLORER_H
#define GRADE_EXPLORER_H

#include "result.h"
#include "supervise.h"

/*
 * Judge an explorer run that has ended; fills in @run.
 *
 * @program is the program with its symbols, to name places; NULL: none.
 */
void explorer_judge(struct arena *arena, const struct rubric_test *test,
	const struct job *job, const char *program, struct run *run);

#endif
