// SPDX-License-Identifier: MIT
#include <string.h>

#include "page.h"
#include "text.h"

static const char *build_in_words(enum build b)
{
	switch (b) {
	case BUILD_PLAIN:
		return "plain";
	case BUILD_ASAN:
		return "with sanitizers";
	case BUILD_EXPLORE:
		return "under the explorer";
	default:
		return build_name(b);
	}
}

static void put_runs(struct page *p, const struct test_result *t)
{
	size_t i;

	if (!t->run_count)
		return;
	fputs("<p class=\"quiet\">Run ", p->out);
	for (i = 0; i < t->run_count; i++)
		markup(p->out, "%s%s: %s, %u ms, %u MB", i ? "; " : "",
			build_in_words(t->runs[i].build),
			verdict_name(t->runs[i].verdict), t->runs[i].wall_ms,
			(t->runs[i].memory_kb + 1023) / 1024);
	fputs(".</p>\n", p->out);
}

static const char *hint_name(int i)
{
	static const char *const names[RUBRIC_HINTS] = {
		"Hint 1: the idea", "Hint 2: the place", "Hint 3: the step"};

	return names[i];
}

/* The first stands open; each further one is folded inside the one before. */
static void put_hints(struct page *p, const struct rubric_test *t)
{
	int i, open = 0;

	if (!t->hints[0])
		return;
	markup(p->out, "<h5>%s</h5>\n<p>%s</p>\n", hint_name(0), t->hints[0]);
	for (i = 1; i < RUBRIC_HINTS && t->hints[i]; i++, open++)
		markup(p->out,
			"<details class=\"more\"><summary>%s</summary>\n"
			"<p>%s</p>\n",
			hint_name(i), t->hints[i]);
	while (open--)
		fputs("</details>\n", p->out);
}

static const char *in_other_words(enum verdict v)
{
	switch (v) {
	case VERDICT_NOT_STARTED:
		return "The part it tests is still as it was handed out.";
	case VERDICT_BLOCKED:
		return "It was not run: it builds on a test that does not "
		       "pass yet.";
	case VERDICT_SKIPPED:
		return "It was not run: this machine lacks something. Its "
		       "points are not lost.";
	case VERDICT_REFUSED:
		return "The code did what it may not. It was sent to review; "
		       "a person looks at it.";
	case VERDICT_PENDING:
		return "It has not been judged yet.";
	default:
		return NULL;
	}
}

static void put_parent(struct page *p, const struct lab_result *lab,
	const struct test_result *t)
{
	const char *parent = t->rubric->parent;

	if (t->verdict != VERDICT_BLOCKED || !parent)
		return;
	markup(p->out, "<p>First make <a href=\"#lab%d.%s\">%s</a> pass.</p>\n",
		lab->rubric->number, parent, parent);
}

static void put_trouble(struct page *p, const struct lab_result *lab,
	const struct test_result *t)
{
	const struct run *r = telling_run(t);
	const char *words = in_other_words(t->verdict);

	if (words)
		markup(p->out, "<p>%s</p>\n", words);
	put_parent(p, lab, t);
	if (r)
		page_run(p, r);
}

static void put_body(struct page *p, const struct lab_result *lab,
	const struct test_result *t)
{
	bool passed = t->verdict == VERDICT_PASSED;

	markup(p->out, "<p class=\"property\">%s</p>\n", t->rubric->property);
	if (!passed)
		put_trouble(p, lab, t);
	page_graphs(p, t);
	if (!passed)
		put_hints(p, t->rubric);
	page_handout(p, lab, t->rubric->section);
	page_command(p, t->again);
	page_trace_links(p, t);
	put_runs(p, t);
}

static const char *class_of(enum verdict v)
{
	switch (v) {
	case VERDICT_PASSED:
		return "good";
	case VERDICT_FAILED:
	case VERDICT_CRASHED:
	case VERDICT_TIMED_OUT:
	case VERDICT_REFUSED:
		return "bad";
	default:
		return "open";
	}
}

static const char *sign_of(enum verdict v)
{
	switch (v) {
	case VERDICT_PASSED:
		return "✓";
	case VERDICT_NOT_STARTED:
	case VERDICT_PENDING:
		return "○";
	case VERDICT_BLOCKED:
	case VERDICT_SKIPPED:
		return "–";
	default:
		return "✗";
	}
}

void page_badge(struct page *p, enum verdict v)
{
	markup(p->out,
		"<span class=\"badge %s\"><span aria-hidden=\"true\">%s"
		"</span> %s</span>",
		class_of(v), sign_of(v), verdict_name(v));
}

void page_test(struct page *p, const struct lab_result *lab,
	const struct test_result *t)
{
	markup(p->out, "<details class=\"test %s\" id=\"",
		class_of(t->verdict));
	page_anchor(p, lab, t);
	markup(p->out, "\"%s>\n<summary>", p->next.test == t ? " open" : "");
	page_badge(p, t->verdict);
	fputs("<span class=\"name\">", p->out);
	page_name(p, t->rubric->name);
	fputs("</span><span class=\"points\">", p->out);
	if (test_is_challenge(lab, t))
		fputs("challenge", p->out);
	else
		fprintf(p->out, "%d of %d", t->points, t->rubric->points);
	fputs("</span>", p->out);
	if (t->message && *t->message)
		markup(p->out, "<span class=\"message\">%s</span>", t->message);
	fputs("</summary>\n<div class=\"body\">\n", p->out);
	put_body(p, lab, t);
	fputs("</div>\n</details>\n", p->out);
}
