// SPDX-License-Identifier: MIT
#include <string.h>

#include "result.h"

static const char *const verdict_names[] = {
	[VERDICT_PENDING] = "pending",
	[VERDICT_PASSED] = "passed",
	[VERDICT_FAILED] = "failed",
	[VERDICT_CRASHED] = "crashed",
	[VERDICT_TIMED_OUT] = "timed out",
	[VERDICT_NOT_STARTED] = "not started",
	[VERDICT_BLOCKED] = "blocked",
	[VERDICT_REFUSED] = "refused",
	[VERDICT_SKIPPED] = "skipped",
};

const char *verdict_name(enum verdict v)
{
	return verdict_names[v];
}

enum verdict verdict_of_name(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(verdict_names) / sizeof(*verdict_names); i++)
		if (name && !strcmp(verdict_names[i], name))
			return (enum verdict)i;
	return VERDICT_PENDING;
}

const char *build_name(enum build b)
{
	static const char *const names[] = {
		[BUILD_PLAIN] = "plain",
		[BUILD_ASAN] = "asan",
		[BUILD_EXPLORE] = "explore",
	};

	return b < BUILDS ? names[b] : "?";
}

struct grading *grading_create(void)
{
	struct arena *arena = arena_create();
	struct grading *g = arena_zalloc(arena, sizeof(*g));

	g->arena = arena;
	g->submission = "";
	g->hash = "";
	g->sandbox = "none";
	g->labs = arena_zalloc(arena, RUBRIC_LABS * sizeof(*g->labs));
	return g;
}

void grading_free(struct grading *g)
{
	if (g)
		arena_destroy(g->arena);
}

struct lab_result *grading_add_lab(
	struct grading *g, const struct rubric_lab *rubric)
{
	struct lab_result *lab = &g->labs[g->lab_count++];
	size_t i;

	memset(lab, 0, sizeof(*lab));
	lab->rubric = rubric;
	lab->test_count = rubric_count(rubric);
	lab->tests = arena_zalloc(
		g->arena, (lab->test_count + 1) * sizeof(*lab->tests));
	for (i = 0; i < lab->test_count; i++) {
		lab->tests[i].rubric = &rubric->tests[i];
		lab->tests[i].message = "";
	}
	return lab;
}

static void count(struct tally *t, const struct test_result *test)
{
	if (test->verdict == VERDICT_SKIPPED) {
		t->skipped += test->rubric->points;
		t->tests++;
		return;
	}
	t->score += test->points;
	t->max += test->rubric->points;
	t->passed += test->verdict == VERDICT_PASSED;
	t->tests++;
}

static void tally_lab(struct lab_result *lab)
{
	size_t i;

	memset(&lab->all, 0, sizeof(lab->all));
	memset(&lab->open, 0, sizeof(lab->open));
	memset(&lab->hidden, 0, sizeof(lab->hidden));
	for (i = 0; i < lab->test_count; i++) {
		const struct test_result *t = &lab->tests[i];

		count(&lab->all, t);
		count(t->rubric->visibility == RUBRIC_HIDDEN ? &lab->hidden
							     : &lab->open,
			t);
	}
}

void grading_tally(struct grading *g)
{
	size_t i;

	memset(&g->all, 0, sizeof(g->all));
	for (i = 0; i < g->lab_count; i++) {
		tally_lab(&g->labs[i]);
		g->all.score += g->labs[i].all.score;
		g->all.max += g->labs[i].all.max;
		g->all.skipped += g->labs[i].all.skipped;
		g->all.passed += g->labs[i].all.passed;
		g->all.tests += g->labs[i].all.tests;
	}
}

struct tally lab_tally_part(const struct lab_result *lab, const char *part)
{
	struct tally t = {0};
	size_t i;

	for (i = 0; i < lab->test_count; i++)
		if (!strcmp(lab->tests[i].rubric->part, part))
			count(&t, &lab->tests[i]);
	return t;
}

struct test_result *lab_find(struct lab_result *lab, const char *name)
{
	size_t i;

	for (i = 0; name && i < lab->test_count; i++)
		if (!strcmp(lab->tests[i].rubric->name, name))
			return &lab->tests[i];
	return NULL;
}

void lines_add(struct arena *arena, struct lines *lines, const char *text)
{
	/* Grown in powers of two: full when the count is one. */
	if (!(lines->count & (lines->count - 1)))
		lines->at = arena_grow(arena, lines->at, lines->count,
			lines->count ? 2 * lines->count : 1,
			sizeof(*lines->at));
	lines->at[lines->count++] = text;
}
