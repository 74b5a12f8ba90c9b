// SPDX-License-Identifier: MIT
/*
 * JUnit XML: a suite a lab. What earns nothing is a failure, or an error when
 * the code crashed; only what the machine could not run is skipped, for a
 * skipped test looks green in most viewers; and a challenge that was not taken
 * up, which is worth nothing.
 */
#include <errno.h>
#include <stdlib.h>

#include "explain.h"
#include "report.h"
#include "summary.h"
#include "text.h"

enum outcome {
	OUTCOME_PASSED,
	OUTCOME_FAILURE,
	OUTCOME_ERROR,
	OUTCOME_SKIPPED,
	OUTCOMES,
};

static enum outcome outcome_of(
	const struct lab_result *lab, const struct test_result *t)
{
	if (t->verdict == VERDICT_PASSED)
		return OUTCOME_PASSED;
	if (test_is_challenge(lab, t))
		return OUTCOME_SKIPPED;
	switch (t->verdict) {
	case VERDICT_CRASHED:
		return OUTCOME_ERROR;
	case VERDICT_SKIPPED:
	case VERDICT_PENDING:
		return OUTCOME_SKIPPED;
	default:
		return OUTCOME_FAILURE;
	}
}

static unsigned time_of(const struct test_result *t)
{
	unsigned ms = 0;
	size_t i;

	for (i = 0; i < t->run_count; i++)
		ms += t->runs[i].wall_ms;
	return ms;
}

static void put_counts(FILE *out, const struct lab_result *labs, size_t count)
{
	int n[OUTCOMES] = {0}, tests = 0;
	unsigned ms = 0;
	size_t i, j;

	for (i = 0; i < count; i++)
		for (j = 0; j < labs[i].test_count; j++) {
			n[outcome_of(&labs[i], &labs[i].tests[j])]++;
			ms += time_of(&labs[i].tests[j]);
			tests++;
		}
	fprintf(out,
		" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" "
		"time=\"%u.%03u\"",
		tests, n[OUTCOME_FAILURE], n[OUTCOME_ERROR], n[OUTCOME_SKIPPED],
		ms / 1000, ms % 1000);
}

static void put_outcome(
	FILE *out, const struct lab_result *lab, const struct test_result *t)
{
	static const char *const tags[OUTCOMES] = {
		[OUTCOME_FAILURE] = "failure",
		[OUTCOME_ERROR] = "error",
		[OUTCOME_SKIPPED] = "skipped",
	};
	const char *tag = tags[outcome_of(lab, t)];
	char *why;

	if (!tag)
		return;
	why = explanation(lab, t);
	markup(out, "      <%s message=\"%s%s%s\"", tag,
		verdict_name(t->verdict), t->message && *t->message ? ": " : "",
		t->message);
	if (outcome_of(lab, t) != OUTCOME_SKIPPED)
		markup(out, " type=\"%s\"", verdict_name(t->verdict));
	markup(out, ">%s</%s>\n", why, tag);
	free(why);
}

static void put_case(
	FILE *out, const struct lab_result *lab, const struct test_result *t)
{
	unsigned ms = time_of(t);

	markup(out,
		"    <testcase classname=\"lab%d.%s\" name=\"%s\" "
		"time=\"",
		lab->rubric->number, t->rubric->part, t->rubric->name);
	fprintf(out, "%u.%03u\">\n", ms / 1000, ms % 1000);
	markup(out,
		"      <properties>\n"
		"        <property name=\"points\" value=\"%d\"/>\n"
		"        <property name=\"max_points\" value=\"%d\"/>\n"
		"        <property name=\"visibility\" value=\"%s\"/>\n",
		t->points, t->rubric->points,
		test_is_hidden(t) ? "hidden" : "public");
	if (test_is_challenge(lab, t))
		fputs("        <property name=\"challenge\" "
		      "value=\"true\"/>\n",
			out);
	fputs("      </properties>\n", out);
	put_outcome(out, lab, t);
	fputs("    </testcase>\n", out);
}

static void put_suite(FILE *out, const struct lab_result *lab)
{
	size_t i;

	markup(out, "  <testsuite name=\"lab%d\"", lab->rubric->number);
	put_counts(out, lab, 1);
	fputs(">\n", out);
	for (i = 0; i < lab->test_count; i++)
		put_case(out, lab, &lab->tests[i]);
	if (lab->compile_error)
		markup(out, "    <system-err>%s</system-err>\n",
			lab->compile_error);
	fputs("  </testsuite>\n", out);
}

int report_write_junit(const struct grading *g, FILE *out)
{
	size_t i;

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", out);
	put_counts(out, g->labs, g->lab_count);
	fputs(">\n", out);
	for (i = 0; i < g->lab_count; i++)
		put_suite(out, &g->labs[i]);
	fputs("</testsuites>\n", out);
	return text_finish(out);
}
