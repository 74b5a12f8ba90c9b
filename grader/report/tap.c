// SPDX-License-Identifier: MIT
/*
 * TAP 14. A skipped test is "ok ... # SKIP" by the rules of that format, with
 * the reason, and a comment at the end says how many there were. A test that
 * was not judged is not ok: a reader must not take it for a pass. One of a
 * challenge that does not pass is "# TODO", which fails nobody.
 */
#include <errno.h>
#include <stdlib.h>

#include "explain.h"
#include "report.h"
#include "summary.h"
#include "text.h"

/* In a line of TAP a newline ends it, '#' and '\' mean something. */
static void put_description(FILE *out, const char *text)
{
	char *clean = text_clean(text);
	const char *at;

	for (at = clean; at && *at; at++) {
		if (*at == '#' || *at == '\\')
			fputc('\\', out);
		fputc(*at == '\n' || *at == '\t' ? ' ' : *at, out);
	}
	free(clean);
}

static void put_field(FILE *out, const char *name, const char *value)
{
	fprintf(out, "  %s: ", name);
	text_put_json(out, value);
	fputc('\n', out);
}

static void put_yaml(
	FILE *out, const struct lab_result *lab, const struct test_result *t)
{
	char *why = explanation(lab, t);

	fputs("  ---\n", out);
	put_field(out, "verdict", verdict_name(t->verdict));
	put_field(out, "message", t->message);
	fprintf(out, "  points: %d\n  max_points: %d\n", t->points,
		t->rubric->points);
	put_field(out, "visibility", test_is_hidden(t) ? "hidden" : "public");
	put_field(out, "explanation", why);
	fputs("  ...\n", out);
	free(why);
}

static void put_test(FILE *out, const struct lab_result *lab,
	const struct test_result *t, unsigned number)
{
	bool skipped = t->verdict == VERDICT_SKIPPED;
	bool ok = t->verdict == VERDICT_PASSED || skipped;
	char *name = full_name(lab, t);

	fprintf(out, "%s %u - ", ok ? "ok" : "not ok", number);
	put_description(out, name);
	if (skipped) {
		fputs(" # SKIP ", out);
		put_description(out, t->message);
	} else if (!ok && test_is_challenge(lab, t)) {
		fputs(" # TODO a challenge", out);
	}
	fputc('\n', out);
	if (t->verdict != VERDICT_PASSED)
		put_yaml(out, lab, t);
	free(name);
}

static void put_comment(FILE *out, char *text)
{
	char *at;

	fputs("# ", out);
	for (at = text; at && *at; at++) {
		if (*at == '\n' && !at[1])
			break;
		fputc(*at, out);
		if (*at == '\n')
			fputs("# ", out);
	}
	fputc('\n', out);
	free(text);
}

int report_write_tap(const struct grading *g, FILE *out)
{
	unsigned number = 0;
	size_t i, j;

	fprintf(out, "TAP version 14\n1..%d%s\n",
		summarise_all(g, SUMMARY_ALL).tests,
		g->lab_count ? "" : " # SKIP nothing was graded");
	for (i = 0; i < g->lab_count; i++)
		for (j = 0; j < g->labs[i].test_count; j++)
			put_test(out, &g->labs[i], &g->labs[i].tests[j],
				++number);
	put_comment(out, overview(g));
	return text_finish(out);
}
