/* SPDX-License-Identifier: MIT */
/*
 * Mutants: the reference with one mistake, as grader/mutants/labN/NAME.patch.
 * The first lines of a patch name the test that must catch it and say why:
 *
 *	Test: lab1.resume_of_fresh_task_runs_body
 *	Why: the body is not run before the second resume
 */
#ifndef GRADE_MUTANTS_H
#define GRADE_MUTANTS_H

#include "grade.h"

/* Grade every mutant of the labs in c->options; an exit status. */
int mutants_run(struct context *c);

#endif
