// SPDX-License-Identifier: MIT
/*
 * Gradescope's results.json. Its tests only pass or fail: one that this
 * machine could not run is listed as failed with 0 points, is tagged
 * "skipped", and the first lines a reader sees say that the score is not
 * final. A test of a challenge has no score to show, only its status. What the
 * grader printed stays with the staff.
 */
#include <errno.h>
#include <stdlib.h>

#include <jansson.h>

#include "explain.h"
#include "json.h"
#include "report.h"
#include "summary.h"

static json_t *tags_of(
	const struct lab_result *lab, const struct test_result *t)
{
	json_t *tags = json_array();

	json_add(tags, json_text(verdict_name(t->verdict)));
	json_add(tags, json_text(test_is_hidden(t) ? "hidden" : "public"));
	if (test_is_challenge(lab, t))
		json_add(tags, json_text("challenge"));
	return tags;
}

static json_t *test_json(const struct lab_result *lab,
	const struct test_result *t, size_t number)
{
	json_t *test = json_object();
	bool passed = t->verdict == VERDICT_PASSED;
	char place[64];

	snprintf(place, sizeof(place), "%d.%zu", lab->rubric->number, number);
	json_set(test, "name", json_taken(full_name(lab, t)));
	json_set(test, "number", json_text(place));
	if (!test_is_challenge(lab, t)) {
		json_set(test, "score", json_integer(t->points));
		json_set(test, "max_score", json_integer(t->rubric->points));
	}
	json_set(test, "status", json_text(passed ? "passed" : "failed"));
	json_set(test, "output", json_taken(explanation(lab, t)));
	json_set(test, "output_format", json_text("text"));
	json_set(test, "visibility", json_text("visible"));
	json_set(test, "tags", tags_of(lab, t));
	return test;
}

static json_t *tests_json(const struct grading *g)
{
	json_t *tests = json_array();
	size_t i, j;

	for (i = 0; i < g->lab_count; i++)
		for (j = 0; j < g->labs[i].test_count; j++)
			json_add(tests, test_json(&g->labs[i],
						&g->labs[i].tests[j], j + 1));
	return tests;
}

int report_write_gradescope(const struct grading *g, FILE *out)
{
	json_t *root = json_object();
	struct summary all = summarise_all(g, SUMMARY_ALL);

	json_set(root, "score", json_integer(all.score));
	json_set(root, "execution_time",
		json_integer((g->wall_ms + 999) / 1000));
	json_set(root, "output", json_taken(overview(g)));
	json_set(root, "output_format", json_text("text"));
	json_set(root, "visibility", json_text("visible"));
	json_set(root, "stdout_visibility", json_text("hidden"));
	json_set(root, "tests", tests_json(g));
	return json_finish(root, out, JSON_INDENT(2));
}
