/* SPDX-License-Identifier: MIT */
/*
 * The judge: from what the supervisor saw of a run to its verdict.
 *
 * It believes three things: the record, if every line of it carries the nonce
 * and its number; how the process ended; and what the supervisor did to it.
 * Never what the test printed.
 */
#ifndef GRADE_JUDGE_H
#define GRADE_JUDGE_H

#include "result.h"
#include "supervise.h"

enum {
	EXIT_SANITIZER = 99, /* what the sanitizers are told to exit with */
};

/* What a record says, line by line; see co/harness.h. */
struct record {
	bool begun;              /* for the right test */
	bool forged;             /* a line is not the harness's */
	const char *end;         /* "passed", "failed", "skipped"; NULL: none */
	const char *not_started; /* the part; or NULL */
	const char *not_started_at;
	const char *asserted; /* the message of a CO_ASSERT; or NULL */
	const char *asserted_at;
	const char *skipped;   /* why; or NULL */
	int crash_signal;      /* the harness caught; 0: none */
	struct lines crash_at; /* offsets in the program, innermost first */
	struct lines steps;
	struct failure *failures;
	size_t failure_count;
};

/* Read a record that was written for @nonce by the test @name. */
void record_read(struct arena *arena, const struct bytes *bytes,
	const char *nonce, const struct rubric_test *test, struct record *out);

/* Judge one run that has ended; fills in all of @run but trace and stacks. */
void judge_run(struct arena *arena, const struct rubric_test *test,
	const struct job *job, struct run *run, struct lines *crash_at);

/*
 * Judge a test from its runs: the first that did not pass decides, and what
 * tells more goes before what tells less.
 */
void judge_test(struct arena *arena, struct test_result *test);

/* What a test printed, fit to be shown: the end of it, no hidden file. */
const char *judge_output(
	struct arena *arena, const struct bytes *output, bool hidden);

#endif
