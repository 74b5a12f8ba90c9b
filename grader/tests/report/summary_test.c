// SPDX-License-Identifier: MIT
/* The sentences that every format shares. */
#include <stdlib.h>

#include "report/summary.h"
#include "report/text.h"
#include "report_test.h"

static enum greatest_test_res says(
	struct grading *g, const char *headline, const char *skipped)
{
	struct text one, two;
	char *text;

	text_open(&one);
	put_headline(one.out, g);
	text = text_close(&one);
	ASSERT_STR_EQ(headline, text);
	free(text);
	text_open(&two);
	put_skipped(two.out, g);
	text = text_close(&two);
	ASSERT_STR_EQ(skipped, text);
	free(text);
	grading_free(g);
	PASS();
}

TEST headline_counts_public_and_hidden_apart(void)
{
	CHECK_CALL(says(fixture_passed(),
		"All 5 public tests pass, and so do all 3 hidden ones.", ""));
	CHECK_CALL(says(fixture_public(),
		"All 5 public tests pass, but 1 of 3 hidden ones does not.",
		""));
	CHECK_CALL(says(fixture_skeleton(),
		"0 of 5 public tests pass; of the hidden ones 0 of 3 do.", ""));
	CHECK_CALL(says(fixture_empty(), "Nothing was graded.", ""));
	PASS();
}

TEST headline_says_what_was_skipped_or_not_judged(void)
{
	CHECK_CALL(says(fixture_skipped(),
		"4 of 5 public tests pass; so do all 3 hidden ones.",
		"This machine could not run 1 test, worth 10 points. They are "
		"not lost: grade again where they can run. `grade doctor` "
		"says what is lacking here."));
	CHECK_CALL(says(fixture_pending(),
		"1 of 5 public tests passes; of the hidden ones 0 of 3 do. "
		"7 tests have not been judged yet.",
		""));
	PASS();
}

static enum greatest_test_res next_is(
	struct grading *g, enum next_kind kind, const char *test)
{
	struct next next = next_thing(g);

	ASSERT_EQ_FMT(kind, next.kind, "%d");
	ASSERT_EQ_FMT((kind == NEXT_NOTHING || kind == NEXT_CHALLENGE) &&
			      g->lab_count,
		all_is_well(g), "%d");
	if (test)
		ASSERT_STR_EQ(test, next.test->rubric->name);
	grading_free(g);
	PASS();
}

TEST next_is_one_thing(void)
{
	CHECK_CALL(next_is(fixture_compile(), NEXT_COMPILE, NULL));
	CHECK_CALL(next_is(fixture_refused(), NEXT_REFUSAL, NULL));
	CHECK_CALL(next_is(
		fixture_mixed(), NEXT_TEST, "resume_of_fresh_task_runs_body"));
	CHECK_CALL(next_is(fixture_public(), NEXT_TEST,
		"finish_resumes_the_one_who_waits"));
	CHECK_CALL(next_is(fixture_pending(), NEXT_WAIT,
		"destroy_of_suspended_task_frees_frame"));
	CHECK_CALL(next_is(
		fixture_skipped(), NEXT_ENVIRONMENT, "read_through_the_ring"));
	CHECK_CALL(next_is(fixture_passed(), NEXT_NOTHING, NULL));
	CHECK_CALL(next_is(fixture_empty(), NEXT_NOTHING, NULL));
	PASS();
}

TEST next_is_never_a_test_that_is_blocked(void)
{
	struct grading *g = fixture_passed();

	/* Its parent is skipped: there is no work for the student. */
	fixture_test(g, "shutdown_drains_queue")->verdict = VERDICT_SKIPPED;
	fixture_test(g, "post_after_shutdown_is_refused")->verdict =
		VERDICT_BLOCKED;
	CHECK_CALL(next_is(g, NEXT_ENVIRONMENT, "shutdown_drains_queue"));
	PASS();
}

