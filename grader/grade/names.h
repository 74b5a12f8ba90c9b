/* SPDX-License-Identifier: MIT */
/* Do the rubric and the test programs name the same tests? */
#ifndef GRADE_NAMES_H
#define GRADE_NAMES_H

#include "grade.h"

/*
 * Hold every rubric to its rules and to the tests that the reference's
 * programs list. Prints each breach; returns an exit status.
 */
int names_check(struct context *c);

#endif
