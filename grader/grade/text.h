/* SPDX-License-Identifier: MIT */
/* The grading as a person reads it in a terminal. */
#ifndef GRADE_TEXT_H
#define GRADE_TEXT_H

#include <stdio.h>

#include "grade.h"

/* Everything: warnings, then each lab, then the score. */
void text_write(FILE *out, const struct grading *g, const struct options *o);

/* The explanation of one test that did not pass. */
void text_test(FILE *out, const struct lab_result *lab,
	const struct test_result *test, const struct options *o);

/* One line, rewritten in place, while the grading runs; "" clears it. */
void text_progress(const struct grading *g, const char *what);

#endif
