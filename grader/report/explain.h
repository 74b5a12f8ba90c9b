/* SPDX-License-Identifier: MIT */
/*
 * A test explained in plain text, for formats that have one field for it.
 * Everything is filtered (see text.h) and for free().
 */
#ifndef REPORT_EXPLAIN_H
#define REPORT_EXPLAIN_H

#include "../grade/result.h"

/* "lab1.A.resume_of_fresh_task_runs_body", with " (hidden)" when it is. */
char *full_name(const struct lab_result *lab, const struct test_result *t);

/*
 * Why @t is what it is: the property, the message, expected and actual, steps,
 * where, reports, the first hint, the handout and the command, as far as there
 * are any. A test that passed has its property alone.
 */
char *explanation(const struct lab_result *lab, const struct test_result *t);

/*
 * What comes before all tests: compile errors, refusals, how many pass, what
 * could not be tested, warnings and files that were not taken.
 */
char *overview(const struct grading *g);

#endif
