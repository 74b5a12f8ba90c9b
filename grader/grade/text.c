// SPDX-License-Identifier: MIT
#include <string.h>
#include <unistd.h>

#include "text.h"

enum {
	MAX_SHOWN = 3, /* of what follows from something else */
};

static void indent(FILE *out, const char *prefix, const char *text)
{
	while (text && *text) {
		size_t n = strcspn(text, "\n");

		fprintf(out, "%s%.*s\n", prefix, (int)n, text);
		text += n + (text[n] == '\n');
	}
}

/* One test. */

static void write_failures(FILE *out, const struct run *r)
{
	size_t i;

	for (i = 0; i < r->failure_count; i++) {
		const struct failure *f = &r->failures[i];

		/* The first ones tell; the others follow from them. */
		if (i == MAX_SHOWN) {
			fprintf(out, "    and %zu more checks\n",
				r->failure_count - i);
			return;
		}

		if (f->file)
			fprintf(out, "    check      %s:%d: %s\n", f->file,
				f->line, f->what);
		fprintf(out, "    expected   %s\n    actual     %s\n",
			f->expected, f->actual);
	}
}

static void write_lines(FILE *out, const char *title, const struct lines *l)
{
	size_t i;

	for (i = 0; i < l->count; i++)
		fprintf(out, "    %-10s %s\n", i ? "" : title, l->at[i]);
}

static void write_block(FILE *out, const char *title, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(out, "    %s\n", title);
	indent(out, "      ", text);
}

static void write_run(FILE *out, const struct run *r)
{
	write_failures(out, r);
	write_lines(out, "steps", &r->steps);
	if (!r->report)
		write_lines(out, "where", &r->where);
	write_block(out, "sanitizer", r->report);
	write_block(out, "schedule, step by step", r->story);
	write_block(out,
		r->verdict == VERDICT_TIMED_OUT || r->story
			? "who waits for what"
			: "tasks that had not ended",
		r->stuck);
	if (!r->report)
		write_block(out, "it printed", r->output);
	if (r->trace)
		fprintf(out, "    trace      %s\n", r->trace);
}

static void write_hints(
	FILE *out, const struct rubric_test *t, const struct options *o)
{
	int i, last = o->hint > 1 ? o->hint : 1;

	for (i = 0; i < last && i < RUBRIC_HINTS && t->hints[i]; i++)
		fprintf(out, "    hint %d     %s\n", i + 1, t->hints[i]);
}

void text_test(FILE *out, const struct lab_result *lab,
	const struct test_result *test, const struct options *o)
{
	const struct rubric_test *t = test->rubric;

	fprintf(out, "\n  lab%d.%s: %s%s\n", lab->rubric->number, t->name,
		verdict_name(test->verdict),
		t->visibility == RUBRIC_HIDDEN ? " (hidden)" : "");
	if (t->property)
		fprintf(out, "    property   %s\n", t->property);
	if (*test->message)
		fprintf(out, "    why        %s\n", test->message);
	if (test->decisive)
		write_run(out, test->decisive);
	if (test->graph)
		fprintf(out, "    graph      %s\n", test->graph);
	if (test->diff)
		fprintf(out, "    compared   %s\n", test->diff);
	if (t->section)
		fprintf(out, "    read       %s/README.md, %s\n",
			lab->rubric->folder, t->section);
	write_hints(out, t, o);
	if (test->again)
		fprintf(out, "    again      %s\n", test->again);
}

/* A lab. */

static bool needs_words(const struct test_result *t)
{
	return t->verdict == VERDICT_FAILED || t->verdict == VERDICT_CRASHED ||
	       t->verdict == VERDICT_TIMED_OUT ||
	       (t->verdict == VERDICT_REFUSED && t->decisive);
}

static bool is_challenge(
	const struct lab_result *lab, const struct test_result *t)
{
	return rubric_is_challenge(lab->rubric, t->rubric);
}

static void write_row(
	FILE *out, const struct lab_result *lab, const struct test_result *t)
{
	bool why = t->verdict == VERDICT_BLOCKED ||
		   t->verdict == VERDICT_SKIPPED;

	fprintf(out, "  %-11s ", verdict_name(t->verdict));
	if (is_challenge(lab, t))
		fputs("challenge", out);
	else
		fprintf(out, "%3d/%-3d", t->points, t->rubric->points);
	fprintf(out, " %s  %s%s%s%s\n", t->rubric->part, t->rubric->name,
		t->rubric->visibility == RUBRIC_HIDDEN ? " (hidden)" : "",
		why ? ": " : "", why ? t->message : "");
}

/* How many from @first on are blocked, one after the other in one part. */
static size_t blocked_in_a_row(const struct lab_result *lab, size_t first)
{
	const char *part = lab->tests[first].rubric->part;
	size_t i = first;

	while (i < lab->test_count &&
		lab->tests[i].verdict == VERDICT_BLOCKED &&
		!strcmp(lab->tests[i].rubric->part, part))
		i++;
	return i - first;
}

/* Who has not begun is told so in a few lines, not in a hundred. */
static void write_blocked(
	FILE *out, const struct lab_result *lab, size_t first, size_t n)
{
	const struct test_result *t = &lab->tests[first];
	int points = 0;
	size_t i;

	for (i = 0; i < n; i++)
		points += t[i].rubric->points;
	fprintf(out, "  %-11s ", verdict_name(VERDICT_BLOCKED));
	if (is_challenge(lab, t))
		fputs("challenge", out);
	else
		fprintf(out, "%3d/%-3d", 0, points);
	fprintf(out, " %s  %zu tests: others must pass first\n",
		t->rubric->part, n);
}

