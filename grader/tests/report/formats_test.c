// SPDX-License-Identifier: MIT
/* Formats of lines and tags: JUnit and TAP, and what holds for all. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "report/summary.h"
#include "report_test.h"

TEST format_names_are_known_and_unique(void)
{
	const struct report_format *f;

	for (f = report_formats; f->name; f++)
		ASSERT_EQm(f->name, f, report_format(f->name));
	ASSERT_EQ_FMT((size_t)7, (size_t)(f - report_formats), "%zu");
	ASSERT_EQ(NULL, report_format("nonsense"));
	PASS();
}

TEST every_format_takes_every_grading_and_stays_clean(void)
{
	const struct report_format *f;
	const struct fixture_kind *kind;

	for (f = report_formats; f->name; f++)
		for (kind = fixture_kinds; kind->name; kind++) {
			struct grading *g = kind->make();
			char *text = written(f->write, g);

			ASSERT_NEQm(f->name, NULL, text);
			ASSERTm(f->name, is_clean(text));
			ASSERTm(f->name, text[strlen(text) - 1] == '\n');
			free(text);
			grading_free(g);
		}
	PASS();
}

TEST every_format_notices_a_full_disk(void)
{
	const struct report_format *f;
	struct grading *g = fixture_mixed();

	for (f = report_formats; f->name; f++) {
		FILE *full = fopen("/dev/full", "w");
		int error = f->write(g, full);

		ASSERT_EQ_FMTm(f->name, -ENOSPC, error, "%d");
		fclose(full);
	}
	grading_free(g);
	PASS();
}

TEST saved_file_is_what_the_writer_writes(void)
{
	struct grading *g = fixture_mixed();
	const struct report_format *f = report_format("junit");
	char path[512], *why, *saved, *text = written(f->write, g);
	int error;

	snprintf(path, sizeof(path), "%s/out.xml", scratch_begin());
	error = report_save(g, f, path, &why);
	saved = scratch_read("out.xml");
	ASSERT_EQ_FMT(0, error, "%d");
	ASSERT_EQ(NULL, why);
	ASSERT_STR_EQ(text, saved);
	ASSERT_EQ_FMT(1, scratch_count(), "%d");
	free(saved);
	free(text);
	scratch_end();
	grading_free(g);
	PASS();
}

/* An entity we write, at @at; its length, or 0. */
static size_t entity(const char *at)
{
	static const char *const known[] = {
		"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (!strncmp(at, known[i], strlen(known[i])))
			return strlen(known[i]);
	return 0;
}

/* Every tag is closed, in order; no stray < or &; quotes are in pairs. */
static bool is_well_formed(const char *xml)
{
	const char *open[16];
	size_t depth = 0, n;
	const char *end;

	if (strncmp(xml, "<?xml ", 6))
		return false;
	for (xml = strstr(xml, "?>") + 2; *xml; xml = end) {
		end = xml + 1;
		if (*xml == '&') {
			if (!entity(xml))
				return false;
		} else if (*xml == '<') {
			end = strchr(xml, '>');
			if (!end++)
				return false;
			n = strcspn(xml + 1 + (xml[1] == '/'), " >/");
			if (xml[1] == '/') {
				if (!depth ||
					strncmp(open[--depth], xml + 2, n))
					return false;
			} else if (end[-2] != '/') {
				if (depth == 16)
					return false;
				open[depth++] = xml + 1;
			}
		} else if (!depth && !isspace((unsigned char)*xml)) {
			return false;
		}
	}
	return !depth;
}

TEST junit_is_well_formed_whatever_it_holds(void)
{
	const struct fixture_kind *kind;

	ASSERT_FALSE(is_well_formed("<?xml ?><a><b></a></b>"));
	ASSERT_FALSE(is_well_formed("<?xml ?><a>&x</a>"));
	for (kind = fixture_kinds; kind->name; kind++) {
		struct grading *g = kind->make();
		char *xml = written(report_write_junit, g);

		ASSERTm(kind->name, is_well_formed(xml));
		ASSERT_EQ_FMT(0, occurrences(xml, "]]>"), "%d");
		free(xml);
		grading_free(g);
	}
	PASS();
}

TEST junit_counts_what_it_lists(void)
{
	struct grading *g = fixture_mixed();
	char *xml = written(report_write_junit, g);

	ASSERT_EQ_FMT(2,
		occurrences(xml, " tests=\"8\" failures=\"5\" errors=\"1\" "
				 "skipped=\"1\" "
				 "time=\"0.084\""),
		"%d");
	ASSERT_EQ_FMT(8, occurrences(xml, "<testcase "), "%d");
	ASSERT_EQ_FMT(5, occurrences(xml, "<failure "), "%d");
	ASSERT_EQ_FMT(1, occurrences(xml, "<error "), "%d");
	ASSERT_EQ_FMT(1, occurrences(xml, "<skipped "), "%d");
	ASSERT(strstr(xml, "<testcase classname=\"lab1.B\" "
			   "name=\"post_wakes_the_looper\" time=\"0.012\">"));
	ASSERT(strstr(xml, "<failure message=\"timed out: nothing can run any "
			   "more: a wake-up was lost\" type=\"timed out\">"));
	free(xml);
	grading_free(g);
	PASS();
}

/* The rules of TAP that a reader relies on; NULL: all are kept. */
static const char *tap_breach(const char *tap, int tests)
{
	char plan[64], point[64];
	bool yaml = false;
	int n = 0;

	snprintf(plan, sizeof(plan), "TAP version 14\n1..%d", tests);
	if (strncmp(tap, plan, strlen(plan)))
		return "version or plan";
	tap = strchr(strchr(tap, '\n') + 1, '\n') + 1;
	for (; *tap; tap = strchr(tap, '\n') + 1) {
		snprintf(point, sizeof(point), "ok %d - ", n + 1);
		if (yaml) {
			yaml = strncmp(tap, "  ...\n", 6);
			if (strncmp(tap, "  ", 2))
				return "a YAML block that is not set in";
		} else if (!strncmp(tap, "  ---\n", 6)) {
			yaml = true;
		} else if (*tap != '#') {
			if (!strncmp(tap, "not ", 4))
				tap += 4;
			if (strncmp(tap, point, strlen(point)))
				return "a line that is no test point";
			n++;
		}
	}
	return yaml ? "an open YAML block" : n != tests ? "the count" : NULL;
}

TEST tap_keeps_its_rules_whatever_it_holds(void)
{
	const struct fixture_kind *kind;

	ASSERT_NEQ(NULL, tap_breach("TAP version 14\n1..1\nok 2 - x\n", 1));
	for (kind = fixture_kinds; kind->name; kind++) {
		struct grading *g = kind->make();
		char *tap = written(report_write_tap, g);
		const char *breach = tap_breach(
			tap, summarise_all(g, SUMMARY_ALL).tests);

		ASSERT_EQm(breach, NULL, breach);
		free(tap);
		grading_free(g);
	}
	PASS();
}

TEST tap_of_one_test_is_as_expected(void)
{
	struct grading *g = fixture_skipped();
	char *tap;

	g->labs[0].tests += 6;
	g->labs[0].test_count = 1;
	grading_tally(g);
	tap = written(report_write_tap, g);
	ASSERT_STR_EQ(
		"TAP version 14\n1..1\n"
		"ok 1 - lab1.B.read_through_the_ring # SKIP io_uring is "
		"refused here: Operation not permitted\n"
		"  ---\n"
		"  verdict: \"skipped\"\n"
		"  message: \"io_uring is refused here: Operation not "
		"permitted\"\n"
		"  points: 0\n  max_points: 10\n  visibility: \"public\"\n"
		"  explanation: \"A read through the ring resumes its "
		"task.\\nskipped: io_uring is refused here: Operation not "
		"permitted\\nThis machine could not run it. Its points are not "
		"lost: grade again where it can.\\nHint: Whoever suspends last "
		"is resumed first.\\nHandout: lab1-task/README.md, \\\"Part "
		"B\\\"\\nAgain: make grade LAB=1 ONLY=read_through_the_ring "
		"SUBMISSION=hand-in/ada\\n\"\n"
		"  ...\n"
		"# 0 of 10 points. 0 of 1 public test pass; there are no "
		"hidden ones.\n"
		"# This machine could not run 1 test, worth 10 points. They "
		"are not lost: grade again where they can run. `grade "
		"doctor` says what is lacking here.\n",
		tap);
	free(tap);
	grading_free(g);
	PASS();
}

TEST tap_verdicts_that_earn_nothing_are_not_ok(void)
{
	struct grading *g = fixture_mixed();
	char *tap = written(report_write_tap, g);

	ASSERT_EQ_FMT(6, occurrences(tap, "\nnot ok "), "%d");
	ASSERT_EQ_FMT(2, occurrences(tap, "\nok "), "%d");
	ASSERT_EQ_FMT(1, occurrences(tap, " # SKIP "), "%d");
	free(tap);
	grading_free(g);
	PASS();
}

TEST challenge_that_was_not_taken_up_fails_nobody(void)
{
	struct grading *g = fixture_challenge();
	char *tap = written(report_write_tap, g);
	char *junit = written(report_write_junit, g);

	ASSERT_EQ_FMT(3, occurrences(tap, "\nok "), "%d");
	ASSERT_EQ_FMT(3, occurrences(tap, "\nnot ok "), "%d");
	ASSERT_EQ_FMT(3, occurrences(tap, " # TODO a challenge\n"), "%d");
	ASSERT_EQ_FMT(3, occurrences(junit, "name=\"challenge\""), "%d");
	ASSERT_EQ_FMT(0, occurrences(junit, "<failure"), "%d");
	ASSERT(strstr(junit, "failures=\"0\" errors=\"0\" skipped=\"3\""));
	free(tap);
	free(junit);
	grading_free(g);
	PASS();
}

SUITE(formats_suite)
{
	RUN_TEST(format_names_are_known_and_unique);
	RUN_TEST(every_format_takes_every_grading_and_stays_clean);
	RUN_TEST(every_format_notices_a_full_disk);
	RUN_TEST(saved_file_is_what_the_writer_writes);
	RUN_TEST(junit_is_well_formed_whatever_it_holds);
	RUN_TEST(junit_counts_what_it_lists);
	RUN_TEST(tap_keeps_its_rules_whatever_it_holds);
	RUN_TEST(tap_of_one_test_is_as_expected);
	RUN_TEST(tap_verdicts_that_earn_nothing_are_not_ok);
	RUN_TEST(challenge_that_was_not_taken_up_fails_nobody);
}
