// SPDX-License-Identifier: MIT
/* The page: what is on it, in which order, and what never is. */
#include <stdlib.h>

#include "report_test.h"

/* Where @part begins in @text, or far beyond its end. */
static size_t place_of(const char *text, const char *part)
{
	const char *at = strstr(text, part);

	return at ? (size_t)(at - text) : (size_t)-1;
}

TEST page_has_every_test_of_every_grading(void)
{
	const struct fixture_kind *kind;

	for (kind = fixture_kinds; kind->name; kind++) {
		struct grading *g = kind->make();
		char *page = page_of(g);
		char anchor[256];
		size_t i, j;

		ASSERT_NEQm(kind->name, NULL, page);
		for (i = 0; i < g->lab_count; i++)
			for (j = 0; j < g->labs[i].test_count; j++) {
				snprintf(anchor, sizeof(anchor),
					"id=\"lab%zu.%s\"", i + 1,
					g->labs[i].tests[j].rubric->name);
				ASSERT_EQ_FMT(
					1, occurrences(page, anchor), "%d");
			}
		ASSERT_EQ_FMT(1, occurrences(page, "</html>"), "%d");
		free(page);
		grading_free(g);
	}
	PASS();
}

TEST page_begins_with_the_compile_error(void)
{
	struct grading *g = fixture_compile();
	char *page = page_of(g);
	size_t error = place_of(page, "Lab 1 does not compile");
	size_t next = place_of(page, "What to do next");
	size_t scores = place_of(page, "<h2>Scores");

	ASSERT(error < next);
	ASSERT(next < scores);
	ASSERT(scores < place_of(page, "<details"));
	/* Once as the compiler said it, and its first line as the next thing.
	 */
	ASSERT_EQ_FMT(1, occurrences(page, "^~~"), "%d");
	ASSERT_EQ_FMT(2, occurrences(page, "task.c:12:9: error:"), "%d");
	free(page);
	grading_free(g);
	PASS();
}