static void write_table(FILE *out, const struct lab_result *lab)
{
	size_t i, n;

	for (i = 0; i < lab->test_count; i += n) {
		n = blocked_in_a_row(lab, i);
		if (n > MAX_SHOWN) {
			write_blocked(out, lab, i, n);
			continue;
		}
		n = 1;
		if (lab->tests[i].verdict != VERDICT_PENDING)
			write_row(out, lab, &lab->tests[i]);
	}
}

static void write_parts(FILE *out, const struct lab_result *lab)
{
	const struct rubric_part *p;

	for (p = lab->rubric->parts; p && p->id; p++) {
		struct tally t = lab_tally_part(lab, p->id);

		if (t.tests && lab->rubric->challenge &&
			!strcmp(lab->rubric->challenge, p->id))
			fprintf(out, "  part %s  %s: %d of %d tests\n", p->id,
				p->title, t.passed, t.tests);
		else if (t.tests)
			fprintf(out, "  part %s  %3d/%-3d %s\n", p->id, t.score,
				t.max, p->title);
	}
}

static void write_not_started(FILE *out, const struct lab_result *lab)
{
	bool done = lab->all.score == RUBRIC_MAX_POINTS;
	size_t i;

	/* One next thing to do is enough. */
	for (i = 0; i < lab->test_count; i++) {
		const struct test_result *t = &lab->tests[i];

		/* A challenge only when nothing else is left. */
		if (t->verdict != VERDICT_NOT_STARTED ||
			(is_challenge(lab, t) && !done))
			continue;
		fprintf(out, "\n  next: %s\n        %s/README.md, %s\n",
			t->message, lab->rubric->folder,
			t->rubric->section ? t->rubric->section : "");
		return;
	}
}

static void write_refusals(FILE *out, const struct lab_result *lab)
{
	size_t i;

	if (!lab->refusal_count)
		return;
	fputs("  refused, and sent to review:\n", out);
	for (i = 0; i < lab->refusal_count; i++)
		fprintf(out, "    %s %s\n",
			lab->refusals[i].file ? lab->refusals[i].file : "?",
			lab->refusals[i].what);
}

static void write_lab(
	FILE *out, const struct lab_result *lab, const struct options *o)
{
	size_t i;

	fprintf(out, "\nlab%d  %s\n", lab->rubric->number, lab->rubric->title);
	if (lab->compile_error) {
		fputs("  does not compile:\n\n", out);
		indent(out, "", lab->compile_error);
		fputc('\n', out);
	}
	write_refusals(out, lab);
	for (i = 0; i < lab->notes.count; i++)
		fprintf(out, "  note: %s\n", lab->notes.at[i]);
	/* "Does not compile" is said once, not at every test. */
	if (!lab->compile_error && !lab->refusal_count) {
		write_table(out, lab);
		for (i = 0; i < lab->test_count; i++)
			if (needs_words(&lab->tests[i]))
				text_test(out, lab, &lab->tests[i], o);
		write_not_started(out, lab);
	}
	if (lab->blame)
		fprintf(out, "\n  %s\n", lab->blame);
	fputc('\n', out);
	write_parts(out, lab);
}

static void write_score(FILE *out, const char *name, const struct lab_result *l)
{
	fprintf(out, "%s: %d/%d", name, l->all.score, l->all.max);
	if (l->hidden.tests)
		fprintf(out, "  (public %d/%d, hidden %d/%d)", l->open.score,
			l->open.max, l->hidden.score, l->hidden.max);
	if (l->all.skipped)
		fprintf(out, "  %d points could not be graded here",
			l->all.skipped);
	fputc('\n', out);
}

static void write_list(FILE *out, const char *title, const struct lines *l)
{
	size_t i;

	if (l->count)
		fprintf(out, "%s\n", title);
	for (i = 0; i < l->count; i++)
		fprintf(out, "  %s\n", l->at[i]);
}

void text_write(FILE *out, const struct grading *g, const struct options *o)
{
	size_t i;

	write_list(out, "warning:", &g->warnings);
	write_list(out,
		"ignored (a submission brings only the files that a "
		"lab names):",
		&g->ignored);
	for (i = 0; i < g->lab_count; i++)
		write_lab(out, &g->labs[i], o);
	fputc('\n', out);
	for (i = 0; i < g->lab_count; i++) {
		char name[16];

		snprintf(
			name, sizeof(name), "lab%d", g->labs[i].rubric->number);
		write_score(out, name, &g->labs[i]);
	}
	if (g->lab_count > 1)
		fprintf(out, "all: %d/%d\n", g->all.score, g->all.max);
	if (!g->finished)
		fputs("interrupted: `--resume` goes on from here\n", out);
}

void text_progress(const struct grading *g, const char *what)
{
	int done = 0, all = 0;
	size_t i, k;

	if (!isatty(STDERR_FILENO))
		return;
	for (i = 0; i < g->lab_count; i++)
		for (k = 0; k < g->labs[i].test_count; k++) {
			all++;
			done += g->labs[i].tests[k].verdict != VERDICT_PENDING;
		}
	if (*what)
		fprintf(stderr, "\r\033[K[%d/%d] %s", done, all, what);
	else
		fputs("\r\033[K", stderr);
	fflush(stderr);
}
