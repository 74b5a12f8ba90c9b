// SPDX-License-Identifier: MIT
/* Gradescope, GitHub Classroom and Autolab: JSON with agreed names. */
#include <stdlib.h>

#include <jansson.h>

#include "report_test.h"

static const char *string_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "(none)";
}

static int number_of(const json_t *object, const char *key)
{
	const json_t *n = json_object_get(object, key);

	return json_is_integer(n) ? (int)json_integer_value(n) : -1;
}

static json_t *gradescope(struct grading *g)
{
	char *text = written(report_write_gradescope, g);
	json_t *root = json_loads(text, 0, NULL);

	free(text);
	grading_free(g);
	return root;
}

TEST gradescope_scores_add_up(void)
{
	json_t *root = gradescope(fixture_mixed()), *test;
	json_t *tests = json_object_get(root, "tests");
	int score = 0, max = 0;
	size_t i;

	json_array_foreach (tests, i, test) {
		score += number_of(test, "score");
		max += number_of(test, "max_score");
	}
	ASSERT_EQ_FMT((size_t)8, json_array_size(tests), "%zu");
	ASSERT_EQ_FMT(10, score, "%d");
	ASSERT_EQ_FMT(score, number_of(root, "score"), "%d");
	ASSERT_EQ_FMT(100, max, "%d");
	ASSERT_EQ_FMT(2, number_of(root, "execution_time"), "%d");
	json_decref(root);
	PASS();
}

/* One hidden test would take the total away from the student. */
TEST gradescope_shows_every_test_so_that_the_total_shows(void)
{
	json_t *root = gradescope(fixture_mixed()), *test;
	int hidden = 0;
	size_t i;

	ASSERT_STR_EQ("visible", string_of(root, "visibility"));
	ASSERT_STR_EQ("hidden", string_of(root, "stdout_visibility"));
	json_array_foreach (json_object_get(root, "tests"), i, test) {
		const json_t *tags = json_object_get(test, "tags");
		const char *tag = json_string_value(json_array_get(tags, 1));

		ASSERT_STR_EQ("visible", string_of(test, "visibility"));
		ASSERT_STR_EQ("text", string_of(test, "output_format"));
		if (strcmp(tag, "hidden"))
			continue;
		hidden++;
		ASSERT(strstr(string_of(test, "name"), " (hidden)"));
	}
	ASSERT_EQ_FMT(3, hidden, "%d");
	json_decref(root);
	PASS();
}

TEST gradescope_passes_only_what_passed(void)
{
	json_t *root = gradescope(fixture_mixed()), *test;
	size_t i;

	json_array_foreach (json_object_get(root, "tests"), i, test) {
		const json_t *tags = json_object_get(test, "tags");
		const char *tag = json_string_value(json_array_get(tags, 0));

		ASSERT_STR_EQ(strcmp(tag, "passed") ? "failed" : "passed",
			string_of(test, "status"));
	}
	json_decref(root);
	root = gradescope(fixture_skipped());
	ASSERT(strstr(string_of(root, "output"), "They are not lost"));
	json_decref(root);
	PASS();
}

TEST gradescope_begins_with_the_compile_error(void)
{
	json_t *root = gradescope(fixture_compile());

	ASSERT_EQ_FMT(0,
		strncmp(string_of(root, "output"), "Lab 1 does not compile.\n",
			24),
		"%d");
	json_decref(root);
	PASS();
}

TEST gradescope_shows_no_score_for_a_challenge(void)
{
	json_t *root = gradescope(fixture_challenge());
	json_t *tests = json_object_get(root, "tests");
	json_t *test = json_array_get(tests, 3);

	ASSERT_EQ_FMT(100, number_of(root, "score"), "%d");
	ASSERT_EQ_FMT(
		60, number_of(json_array_get(tests, 0), "max_score"), "%d");
	ASSERT_EQ(NULL, json_object_get(test, "score"));
	ASSERT_EQ(NULL, json_object_get(test, "max_score"));
	ASSERT_STR_EQ("failed", string_of(test, "status"));
	ASSERT(strstr(string_of(test, "name"), " (challenge)"));
	ASSERT(strstr(string_of(test, "output"), "full marks do not need"));
	json_decref(root);
	PASS();
}