TEST page_shows_what_is_known_of_a_failure(void)
{
	static const char *const parts[] = {
		"<p class=\"property\">Resuming a fresh task runs its body.",
		"<dt>Expected</dt><dd><code>1</code>",
		"<dt>Actual</dt><dd><code>2</code>",
		"lab1-task/tests/task.c:41", "<li>resume it once</li>",
		"AddressSanitizer: heap-use", "src/task.c:88 in co_destroy",
		"<th scope=\"col\">thread 1</th>", "looper.c:55</span>",
		"task worker waits on condition", "--seed 0,0,1,1,0",
		"Hint 1: the idea", "<summary>Hint 3: the step</summary>",
		"lab1-task/README.md",
		"make grade LAB=1 ONLY=post_wakes_the_looper",
		"<a download href=\"post_wakes_the_looper.json\">",
		"ui.perfetto.dev", "io_uring is refused here",
		"lab1-task/src/notes.txt", "Landlock and limits instead",
		"<a href=\"#lab1.shutdown_drains_queue\">"};
	struct grading *g = fixture_mixed();
	char *page = page_of(g);
	size_t i;

	for (i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		ASSERTm(parts[i], strstr(page, parts[i]));
	ASSERT_EQ_FMT(3, occurrences(page, "<figure"), "%d");
	ASSERT_EQ_FMT(1, occurrences(page, " open>"), "%d");
	free(page);
	grading_free(g);
	PASS();
}

TEST page_of_refused_code_says_review(void)
{
	struct grading *g = fixture_refused();
	char *page = page_of(g);

	ASSERT(strstr(page, "refused and sent to review"));
	ASSERT(strstr(page, "lab1-task/src/task.c: calls fork"));
	ASSERT(strstr(page, "has a section .init_array"));
	free(page);
	grading_free(g);
	PASS();
}

TEST page_says_all_is_well_only_when_it_is(void)
{
	const struct fixture_kind *kind;

	for (kind = fixture_kinds; kind->name; kind++) {
		struct grading *g = kind->make();
		char *page = page_of(g);
		bool well = !strcmp(kind->name, "passed");

		ASSERT_EQ_FMTm(kind->name, well,
			strstr(page, "every test passes") != NULL, "%d");
		free(page);
		grading_free(g);
	}
	PASS();
}

TEST page_says_challenge_where_points_stand(void)
{
	struct grading *g = fixture_challenge();
	char *page = page_of(g);

	ASSERT(strstr(page, "Everything that is worth a point is done."));
	ASSERT(strstr(page, "(lab 1, part B, a challenge)"));
	ASSERT(strstr(page, "class=\"sum\">challenge</td>"));
	ASSERT(strstr(page, "0 of 2 pass</span></h4>"));
	ASSERT_EQ_FMT(3, occurrences(page, "class=\"points\">challenge</span>"),
		"%d");
	ASSERT_EQ_FMT(0, occurrences(page, "0 of 0"), "%d");
	free(page);
	grading_free(g);
	PASS();
}

TEST page_of_passing_tests_has_their_drawings(void)
{
	struct grading *g = fixture_passed();
	char *page = page_of(g);

	ASSERT_EQ_FMT(8, occurrences(page, "<figure"), "%d");
	ASSERT_EQ_FMT(0, occurrences(page, " open>"), "%d");
	ASSERT_EQ_FMT(1, occurrences(page, "id=\"drawing0-tip\""), "%d");
	ASSERT_EQ_FMT(1, occurrences(page, "url(#drawing7-tip)"), "%d");
	free(page);
	grading_free(g);
	PASS();
}

TEST page_holds_no_markup_of_a_student(void)
{
	struct grading *g = fixture_hostility();
	char *page = page_of(g);

	ASSERT(strstr(page, "&lt;script&gt;document.title="));
	ASSERT_EQ_FMT(0, occurrences(page, "<script>document"), "%d");
	ASSERT_EQ_FMT(1, occurrences(page, "<script>"), "%d");
	ASSERT_EQ_FMT(1, occurrences(page, "</style>"), "%d");
	ASSERT_EQ_FMT(0, occurrences(page, "<img"), "%d");
	ASSERT_EQ_FMT(0, occurrences(page, "<iframe"), "%d");
	ASSERT_EQ_FMT(0, occurrences(page, " onload="), "%d");
	ASSERT_EQ_FMT(0, occurrences(page, "href=\"javascript"), "%d");
	ASSERT_EQ_FMT(0, occurrences(page, "root:"), "%d");
	ASSERT(is_clean(page));
	free(page);
	grading_free(g);
	PASS();
}

TEST page_loads_nothing(void)
{
	const struct fixture_kind *kind;

	for (kind = fixture_kinds; kind->name; kind++) {
		struct grading *g = kind->make();
		char *page = page_of(g);

		ASSERT(strstr(page, "content=\"default-src 'none'; "));
		ASSERT_EQ_FMT(0, occurrences(page, " src=\""), "%d");
		ASSERT_EQ_FMT(0, occurrences(page, "<link"), "%d");
		ASSERT_EQ_FMT(0, occurrences(page, "@import"), "%d");
		ASSERT_EQ_FMT(0, occurrences(page, " style=\""), "%d");
		free(page);
		grading_free(g);
	}
	PASS();
}

TEST page_is_the_same_for_the_same_grading(void)
{
	struct grading *g = fixture_mixed();
	char *one = page_of(g), *two = page_of(g);

	ASSERT_STR_EQ(one, two);
	free(one);
	free(two);
	grading_free(g);
	PASS();
}

TEST page_parts_a_story_by_who_is_named(void)
{
	struct grading *g = fixture_mixed();
	char *page;

	fixture_test(g, "post_wakes_the_looper")->runs[0].story =
		"... 12 steps before\n"
		"main: lock looper.lock  src/looper.c:31 in co_looper_run\n"
		"worker: read x\n";
	page = page_of(g);
	ASSERT(strstr(page, "<th scope=\"col\">main</th>"
			    "<th scope=\"col\">worker</th>"));
	ASSERT(strstr(page, "<td colspan=\"2\">... 12 steps before</td>"));
	ASSERT(strstr(page, "<th scope=\"row\">1</th><td class=\"step\">lock "
			    "looper.lock <span class=\"place\">src/looper.c:31 "
			    "in co_looper_run</span></td><td></td>"));
	ASSERT(strstr(page, "<th scope=\"row\">2</th><td></td>"
			    "<td class=\"step\">read x</td>"));
	free(page);
	grading_free(g);
	PASS();
}

TEST page_shows_a_story_it_cannot_read_as_it_stands(void)
{
	struct grading *g = fixture_mixed();
	char *page;

	fixture_test(g, "post_wakes_the_looper")->runs[0].story =
		"a: x\nb: x\nc: x\nd: x <- a fourth\n";
	page = page_of(g);
	ASSERT_EQ_FMT(0, occurrences(page, "<table class=\"story\""), "%d");
	ASSERT(strstr(page, "a: x\nb: x\nc: x\nd: x &lt;- a fourth\n"));
	free(page);
	grading_free(g);
	PASS();
}

SUITE(page_suite)
{
	RUN_TEST(page_has_every_test_of_every_grading);
	RUN_TEST(page_begins_with_the_compile_error);
	RUN_TEST(page_shows_what_is_known_of_a_failure);
	RUN_TEST(page_of_refused_code_says_review);
	RUN_TEST(page_says_all_is_well_only_when_it_is);
	RUN_TEST(page_says_challenge_where_points_stand);
	RUN_TEST(page_of_passing_tests_has_their_drawings);
	RUN_TEST(page_holds_no_markup_of_a_student);
	RUN_TEST(page_loads_nothing);
	RUN_TEST(page_is_the_same_for_the_same_grading);
	RUN_TEST(page_parts_a_story_by_who_is_named);
	RUN_TEST(page_shows_a_story_it_cannot_read_as_it_stands);
}
