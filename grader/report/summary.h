/* SPDX-License-Identifier: MIT */
/*
 * What a grading says in a few words: the sentences that every format shares,
 * so that none of them can say "all passed" where another does not.
 */
#ifndef REPORT_SUMMARY_H
#define REPORT_SUMMARY_H

#include <stdbool.h>
#include <stdio.h>

#include "../grade/result.h"

/* A tally, with what became of the tests that brought no points. */
struct summary {
	int score;
	int max;
	int tests;
	int passed;
	int pending;
	int skipped;
	int skipped_points;
};

enum summary_of {
	SUMMARY_ALL,
	SUMMARY_PUBLIC, /* in a whole lab without those of a challenge */
	SUMMARY_HIDDEN, /* likewise */
	SUMMARY_CHALLENGE,
};

bool test_is_hidden(const struct test_result *t);

/* Whether it is worth no points and needed for none. */
bool test_is_challenge(
	const struct lab_result *lab, const struct test_result *t);

/* The tests of @lab in @part (NULL: in all) that are @which. */
struct summary summarise(
	const struct lab_result *lab, const char *part, enum summary_of which);

/* Likewise, of all labs. */
struct summary summarise_all(const struct grading *g, enum summary_of which);

/*
 * Everything passed that is worth a point; nothing is pending, skipped or in
 * the way.
 */
bool all_is_well(const struct grading *g);

/*
 * How many public and hidden tests pass, and how many of a challenge: some
 * sentences of plain text.
 */
void put_headline(FILE *out, const struct grading *g);

/* "8 points could not be tested here ...", or nothing. */
void put_skipped(FILE *out, const struct grading *g);

/* The one thing to do next. */
enum next_kind {
	NEXT_COMPILE,     /* make @lab compile */
	NEXT_REFUSAL,     /* remove what @lab's code may not do */
	NEXT_TEST,        /* make @test pass */
	NEXT_WAIT,        /* nothing failed yet; not everything was judged */
	NEXT_ENVIRONMENT, /* nothing failed; some tests could not run */
	NEXT_CHALLENGE,   /* everything that counts is done: try @test */
	NEXT_NOTHING,
};

struct next {
	enum next_kind kind;
	const struct lab_result *lab;
	const struct test_result *test;
};

struct next next_thing(const struct grading *g);

/* The run a reader wants to see: the decisive one, or the first; or NULL. */
const struct run *telling_run(const struct test_result *t);

#endif
