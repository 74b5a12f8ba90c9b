/* SPDX-License-Identifier: MIT */
/* The suites of the grader's own tests. */
#ifndef GRADE_SUITES_H
#define GRADE_SUITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "greatest.h"

SUITE_EXTERN(judge_suite);
SUITE_EXTERN(rubric_suite);
SUITE_EXTERN(text_suite);
SUITE_EXTERN(intake_suite);
SUITE_EXTERN(inspect_suite);
SUITE_EXTERN(results_suite);
SUITE_EXTERN(plan_suite);
SUITE_EXTERN(sandbox_suite);
SUITE_EXTERN(supervise_suite);

/* The launcher that the sandbox tests use; from the command line. */
extern const char *launcher_path;

#endif