static int digit(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* The JSON in "result=BASE64\n". */
static json_t *decoded(const char *line)
{
	char *json = calloc(1, strlen(line) + 1);
	unsigned bits = 0, have = 0;
	size_t n = 0;
	json_t *root;

	if (strncmp(line, "result=", 7))
		line = "";
	else
		line += 7;
	for (; digit(*line) >= 0; line++) {
		bits = bits << 6 | (unsigned)digit(*line);
		have += 6;
		if (have >= 8)
			json[n++] = (char)(bits >> (have -= 8));
	}
	root = strcmp(line + strspn(line, "="), "\n")
		       ? NULL
		       : json_loads(json, 0, NULL);
	free(json);
	return root;
}

static json_t *classroom(struct grading *g)
{
	char *line = written(report_write_classroom, g);
	json_t *root = decoded(line);

	free(line);
	grading_free(g);
	return root;
}

TEST classroom_is_one_line_of_base64(void)
{
	const struct fixture_kind *kind;

	for (kind = fixture_kinds; kind->name; kind++) {
		json_t *root = classroom(kind->make());

		ASSERT_NEQm(kind->name, NULL, root);
		ASSERT_EQ_FMT(1, number_of(root, "version"), "%d");
		json_decref(root);
	}
	PASS();
}

TEST classroom_tells_failures_from_errors(void)
{
	json_t *root = classroom(fixture_mixed());
	json_t *tests = json_object_get(root, "tests");
	json_t *first = json_array_get(tests, 0);

	ASSERT_STR_EQ("fail", string_of(root, "status"));
	ASSERT_EQ_FMT(100, number_of(root, "max_score"), "%d");
	ASSERT_STR_EQ("lab1.A.resume_of_fresh_task_runs_body",
		string_of(first, "name"));
	ASSERT_STR_EQ("fail", string_of(first, "status"));
	ASSERT_STR_EQ("lab1-task/tests/task.c", string_of(first, "filename"));
	ASSERT_EQ_FMT(41, number_of(first, "line_no"), "%d");
	ASSERT_EQ_FMT(12, number_of(first, "duration"), "%d");
	ASSERT_EQ_FMT(0, number_of(first, "score"), "%d");
	ASSERT_STR_EQ("pass", string_of(json_array_get(tests, 2), "status"));
	ASSERT_STR_EQ("error", string_of(json_array_get(tests, 6), "status"));
	json_decref(root);
	PASS();
}

static enum greatest_test_res status_is(const char *status, struct grading *g)
{
	json_t *root = classroom(g);

	ASSERT_STR_EQ(status, string_of(root, "status"));
	json_decref(root);
	PASS();
}

TEST classroom_passes_only_when_all_is_well(void)
{
	CHECK_CALL(status_is("pass", fixture_passed()));
	CHECK_CALL(status_is("fail", fixture_public()));
	CHECK_CALL(status_is("fail", fixture_compile()));
	CHECK_CALL(status_is("error", fixture_skipped()));
	CHECK_CALL(status_is("error", fixture_pending()));
	CHECK_CALL(status_is("error", fixture_empty()));
	PASS();
}

TEST autolab_is_one_line_of_scores(void)
{
	struct grading *g = fixture_course();
	char *line = written(report_write_autolab, g);

	ASSERT_STR_EQ("{\"scores\":{\"lab1\":100,\"lab2\":100,\"lab3\":85,"
		      "\"lab4\":100,\"lab5\":90,\"lab6\":100},"
		      "\"scoreboard\":[100,100,85,100,90,100]}\n",
		line);
	free(line);
	grading_free(g);
	PASS();
}

SUITE(json_suite)
{
	RUN_TEST(gradescope_scores_add_up);
	RUN_TEST(gradescope_shows_every_test_so_that_the_total_shows);
	RUN_TEST(gradescope_passes_only_what_passed);
	RUN_TEST(gradescope_begins_with_the_compile_error);
	RUN_TEST(gradescope_shows_no_score_for_a_challenge);
	RUN_TEST(classroom_is_one_line_of_base64);
	RUN_TEST(classroom_tells_failures_from_errors);
	RUN_TEST(classroom_passes_only_when_all_is_well);
	RUN_TEST(autolab_is_one_line_of_scores);
}
