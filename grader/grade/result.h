/* SPDX-License-Identifier: MIT */
/*
 * What a grading amounts to: the data that every output is written from.
 *
 * The supervisor fills it in, one test after the other; text, results.json and
 * every other format only read it. A writer may be called at any moment: a
 * test that has not been judged yet has the verdict VERDICT_PENDING.
 *
 * Ownership: everything a grading points to, but for the rubric, lives in its
 * arena and goes with grading_free(). Strings that come from a student's code
 * are cut to a sensible length and are valid UTF-8 without control characters
 * but for '\n' and '\t'; a writer escapes what its format needs.
 *
 * Hidden tests: what a student must not see (file, line and expression of a
 * hidden check) is not in here at all, so no writer can leak it.
 */
#ifndef GRADE_RESULT_H
#define GRADE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../rubric/rubric.h"
#include "arena.h"

enum verdict {
	VERDICT_PENDING, /* not judged yet */
	VERDICT_PASSED,
	VERDICT_FAILED,
	VERDICT_CRASHED, /* a signal, or a sanitizer stopped it */
	VERDICT_TIMED_OUT,
	VERDICT_NOT_STARTED, /* CO_NOT_STARTED was reached */
	VERDICT_BLOCKED,     /* its parent did not pass */
	VERDICT_REFUSED,     /* the code did what it may not; see review */
	VERDICT_SKIPPED,     /* the environment lacks something */
};

/* "passed", "timed out", "not started": what people and results.json read. */
const char *verdict_name(enum verdict v);

/* The verdict called @name, or VERDICT_PENDING. */
enum verdict verdict_of_name(const char *name);

/* Which of a test's builds a run was. */
enum build {
	BUILD_PLAIN,
	BUILD_ASAN,
	BUILD_EXPLORE,
	BUILDS,
};

/* "plain", "asan", "explore". */
const char *build_name(enum build b);

/* A list of strings, in the arena. */
struct lines {
	const char **at;
	size_t count;
};

/* One failed check. */
struct failure {
	const char *file; /* NULL: the test is hidden */
	int line;
	const char *what; /* the expression; NULL: the test is hidden */
	const char *expected;
	const char *actual;
};

/* One run of one test in one build. */
struct run {
	enum build build;
	enum verdict verdict;
	const char *message; /* one line: why; "" when it passed */
	unsigned wall_ms;
	unsigned cpu_ms;
	unsigned memory_kb; /* the largest resident set */

	struct lines steps; /* what the test said it did */
	struct failure *failures;
	size_t failure_count;
	int signal;         /* that killed it; 0: none */
	const char *report; /* the sanitizer's, cut; or NULL */
	const char *output; /* what it printed, cut; or NULL */
	struct lines where; /* "src/task.c:41 in co_resume", innermost first */

	/* An explorer run. */
	const char *schedule; /* what replays it: "--seed 17 ..."; or NULL */
	const char *story; /* the schedule in words, a line a step; or NULL */
	const char *plan;  /* the same as JSON, to be drawn; or NULL */

	/* The trace, when there is one: a file in the report's folder. */
	const char *trace; /* relative to the report's folder; or NULL */
	/* Where drawings take it from; gone with the work folder. Or NULL. */
	const char *trace_path;
	const char *stuck; /* who waits for what, async stacks; or NULL */
};

struct test_result {
	const struct rubric_test *rubric;
	enum verdict verdict;
	int points;          /* of rubric->points */
	const char *message; /* one line; "" when it passed */
	const char *again;   /* the command that runs it again; or NULL */
	const char *graph;   /* an SVG in the report's folder; or NULL */
	const char *diff;    /* against the reference's run, likewise */
	const char *chrome;  /* a Chrome trace, likewise; or NULL */
	/* The reference's trace of this test, as struct run's trace_path. */
	const char *reference_trace;
	struct run runs[BUILDS];
	size_t run_count;
	/* The run that @verdict comes from: the first that did not pass. */
	const struct run *decisive;
};

/* What kind of thing a submission may not contain was found in it. */
struct refusal {
	const char *file; /* "lab1-task/src/task.c"; NULL: not known */
	const char *what; /* "calls fork", "has a section .init_array" */
};

/* Skipped tests count in neither @score nor @max: nobody loses by them. */
struct tally {
	int score;
	int max;
	int skipped; /* points that could not be graded here */
	int passed;
	int tests;
};

struct lab_result {
	const struct rubric_lab *rubric;
	struct test_result *tests; /* in the rubric's order */
	size_t test_count;
	struct tally all, open, hidden; /* open: the public ones */

	const char *compile_error; /* as the compiler said it, cut; or NULL */
	struct refusal *refusals;
	size_t refusal_count;
	struct lines notes; /* "stack.c is missing: ..." */
	/*
	 * With STACK=own: the earlier lab whose code is at fault, found by
	 * swapping one layer at a time for the reference; 0: none.
	 */
	int blamed_lab;
	const char *blame; /* in words; or NULL */
};

struct grading {
	struct arena *arena;
	const char *submission; /* as given */
	const char *hash;       /* of the files taken, in hexadecimal */
	bool own_stack;
	const char *sandbox; /* "bubblewrap", "landlock", "none" */
	struct lines warnings;
	struct lines ignored; /* files of the submission that were not taken */
	struct lab_result *labs;
	size_t lab_count;
	struct tally all;
	unsigned wall_ms;
	bool finished;
};

/* An empty grading, with an arena of its own; NULL without memory. */
struct grading *grading_create(void);
void grading_free(struct grading *g);

/* Add a lab, every test pending. */
struct lab_result *grading_add_lab(
	struct grading *g, const struct rubric_lab *rubric);

/* Count the points again, for the labs and for all. */
void grading_tally(struct grading *g);

/* Points and tests of one part of a lab. */
struct tally lab_tally_part(const struct lab_result *lab, const char *part);

/* The result of the test called @name, or NULL. */
struct test_result *lab_find(struct lab_result *lab, const char *name);

void lines_add(struct arena *arena, struct lines *lines, const char *text);

#endif
