/* SPDX-License-Identifier: MIT */
/*
 * The rubric: what a lab consists of and what each test is worth.
 *
 * One file a lab, grader/rubric/labN.c, defines one object:
 *
 *	static const struct rubric_test tests[] = {
 *		{
 *			.name = "resume_of_fresh_task_runs_body",
 *			.part = "A",
 *			.points = 4,
 *			.property = "Resuming a fresh task runs its body.",
 *			.section = "Part A",
 *			.hints = {"concept", "place", "step"},
 *		},
 *		...
 *		{0},
 *	};
 *
 *	const struct rubric_lab rubric_lab1 = {
 *		.number = 1, .folder = "lab1-task", .title = "Task",
 *		.files = files, .parts = parts, .tests = tests,
 *	};
 *
 * The rules of the table, which rubric_check() holds it to:
 *  - the points of a lab add up to 100; a test has at least one, or none and
 *    is the parent of another, which is then blocked when it fails;
 *  - the tests of a challenge are worth nothing, and no other test needs one:
 *    full marks are full without it;
 *  - a name is unique in its lab and is the name of a test in the programs of
 *    that lab; every test in the programs stands in the table;
 *  - a parent stands above its children, in the same lab;
 *  - every test has a property, a section and three hints.
 *
 * A test program is found by where its source stands:
 *
 *	labN-X/tests/T.c                public tests (co/harness.h)
 *	grader/hidden/labN/T.c          hidden tests (co/harness.h)
 *	labN-X/tests/explore/P.c       public explorer program P (explore.h)
 *	grader/hidden/labN/explore/P.c  hidden explorer program P
 *
 * These tables are compiled into the grader and into nothing else: a student's
 * code never shares a process with them.
 */
#ifndef GRADER_RUBRIC_H
#define GRADER_RUBRIC_H

#include <stdbool.h>
#include <stddef.h>

enum rubric_visibility {
	RUBRIC_PUBLIC,
	RUBRIC_HIDDEN,
};

/* Builds in which a test runs; it passes when it passes in all of them. */
enum rubric_build {
	RUBRIC_PLAIN = 1,
	RUBRIC_ASAN = 2, /* address, undefined and leak sanitizers */
	RUBRIC_EXPLORE = 4,
};

/* What a test needs of the machine; without it the test is skipped. */
enum rubric_need {
	RUBRIC_URING = 1,
};

enum {
	RUBRIC_HINTS = 3,
	RUBRIC_LABS = 6,
	RUBRIC_MAX_POINTS = 100,
};

struct rubric_test {
	const char *name; /* of the TEST function, or of the EXPLORE_TEST */
	const char *part; /* "A" */
	int points;
	enum rubric_visibility visibility;
	const char *parent; /* a test that must pass first; NULL: none */
	/*
	 * A set of enum rubric_build. 0 stands for plain and asan; an explorer
	 * test (@program is set) has RUBRIC_EXPLORE alone.
	 */
	unsigned builds;
	const char *program; /* explorer tests: P of explore/P.c; else NULL */
	unsigned needs;      /* a set of enum rubric_need */
	unsigned seconds;    /* wall clock of one run; 0: 10 */
	unsigned megabytes;  /* memory of one run; 0: 512 */

	const char *property;            /* one sentence: what a pass shows */
	const char *section;             /* of the lab's README.md: "Part A" */
	const char *hints[RUBRIC_HINTS]; /* the concept, the place, the step */
};

struct rubric_part {
	const char *id;    /* "A" */
	const char *title; /* "Create, resume, finish" */
};

struct rubric_lab {
	int number;
	const char *folder;              /* "lab1-task" */
	const char *title;               /* "Task, promise, await" */
	const char *const *files;        /* names in src/, ended by NULL */
	const struct rubric_part *parts; /* ended by {0} */
	const struct rubric_test *tests; /* ended by {0} */
	/* The part beyond the points, which is shown; NULL: there is none. */
	const char *challenge;
	/*
	 * What the lab's code may call beyond rubric_common_symbols and the
	 * contracts of labs 1 to N; ended by NULL. NULL: nothing more.
	 */
	const char *const *symbols;
};

/* The lab with @number, or NULL when the tree does not have it (yet). */
const struct rubric_lab *rubric_lab(int number);

/* The test of @lab called @name, or NULL. */
const struct rubric_test *rubric_test(
	const struct rubric_lab *lab, const char *name);

/* How many tests a lab has. */
size_t rubric_count(const struct rubric_lab *lab);

/* The builds that @test runs in: never 0. */
unsigned rubric_builds(const struct rubric_test *test);

/* The title of part @id, or "". */
const char *rubric_part_title(const struct rubric_lab *lab, const char *id);

/* Whether @test belongs to the challenge of @lab. */
bool rubric_is_challenge(
	const struct rubric_lab *lab, const struct rubric_test *test);

/* The libc functions that the code of every lab may call; ended by NULL. */
extern const char *const rubric_common_symbols[];

/*
 * Hold @lab to the rules above that need no test programs; each breach is
 * handed to @complain.
 *
 * Returns: how many there were.
 */
int rubric_check(const struct rubric_lab *lab,
	void (*complain)(void *arg, const char *text), void *arg);

#endif
