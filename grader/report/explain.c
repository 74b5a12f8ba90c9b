// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "summary.h"
#include "text.h"

static void put_lines(FILE *out, const char *title, const struct lines *lines)
{
	size_t i;

	if (!lines->count)
		return;
	fprintf(out, "%s\n", title);
	for (i = 0; i < lines->count; i++)
		fprintf(out, "  %s\n", lines->at[i]);
}

/* A block of text, each line set in. */
static void put_text(FILE *out, const char *title, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(out, "%s\n", title);
	while (*text) {
		int n = (int)strcspn(text, "\n");

		fprintf(out, "  %.*s\n", n, text);
		text += n + (text[n] == '\n');
	}
}

static void put_failure(FILE *out, const struct failure *f)
{
	if (f->expected)
		fprintf(out, "Expected: %s\n", f->expected);
	if (f->actual)
		fprintf(out, "Actual:   %s\n", f->actual);
	if (f->what)
		fprintf(out, "Check:    %s\n", f->what);
	if (f->file)
		fprintf(out, "Where:    %s:%d\n", f->file, f->line);
}

static void put_run(FILE *out, const struct run *r)
{
	size_t i;

	for (i = 0; i < r->failure_count; i++)
		put_failure(out, &r->failures[i]);
	put_lines(out, "The steps that led there:", &r->steps);
	put_lines(out, "Where it was, innermost first:", &r->where);
	put_text(out, "Who waits for what:", r->stuck);
	put_text(out, "Report:", r->report);
	put_text(out, "The schedule that shows it:", r->story);
}

static void put_advice(
	FILE *out, const struct lab_result *lab, const struct test_result *t)
{
	if (t->rubric->hints[0])
		fprintf(out, "Hint: %s\n", t->rubric->hints[0]);
	if (t->rubric->section)
		fprintf(out, "Handout: %s/README.md, \"%s\"\n",
			lab->rubric->folder, t->rubric->section);
	if (t->again && *t->again)
		fprintf(out, "Again: %s\n", t->again);
}

static void put_explanation(
	FILE *out, const struct lab_result *lab, const struct test_result *t)
{
	const struct run *r = telling_run(t);

	fprintf(out, "%s\n", t->rubric->property);
	if (t->verdict == VERDICT_PASSED)
		return;
	fprintf(out, "%s%s%s\n", verdict_name(t->verdict),
		t->message && *t->message ? ": " : "",
		t->message ? t->message : "");
	if (test_is_challenge(lab, t))
		fputs("It belongs to a challenge: full marks do not need "
		      "it.\n",
			out);
	else if (t->verdict == VERDICT_SKIPPED)
		fputs("This machine could not run it. Its points are not "
		      "lost: grade again where it can.\n",
			out);
	if (r)
		put_run(out, r);
	put_advice(out, lab, t);
}

static void put_lab_trouble(FILE *out, const struct lab_result *lab)
{
	size_t i;

	if (lab->compile_error) {
		fprintf(out, "Lab %d does not compile.\n", lab->rubric->number);
		put_text(out, "The compiler says:", lab->compile_error);
	}
	for (i = 0; i < lab->refusal_count; i++)
		fprintf(out, "Lab %d was refused and sent to review: %s%s%s\n",
			lab->rubric->number,
			lab->refusals[i].file ? lab->refusals[i].file : "",
			lab->refusals[i].file ? ": " : "",
			lab->refusals[i].what);
	for (i = 0; i < lab->notes.count; i++)
		fprintf(out, "Lab %d: %s\n", lab->rubric->number,
			lab->notes.at[i]);
	if (lab->blame)
		fprintf(out, "Lab %d: %s\n", lab->rubric->number, lab->blame);
}

static void put_overview(FILE *out, const struct grading *g)
{
	struct summary all = summarise_all(g, SUMMARY_ALL);
	size_t i;

	for (i = 0; i < g->lab_count; i++)
		put_lab_trouble(out, &g->labs[i]);
	fprintf(out, "%d of %d points. ", all.score, all.max);
	put_headline(out, g);
	fputc('\n', out);
	if (!g->finished)
		fputs("This grading is not finished.\n", out);
	if (all.skipped) {
		put_skipped(out, g);
		fputc('\n', out);
	}
	put_lines(out, "Warnings:", &g->warnings);
	put_lines(out, "Files that were not taken:", &g->ignored);
}

/* What was put into @t, filtered. */
static char *finish(struct text *t)
{
	char *text = text_close(t);
	char *clean = text_clean(text);

	free(text);
	return clean;
}

char *explanation(const struct lab_result *lab, const struct test_result *t)
{
	struct text text;

	text_open(&text);
	put_explanation(text.out, lab, t);
	return finish(&text);
}

char *overview(const struct grading *g)
{
	struct text text;

	text_open(&text);
	put_overview(text.out, g);
	return finish(&text);
}

char *full_name(const struct lab_result *lab, const struct test_result *t)
{
	struct text text;

	text_open(&text);
	fprintf(text.out, "lab%d.%s.%s%s%s", lab->rubric->number,
		t->rubric->part, t->rubric->name,
		test_is_challenge(lab, t) ? " (challenge)" : "",
		test_is_hidden(t) ? " (hidden)" : "");
	return finish(&text);
}
