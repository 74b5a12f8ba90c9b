// SPDX-License-Identifier: MIT
#include <string.h>

#include "suites.h"

#include "rubric/rubric.h"

static const char *const files[] = {"a.c", NULL};
static const struct rubric_part parts[] = {{"A", "All"}, {"Z", "More"}, {0}};

#define ROW(n, p, ...)                                                         \
	{                                                                      \
		.name = n, .part = "A", .points = p, .property = "p",          \
		.section = "s", .hints = {"1", "2", "3"}, __VA_ARGS__          \
	}

/* A test of the challenge. */
#define MORE(n, p, ...)                                                        \
	{                                                                      \
		.name = n, .part = "Z", .points = p, .property = "p",          \
		.section = "s", .hints = {"1", "2", "3"}, __VA_ARGS__          \
	}

static char last[512];

static void remember(void *arg, const char *text)
{
	(void)arg;
	snprintf(last, sizeof(last), "%s", text);
}

static int breaches(const struct rubric_test *tests)
{
	struct rubric_lab lab = {.number = 1,
		.folder = "lab1-task",
		.files = files,
		.parts = parts,
		.challenge = "Z",
		.tests = tests};

	last[0] = '\0';
	return rubric_check(&lab, remember, NULL);
}

TEST right_table_has_no_breach(void)
{
	static const struct rubric_test t[] = {
		ROW("a", 60, ), ROW("b", 40, .parent = "a"), {0}};
	int n = breaches(t);

	ASSERT_EQ_FMT(0, n, "%d");
	PASS();
}

TEST sum_must_be_hundred(void)
{
	static const struct rubric_test t[] = {ROW("a", 99, ), {0}};
	int n = breaches(t);

	ASSERT_EQ_FMT(1, n, "%d");
	ASSERT(strstr(last, "99"));
	PASS();
}

TEST test_without_points_must_be_a_parent(void)
{
	static const struct rubric_test t[] = {
		ROW("a", 0, ), ROW("b", 100, .parent = "a"), {0}};
	static const struct rubric_test idle[] = {
		ROW("a", 100, ), ROW("b", 0, .parent = "a"), {0}};

	ASSERT_EQ_FMT(0, breaches(t), "%d");
	ASSERT_EQ_FMT(1, breaches(idle), "%d");
	ASSERT(strstr(last, "no point"));
	PASS();
}

TEST name_must_be_unique(void)
{
	static const struct rubric_test t[] = {
		ROW("a", 60, ), ROW("a", 40, ), {0}};

	ASSERT_EQ_FMT(1, breaches(t), "%d");
	ASSERT(strstr(last, "twice"));
	PASS();
}

TEST parent_must_stand_above(void)
{
	static const struct rubric_test t[] = {
		ROW("a", 60, .parent = "b"), ROW("b", 40, ), {0}};
	static const struct rubric_test gone[] = {
		ROW("a", 100, .parent = "nobody"), {0}};

	ASSERT_EQ_FMT(1, breaches(t), "%d");
	ASSERT_EQ_FMT(1, breaches(gone), "%d");
	PASS();
}

TEST words_must_be_there(void)
{
	static const struct rubric_test t[] = {
		{.name = "a", .part = "A", .points = 100}, {0}};

	ASSERT_EQ_FMT(5, breaches(t), "%d");
	PASS();
}

TEST part_must_exist(void)
{
	static const struct rubric_test t[] = {
		{.name = "a",
			.part = "Y",
			.points = 100,
			.property = "p",
			.section = "s",
			.hints = {"1", "2", "3"}},
		{0}};

	ASSERT_EQ_FMT(1, breaches(t), "%d");
	PASS();
}

TEST challenge_is_worth_nothing(void)
{
	static const struct rubric_test t[] = {
		ROW("a", 100, ), MORE("b", 0, ), MORE("c", 0, ), {0}};
	static const struct rubric_test paid[] = {
		ROW("a", 99, ), MORE("b", 1, ), {0}};

	ASSERT_EQ_FMT(0, breaches(t), "%d");
	ASSERT_EQ_FMT(1, breaches(paid), "%d");
	ASSERT(strstr(last, "is a challenge"));
	PASS();
}

TEST challenge_must_be_a_part(void)
{
	static const struct rubric_test t[] = {ROW("a", 100, ), {0}};
	struct rubric_lab lab = {.number = 1,
		.files = files,
		.parts = parts,
		.tests = t,
		.challenge = "Y"};
	int n = rubric_check(&lab, remember, NULL);

	ASSERT_EQ_FMT(1, n, "%d");
	ASSERT(strstr(last, "none of its parts"));
	PASS();
}

TEST nothing_but_a_challenge_needs_a_challenge(void)
{
	static const struct rubric_test t[] = {ROW("a", 100, ),
		MORE("b", 0, .parent = "a"), MORE("c", 0, .parent = "b"), {0}};
	static const struct rubric_test bent[] = {
		MORE("b", 0, ), ROW("a", 100, .parent = "b"), {0}};
	static const struct rubric_test idle[] = {ROW("a", 100, ),
		ROW("b", 0, ), MORE("c", 0, .parent = "b"), {0}};

	ASSERT_EQ_FMT(0, breaches(t), "%d");
	ASSERT_EQ_FMT(1, breaches(bent), "%d");
	ASSERT(strstr(last, "needs a test of a challenge"));
	ASSERT_EQ_FMT(1, breaches(idle), "%d");
	ASSERT(strstr(last, "no point"));
	PASS();
}

SUITE(rubric_suite)
{
	RUN_TEST(right_table_has_no_breach);
	RUN_TEST(sum_must_be_hundred);
	RUN_TEST(test_without_points_must_be_a_parent);
	RUN_TEST(name_must_be_unique);
	RUN_TEST(parent_must_stand_above);
	RUN_TEST(words_must_be_there);
	RUN_TEST(part_must_exist);
	RUN_TEST(challenge_is_worth_nothing);
	RUN_TEST(challenge_must_be_a_part);
	RUN_TEST(nothing_but_a_challenge_needs_a_challenge);
}