TEST headline_counts_a_challenge_apart(void)
{
	struct grading *g = fixture_challenge();

	fixture_test(g, "it_runs_fast")->verdict = VERDICT_PASSED;
	CHECK_CALL(says(g,
		"The one public test passes, and so do all 2 hidden ones. Of "
		"the challenge, which is worth no points, 1 of 3 tests passes.",
		""));
	PASS();
}

TEST next_is_a_challenge_only_at_the_end(void)
{
	struct grading *g = fixture_challenge();

	CHECK_CALL(next_is(g, NEXT_CHALLENGE, "it_runs_fast"));
	g = fixture_challenge();
	fixture_test(g, "it_runs_again")->verdict = VERDICT_NOT_STARTED;
	CHECK_CALL(next_is(g, NEXT_TEST, "it_runs_again"));
	g = fixture_challenge();
	fixture_test(g, "it_runs")->verdict = VERDICT_SKIPPED;
	CHECK_CALL(next_is(g, NEXT_ENVIRONMENT, "it_runs"));
	g = fixture_challenge();
	fixture_test(g, "it_runs_faster")->verdict = VERDICT_PENDING;
	CHECK_CALL(next_is(g, NEXT_WAIT, "it_runs_faster"));
	PASS();
}

TEST summary_keeps_a_challenge_out_of_what_counts(void)
{
	struct grading *g = fixture_challenge();
	const struct lab_result *lab = &g->labs[0];

	ASSERT_EQ_FMT(100, summarise_all(g, SUMMARY_ALL).score, "%d");
	ASSERT_EQ_FMT(6, summarise_all(g, SUMMARY_ALL).tests, "%d");
	ASSERT_EQ_FMT(1, summarise(lab, NULL, SUMMARY_PUBLIC).tests, "%d");
	ASSERT_EQ_FMT(2, summarise(lab, NULL, SUMMARY_HIDDEN).tests, "%d");
	ASSERT_EQ_FMT(2, summarise(lab, "B", SUMMARY_PUBLIC).tests, "%d");
	ASSERT_EQ_FMT(0, summarise(lab, "A", SUMMARY_CHALLENGE).tests, "%d");
	ASSERT_EQ_FMT(3, summarise(lab, NULL, SUMMARY_CHALLENGE).tests, "%d");
	grading_free(g);
	PASS();
}

TEST summary_adds_up_by_part_and_visibility(void)
{
	struct grading *g = fixture_public();
	struct lab_result *lab = &g->labs[0];
	struct summary a = summarise(lab, "A", SUMMARY_HIDDEN);
	struct summary all = summarise_all(g, SUMMARY_ALL);

	ASSERT_EQ_FMT(0, a.score, "%d");
	ASSERT_EQ_FMT(10, a.max, "%d");
	ASSERT_EQ_FMT(90, all.score, "%d");
	ASSERT_EQ_FMT(100, all.max, "%d");
	ASSERT_EQ_FMT(lab->open.score,
		summarise(lab, NULL, SUMMARY_PUBLIC).score, "%d");
	ASSERT_EQ_FMT(lab->hidden.score,
		summarise(lab, NULL, SUMMARY_HIDDEN).score, "%d");
	ASSERT_EQ_FMT(g->all.score, all.score, "%d");
	grading_free(g);
	PASS();
}

SUITE(summary_suite)
{
	RUN_TEST(headline_counts_public_and_hidden_apart);
	RUN_TEST(headline_says_what_was_skipped_or_not_judged);
	RUN_TEST(next_is_one_thing);
	RUN_TEST(next_is_never_a_test_that_is_blocked);
	RUN_TEST(headline_counts_a_challenge_apart);
	RUN_TEST(next_is_a_challenge_only_at_the_end);
	RUN_TEST(summary_keeps_a_challenge_out_of_what_counts);
	RUN_TEST(summary_adds_up_by_part_and_visibility);
}
