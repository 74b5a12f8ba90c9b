// SPDX-License-Identifier: MIT
#include <string.h>

#include "summary.h"

bool test_is_hidden(const struct test_result *t)
{
	return t->rubric->visibility == RUBRIC_HIDDEN;
}

bool test_is_challenge(
	const struct lab_result *lab, const struct test_result *t)
{
	return rubric_is_challenge(lab->rubric, t->rubric);
}

static bool counts(const struct lab_result *lab, const struct test_result *t,
	const char *part, enum summary_of which)
{
	if (part && strcmp(t->rubric->part, part))
		return false;
	if (which == SUMMARY_ALL)
		return true;
	if (which == SUMMARY_CHALLENGE)
		return test_is_challenge(lab, t);
	return (part || !test_is_challenge(lab, t)) &&
	       test_is_hidden(t) == (which == SUMMARY_HIDDEN);
}

static void add_test(struct summary *s, const struct test_result *t)
{
	s->tests++;
	s->score += t->points;
	s->max += t->rubric->points;
	if (t->verdict == VERDICT_PASSED)
		s->passed++;
	if (t->verdict == VERDICT_PENDING)
		s->pending++;
	if (t->verdict == VERDICT_SKIPPED) {
		s->skipped++;
		s->skipped_points += t->rubric->points - t->points;
	}
}

static void add_lab(struct summary *s, const struct lab_result *lab,
	const char *part, enum summary_of which)
{
	size_t i;

	for (i = 0; i < lab->test_count; i++)
		if (counts(lab, &lab->tests[i], part, which))
			add_test(s, &lab->tests[i]);
}

struct summary summarise(
	const struct lab_result *lab, const char *part, enum summary_of which)
{
	struct summary s = {0};

	add_lab(&s, lab, part, which);
	return s;
}

struct summary summarise_all(const struct grading *g, enum summary_of which)
{
	struct summary s = {0};
	size_t i;

	for (i = 0; i < g->lab_count; i++)
		add_lab(&s, &g->labs[i], NULL, which);
	return s;
}

bool all_is_well(const struct grading *g)
{
	enum next_kind kind = next_thing(g).kind;

	return g->lab_count && (kind == NEXT_NOTHING || kind == NEXT_CHALLENGE);
}

static const char *plural(int n)
{
	return n == 1 ? "" : "s";
}

/* "All 12 public tests pass" or "9 of 12 public tests pass". */
static void put_passing(FILE *out, const struct summary *s, const char *kind)
{
	if (s->passed == s->tests && s->tests == 1)
		fprintf(out, "The one %s test passes", kind);
	else if (s->passed == s->tests)
		fprintf(out, "All %d %s tests pass", s->tests, kind);
	else
		fprintf(out, "%d of %d %s test%s pass%s", s->passed, s->tests,
			kind, plural(s->tests), s->passed == 1 ? "es" : "");
}

static void put_hidden(
	FILE *out, const struct summary *open, const struct summary *hidden)
{
	bool open_well = open->passed == open->tests;

	if (!hidden->tests) {
		fputs("; there are no hidden ones.", out);
		return;
	}
	if (hidden->passed == hidden->tests)
		fprintf(out, "%s all %d hidden ones.",
			open_well ? ", and so do" : "; so do", hidden->tests);
	else if (open_well)
		fprintf(out, ", but %d of %d hidden ones do%s not.",
			hidden->tests - hidden->passed, hidden->tests,
			hidden->tests - hidden->passed == 1 ? "es" : "");
	else
		fprintf(out, "; of the hidden ones %d of %d do%s.",
			hidden->passed, hidden->tests,
			hidden->passed == 1 ? "es" : "");
}

static void put_challenge(FILE *out, const struct grading *g)
{
	struct summary s = summarise_all(g, SUMMARY_CHALLENGE);

	if (s.tests)
		fprintf(out,
			" Of the challenge, which is worth no points, %d of %d "
			"test%s pass%s.",
			s.passed, s.tests, plural(s.tests),
			s.passed == 1 ? "es" : "");
}

void put_headline(FILE *out, const struct grading *g)
{
	struct summary all = summarise_all(g, SUMMARY_ALL);
	struct summary open = summarise_all(g, SUMMARY_PUBLIC);
	struct summary hidden = summarise_all(g, SUMMARY_HIDDEN);

	if (!all.tests) {
		fputs("Nothing was graded.", out);
		return;
	}
	if (open.tests) {
		put_passing(out, &open, "public");
		put_hidden(out, &open, &hidden);
	} else {
		put_passing(out, &hidden, "hidden");
		fputc('.', out);
	}
	put_challenge(out, g);
	if (all.pending)
		fprintf(out, " %d test%s not been judged yet.", all.pending,
			all.pending == 1 ? " has" : "s have");
}

void put_skipped(FILE *out, const struct grading *g)
{
	struct summary s = summarise_all(g, SUMMARY_ALL);

	if (s.skipped)
		fprintf(out,
			"This machine could not run %d test%s, worth %d "
			"point%s. They are not lost: grade again where they "
			"can run. `grade doctor` says what is lacking here.",
			s.skipped, plural(s.skipped), s.skipped_points,
			plural(s.skipped_points));
}

static bool wants_work(enum verdict v)
{
	return v != VERDICT_PASSED && v != VERDICT_PENDING &&
	       v != VERDICT_SKIPPED && v != VERDICT_BLOCKED;
}

/*
 * The first test of @g with @fits; a blocked one always has a parent above. One
 * of a challenge is waited for as any other, but is something to do only where
 * @kind is NEXT_CHALLENGE.
 */
static struct next first_test(const struct grading *g, enum next_kind kind,
	bool (*fits)(enum verdict v))
{
	struct next none = {NEXT_NOTHING, NULL, NULL};
	bool challenge = kind == NEXT_CHALLENGE;
	size_t i, j;

	for (i = 0; i < g->lab_count; i++) {
		const struct lab_result *lab = &g->labs[i];

		for (j = 0; j < lab->test_count; j++)
			if (fits(lab->tests[j].verdict) &&
				(kind == NEXT_WAIT ||
					test_is_challenge(lab,
						&lab->tests[j]) == challenge))
				return (struct next){kind, lab, &lab->tests[j]};
	}
	return none;
}

static bool is_pending(enum verdict v)
{
	return v == VERDICT_PENDING;
}

static bool is_not_passed(enum verdict v)
{
	return v != VERDICT_PASSED;
}

struct next next_thing(const struct grading *g)
{
	struct next next;
	size_t i;

	for (i = 0; i < g->lab_count; i++)
		if (g->labs[i].compile_error)
			return (struct next){NEXT_COMPILE, &g->labs[i], NULL};
	for (i = 0; i < g->lab_count; i++)
		if (g->labs[i].refusal_count)
			return (struct next){NEXT_REFUSAL, &g->labs[i], NULL};
	next = first_test(g, NEXT_TEST, wants_work);
	if (!next.test)
		next = first_test(g, NEXT_WAIT, is_pending);
	if (!next.test)
		next = first_test(g, NEXT_ENVIRONMENT, is_not_passed);
	if (!next.test)
		next = first_test(g, NEXT_CHALLENGE, wants_work);
	return next;
}

const struct run *telling_run(const struct test_result *t)
{
	if (t->decisive)
		return t->decisive;
	return t->run_count ? &t->runs[0] : NULL;
}
