// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>

#include "suites.h"

#include "grade/supervise.h"

GREATEST_MAIN_DEFS();

const char *launcher_path;

/* grade-tests LAUNCHER */
int main(int argc, char **argv)
{
	struct greatest_report_t report;

	if (argc < 2) {
		fputs("usage: grade-tests LAUNCHER\n", stderr);
		return 2;
	}
	launcher_path = argv[1];
	argv[1] = argv[0];
	GREATEST_INIT();
	if (supervise_init())
		return EXIT_FAILURE;
	RUN_SUITE(judge_suite);
	RUN_SUITE(rubric_suite);
	RUN_SUITE(text_suite);
	RUN_SUITE(intake_suite);
	RUN_SUITE(inspect_suite);
	RUN_SUITE(results_suite);
	RUN_SUITE(plan_suite);
	RUN_SUITE(supervise_suite);
	RUN_SUITE(sandbox_suite);
	GREATEST_PRINT_REPORT();
	greatest_get_report(&report);
	printf("%u passed, %u failed, %u skipped\n", report.passed,
		report.failed, report.skipped);
	return report.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
