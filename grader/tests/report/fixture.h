/* SPDX-License-Identifier: MIT */
/*
 * Gradings made to measure, for the tests of what is written from them.
 *
 * A rubric of one lab with two parts and a test for every verdict, and
 * gradings of it: everything passed, the untouched skeleton, one of each
 * verdict, and worse.
 */
#ifndef REPORT_TESTS_FIXTURE_H
#define REPORT_TESTS_FIXTURE_H

#include "grade/result.h"

/* What a hostile submission would have in every string it controls. */
extern const char fixture_hostile[];

struct fixture_kind {
	const char *name;
	struct grading *(*make)(void);
};

/* All the gradings there are; ended by {0}. */
extern const struct fixture_kind fixture_kinds[];

struct grading *fixture_passed(void);   /* every test */
struct grading *fixture_skeleton(void); /* nothing was started */
struct grading *fixture_mixed(void);    /* a test for every verdict */
struct grading *fixture_public(void);   /* all but hidden ones pass */
struct grading *fixture_compile(void);  /* a compile error */
struct grading *fixture_refused(void);  /* sent to review */
struct grading *fixture_skipped(void);  /* the machine lacks io_uring */
struct grading *fixture_pending(void);  /* interrupted after the first */
struct grading *fixture_empty(void);    /* no lab at all */
struct grading *fixture_hostility(void);
struct grading *fixture_course(void); /* six labs */
/* Full marks, and a challenge that nobody has taken up. */
struct grading *fixture_challenge(void);

/* The result of the test called @name of the first lab. */
struct test_result *fixture_test(struct grading *g, const char *name);

/* Write the drawings and traces that @g names into the folder @dir. */
void fixture_files(const struct grading *g, const char *dir);

#endif
