// SPDX-License-Identifier: MIT
#include <string.h>

#include "page.h"
#include "text.h"

/* The tests of a part, public ones first, each kind under its own heading. */
static void put_tests(struct page *p, const struct lab_result *lab,
	const char *part, enum summary_of which)
{
	struct summary s = summarise(lab, part, which);
	bool hidden = which == SUMMARY_HIDDEN;
	size_t i;

	if (!s.tests)
		return;
	markup(p->out, "<h4>%s <span class=\"count\">%d of %d pass",
		hidden ? "Hidden tests" : "Public tests", s.passed, s.tests);
	if (!summarise(lab, part, SUMMARY_CHALLENGE).tests)
		fprintf(p->out, ", %d of %d point%s", s.score, s.max,
			s.max == 1 ? "" : "s");
	fputs("</span></h4>\n", p->out);
	for (i = 0; i < lab->test_count; i++) {
		const struct test_result *t = &lab->tests[i];

		if (!strcmp(t->rubric->part, part) &&
			test_is_hidden(t) == hidden)
			page_test(p, lab, t);
	}
}

static void put_part(
	struct page *p, const struct lab_result *lab, const char *part)
{
	markup(p->out, "<section class=\"part\">\n<h3>Part %s%s%s</h3>\n", part,
		*rubric_part_title(lab->rubric, part) ? ": " : "",
		rubric_part_title(lab->rubric, part));
	put_tests(p, lab, part, SUMMARY_PUBLIC);
	put_tests(p, lab, part, SUMMARY_HIDDEN);
	fputs("</section>\n", p->out);
}

/* Parts stand in the order of their first test. */
static bool is_first_of_part(const struct lab_result *lab, size_t at)
{
	size_t i;

	for (i = 0; i < at; i++)
		if (!strcmp(lab->tests[i].rubric->part,
			    lab->tests[at].rubric->part))
			return false;
	return true;
}

static void put_notes(struct page *p, const struct lab_result *lab)
{
	size_t i;

	for (i = 0; i < lab->notes.count; i++)
		markup(p->out, "<p class=\"note\">%s</p>\n", lab->notes.at[i]);
	if (lab->blame)
		markup(p->out, "<p class=\"note\">%s</p>\n", lab->blame);
	else if (lab->blamed_lab)
		markup(p->out,
			"<p class=\"note\">The fault lies in your lab %d, not "
			"here.</p>\n",
			lab->blamed_lab);
}

void page_lab(struct page *p, const struct lab_result *lab)
{
	size_t i;

	markup(p->out,
		"<section class=\"lab\" id=\"lab%d\">\n"
		"<h2>Lab %d: %s <span class=\"count\">%d of %d</span></h2>\n",
		lab->rubric->number, lab->rubric->number, lab->rubric->title,
		lab->all.score, lab->all.max);
	put_notes(p, lab);
	for (i = 0; i < lab->test_count; i++)
		if (is_first_of_part(lab, i))
			put_part(p, lab, lab->tests[i].rubric->part);
	fputs("</section>\n", p->out);
}
