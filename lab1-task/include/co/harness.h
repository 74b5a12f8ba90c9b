/* SPDX-License-Identifier: MIT */
/*
 * The test harness: greatest's macros for writing tests, one process for each
 * test, and a record of what happened that a crash cannot take along.
 *
 * A test program brings its tests and one function:
 *
 *	TEST resume_of_fresh_task_runs_body(void)
 *	{
 *		co_step("resume a task that was never started");
 *		...
 *		CO_CHECK_EQ(CO_DONE, co_task_status(&t));
 *		PASS();
 *	}
 *
 *	SUITE(part_a)
 *	{
 *		RUN_TEST(resume_of_fresh_task_runs_body);
 *	}
 *
 *	void co_test_suites(void)
 *	{
 *		RUN_SUITE(part_a);
 *	}
 *
 * and is linked with support/harness.c, which has main():
 *
 *	program               run every test, each in a process of its own
 *	program --list        print their names
 *	program --run NAME    run one here, as a debugger likes it
 *
 * The record, when CO_RESULT_FD names a descriptor: first the harness reads
 * one line from it, the nonce; then it writes lines, each
 * "NONCE SEQUENCE KIND FIELDS", the fields separated by tabs:
 *
 *	begin NAME
 *	step TEXT
 *	fail FILE LINE WHAT EXPECTED ACTUAL
 *	assert FILE LINE TEXT
 *	not-started PART FILE LINE
 *	skip REASON
 *	crash SIGNAL OFFSETS, in the program, innermost first
 *	end passed|failed|skipped
 *
 * Bytes below 32 inside a field stand as '?'. A test has passed only when its
 * record ends in "end passed" and no "fail", "assert" or "not-started" came
 * before; neither output nor exit status says so.
 */
#ifndef CO_HARNESS_H
#define CO_HARNESS_H

#include <stdio.h>

/* greatest's own words: only --list wants to hear them. */
extern FILE *co__greatest_out;
#define GREATEST_STDOUT co__greatest_out
#include "greatest.h"

#include "co/check.h"

/* The suites of this program: RUN_SUITE lines. */
void co_test_suites(void);

/* greatest's own works only in the file that has main(). */
#undef RUN_SUITE
#define RUN_SUITE(suite) co__run_suite(suite, #suite)

void co__run_suite(greatest_suite_cb *suite, const char *name);

/*
 * Say that this test ends at a CO_ASSERT whose message contains @text: the
 * assertion passes the test, and reaching its end fails it.
 *
 * Context: before the call that is to stop; once in a test.
 */
void co_expect_assert(const char *text);

#endif
