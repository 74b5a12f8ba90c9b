// SPDX-License-Identifier: MIT
/*
 * results.json: what is written can be taken up again, and only then.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"

#include "grade/fs.h"
#include "grade/results.h"
#include "grade/text.h"

static const struct rubric_part parts[] = {{"A", "All"}, {0}};
static const struct rubric_test tests[] = {
	{.name = "one", .part = "A", .points = 60},
	{.name = "two", .part = "A", .points = 40, .visibility = RUBRIC_HIDDEN},
	{0},
};
static const struct rubric_lab lab = {
	.number = 1, .folder = "lab1-task", .parts = parts, .tests = tests};
static char path[64];

static struct grading *make(const char *hash)
{
	struct grading *g = grading_create();

	grading_add_lab(g, &lab);
	g->hash = hash;
	return g;
}

static struct grading *half_done(void)
{
	static struct failure f = {.expected = "1", .actual = "2"};
	struct grading *g = make("h");
	struct test_result *t = &g->labs[0].tests[0];

	t->verdict = VERDICT_FAILED;
	t->message = "m";
	t->run_count = 1;
	t->runs[0] = (struct run){.verdict = VERDICT_FAILED,
		.message = "m",
		.failures = &f,
		.failure_count = 1};
	lines_add(g->arena, &t->runs[0].steps, "a step");
	grading_tally(g);
	return g;
}

TEST finished_tests_are_taken_up(void)
{
	struct grading *before = half_done(), *after = make("h");
	int written = results_write(before, path);
	int taken = results_resume(after, path);
	struct test_result *t = &after->labs[0].tests[0];

	ASSERT_EQ_FMT(0, written, "%d");
	ASSERT_EQ_FMT(1, taken, "%d");
	ASSERT_EQ_FMT(VERDICT_FAILED, t->verdict, "%d");
	ASSERT_EQ_FMT(VERDICT_PENDING, after->labs[0].tests[1].verdict, "%d");
	ASSERT_STR_EQ("a step", t->runs[0].steps.at[0]);
	ASSERT_STR_EQ("2", t->decisive->failures[0].actual);
	grading_free(before);
	grading_free(after);
	PASS();
}

TEST other_submission_is_not_taken_up(void)
{
	struct grading *before = half_done(), *after = make("other");
	int taken;

	results_write(before, path);
	taken = results_resume(after, path);
	grading_free(before);
	grading_free(after);
	ASSERT_EQ_FMT(-ESTALE, taken, "%d");
	PASS();
}

TEST other_stack_is_not_taken_up(void)
{
	struct grading *before = half_done(), *after = make("h");
	int taken;

	results_write(before, path);
	after->own_stack = true;
	taken = results_resume(after, path);
	grading_free(before);
	grading_free(after);
	ASSERT_EQ_FMT(-ESTALE, taken, "%d");
	PASS();
}

TEST damaged_file_is_an_error(void)
{
	struct grading *g = make("h");
	int taken;

	fs_write(path, "{\"labs\":[", 9);
	taken = results_resume(g, path);
	grading_free(g);
	ASSERT_EQ_FMT(-EINVAL, taken, "%d");
	PASS();
}

TEST unwritable_place_is_an_error(void)
{
	struct grading *g = make("h");
	int err = results_write(g, "/nowhere/at/all.json");

	grading_free(g);
	ASSERT_EQ_FMT(-ENOENT, err, "%d");
	PASS();
}

TEST skipped_points_are_nobodys_loss(void)
{
	struct grading *g = make("h");
	struct lab_result *l = &g->labs[0];

	l->tests[0].verdict = VERDICT_PASSED;
	l->tests[0].points = 60;
	l->tests[1].verdict = VERDICT_SKIPPED;
	grading_tally(g);
	ASSERT_EQ_FMT(60, l->all.score, "%d");
	ASSERT_EQ_FMT(60, l->all.max, "%d");
	ASSERT_EQ_FMT(40, l->all.skipped, "%d");
	ASSERT_EQ_FMT(1, l->all.passed, "%d");
	grading_free(g);
	PASS();
}

/* What a terminal shows of a lab with a challenge; for free(). */
static char *shown(enum verdict of_two)
{
	static const struct rubric_part bold_parts[] = {
		{"A", "All"}, {"B", "More"}, {0}};
	static const struct rubric_test bold_tests[] = {
		{.name = "one", .part = "A", .points = 60},
		{.name = "two", .part = "A", .points = 40},
		{.name = "three", .part = "B"},
		{0},
	};
	static const struct rubric_lab bold = {.number = 1,
		.folder = "lab1-task",
		.title = "Task",
		.parts = bold_parts,
		.tests = bold_tests,
		.challenge = "B"};
	const struct options options = {.hint = 0};
	struct grading *g = grading_create();
	struct lab_result *l = grading_add_lab(g, &bold);
	char *text = NULL;
	FILE *out;
	size_t size;

	l->tests[0].verdict = VERDICT_PASSED;
	l->tests[0].points = 60;
	l->tests[1].verdict = of_two;
	l->tests[1].points = of_two == VERDICT_PASSED ? 40 : 0;
	l->tests[2].verdict = VERDICT_NOT_STARTED;
	l->tests[2].message = "lab1.B";
	grading_tally(g);
	out = open_memstream(&text, &size);
	text_write(out, g, &options);
	fclose(out);
	grading_free(g);
	return text;
}

TEST challenge_is_shown_and_asked_for_at_the_end_only(void)
{
	char *all = shown(VERDICT_PASSED), *some = shown(VERDICT_FAILED);

	ASSERT(strstr(all, "not started challenge B  three\n"));
	ASSERT(strstr(all, "part B  More: 0 of 1 tests\n"));
	ASSERT(strstr(all, "next: lab1.B"));
	ASSERT(strstr(all, "lab1: 100/100"));
	ASSERT_EQ(NULL, strstr(some, "next: lab1.B"));
	ASSERT(strstr(some, "lab1: 60/100"));
	free(all);
	free(some);
	PASS();
}

static void set_up(void *arg)
{
	(void)arg;
	strcpy(path, "/tmp/corolab-results-XXXXXX");
	if (mkstemp(path) < 0)
		abort();
}

static void tear_down(void *arg)
{
	(void)arg;
	fs_remove(path);
}

SUITE(results_suite)
{
	SET_SETUP(set_up, NULL);
	SET_TEARDOWN(tear_down, NULL);
	RUN_TEST(finished_tests_are_taken_up);
	RUN_TEST(other_submission_is_not_taken_up);
	RUN_TEST(other_stack_is_not_taken_up);
	RUN_TEST(damaged_file_is_an_error);
	RUN_TEST(unwritable_place_is_an_error);
	RUN_TEST(skipped_points_are_nobodys_loss);
	RUN_TEST(challenge_is_shown_and_asked_for_at_the_end_only);
}
