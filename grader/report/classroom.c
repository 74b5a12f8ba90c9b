// SPDX-License-Identifier: MIT
/*
 * GitHub Classroom's reporter reads the step output "result": base64 of JSON.
 * Its tests are pass, fail or error; error is for what is not the student's
 * failure: a machine that could not run the test, or a run that was cut off.
 */
#include <errno.h>
#include <stdlib.h>

#include <jansson.h>

#include "base64.h"
#include "explain.h"
#include "json.h"
#include "report.h"
#include "summary.h"
#include "text.h"

static const char *status_of(enum verdict v)
{
	switch (v) {
	case VERDICT_PASSED:
		return "pass";
	case VERDICT_SKIPPED:
	case VERDICT_PENDING:
		return "error";
	default:
		return "fail";
	}
}

/* Nothing was graded: that is no pass either. */
static const char *status_of_all(const struct grading *g)
{
	switch (next_thing(g).kind) {
	case NEXT_CHALLENGE:
	case NEXT_NOTHING:
		return all_is_well(g) ? "pass" : "error";
	case NEXT_WAIT:
	case NEXT_ENVIRONMENT:
		return "error";
	default:
		return "fail";
	}
}

static void set_place(json_t *test, const struct test_result *t)
{
	const struct run *r = telling_run(t);
	bool known = r && r->failure_count && r->failures[0].file;

	json_set(test, "filename", json_text(known ? r->failures[0].file : ""));
	json_set(
		test, "line_no", json_integer(known ? r->failures[0].line : 0));
}

static json_t *test_json(
	const struct lab_result *lab, const struct test_result *t)
{
	json_t *test = json_object();
	unsigned ms = 0;
	size_t i;

	for (i = 0; i < t->run_count; i++)
		ms += t->runs[i].wall_ms;
	json_set(test, "name", json_taken(full_name(lab, t)));
	json_set(test, "status", json_text(status_of(t->verdict)));
	json_set(test, "score", json_integer(t->points));
	json_set(test, "message", json_taken(explanation(lab, t)));
	json_set(test, "test_code", json_text(t->again));
	set_place(test, t);
	json_set(test, "duration", json_integer(ms));
	return test;
}

static json_t *result_json(const struct grading *g)
{
	json_t *root = json_object(), *tests = json_array();
	size_t i, j;

	for (i = 0; i < g->lab_count; i++)
		for (j = 0; j < g->labs[i].test_count; j++)
			json_add(tests,
				test_json(&g->labs[i], &g->labs[i].tests[j]));
	json_set(root, "version", json_integer(1));
	json_set(root, "status", json_text(status_of_all(g)));
	json_set(root, "max_score",
		json_integer(summarise_all(g, SUMMARY_ALL).max));
	json_set(root, "tests", tests);
	return root;
}

int report_write_classroom(const struct grading *g, FILE *out)
{
	struct text text;
	char *json;

	text_open(&text);
	json_finish(result_json(g), text.out, JSON_COMPACT);
	json = text_close(&text);
	fputs("result=", out);
	base64_put(out, json, text.size);
	fputc('\n', out);
	free(json);
	return text_finish(out);
}
