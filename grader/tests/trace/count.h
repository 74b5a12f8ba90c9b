/* SPDX-License-Identifier: MIT */
/*
 * The end of a main(): greatest's report, then the line by which
 * grader/tests/run.sh counts each test.
 */
#ifndef GRADER_TESTS_COUNT_H
#define GRADER_TESTS_COUNT_H

#include "greatest.h"

/* Returns: the exit status. */
static inline int count_tests(void)
{
	struct greatest_report_t report;

	GREATEST_PRINT_REPORT();
	greatest_get_report(&report);
	printf("%u passed, %u failed, %u skipped\n", report.passed,
		report.failed, report.skipped);
	return greatest_all_passed() ? 0 : 1;
}

#endif
