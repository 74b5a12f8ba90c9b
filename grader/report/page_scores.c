// SPDX-License-Identifier: MIT
#include "page.h"
#include "text.h"

/* A cell of the table: "12 of 20", and in words how many tests that is. */
static void put_cell(struct page *p, struct summary s, bool challenge)
{
	if (!s.tests) {
		fputs("<td role=\"cell\" class=\"none\">–</td>", p->out);
		return;
	}
	fputs("<td role=\"cell\">", p->out);
	if (!challenge)
		fprintf(p->out, "%d of %d ", s.score, s.max);
	fprintf(p->out, "<span class=\"count\">%d/%d test%s</span></td>",
		s.passed, s.tests, s.tests == 1 ? "" : "s");
}

/* A picture of what the row says in numbers. */
static void put_bar(struct page *p, const struct tally *t)
{
	markup(p->out,
		"<progress max=\"%d\" value=\"%d\" aria-hidden=\"true\">"
		"</progress>",
		t->max > 0 ? t->max : 1, t->score);
}

static void put_row(struct page *p, const struct lab_result *lab,
	const char *part, const char *title)
{
	bool challenge = part && summarise(lab, part, SUMMARY_CHALLENGE).tests;
	struct summary all = summarise(lab, part, SUMMARY_ALL);

	markup(p->out,
		"<tr role=\"row\" class=\"%s\"><th role=\"rowheader\" "
		"scope=\"row\">",
		part ? "of-part" : "of-lab");
	if (part)
		markup(p->out, "%s%s%s", part, *title ? ": " : "", title);
	else
		markup(p->out, "<a href=\"#lab%d\">Lab %d</a>",
			lab->rubric->number, lab->rubric->number);
	if (!part)
		put_bar(p, &lab->all);
	fputs("</th>", p->out);
	put_cell(p, summarise(lab, part, SUMMARY_PUBLIC), challenge);
	put_cell(p, summarise(lab, part, SUMMARY_HIDDEN), challenge);
	fputs("<td role=\"cell\" class=\"sum\">", p->out);
	if (challenge)
		fputs("challenge", p->out);
	else
		fprintf(p->out, "%d of %d", all.score, all.max);
	fputs("</td></tr>\n", p->out);
}

static void put_lab_rows(struct page *p, const struct lab_result *lab)
{
	const struct rubric_part *part = lab->rubric->parts;

	put_row(p, lab, NULL, NULL);
	for (; part && part->id; part++)
		put_row(p, lab, part->id, part->title ? part->title : "");
}

static void put_sentence(struct page *p,
	void (*put)(FILE *out, const struct grading *g), const char *class)
{
	char text[512] = "";
	FILE *out = fmemopen(text, sizeof(text), "w");

	if (!out)
		return;
	put(out, p->g);
	fclose(out);
	if (*text)
		markup(p->out, "<p class=\"%s\">%s</p>\n", class, text);
}

/*
 * On a phone the rows become grids, and a browser may then forget that they
 * are rows: the roles say it again, for who listens to the page.
 */
static void put_table_head(FILE *out)
{
	static const char *const columns[] = {
		"Part", "Public", "Hidden", "Points"};
	size_t i;

	fputs("<table class=\"marks\" role=\"table\">"
	      "<thead role=\"rowgroup\"><tr role=\"row\">",
		out);
	for (i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		markup(out, "<th role=\"columnheader\" scope=\"col\">%s</th>",
			columns[i]);
	fputs("</tr></thead><tbody role=\"rowgroup\">\n", out);
}

void page_scores(struct page *p)
{
	size_t i;

	fputs("<section class=\"scores\">\n<h2>Scores</h2>\n", p->out);
	put_sentence(p, put_headline, "headline");
	put_sentence(p, put_skipped, "note");
	put_table_head(p->out);
	for (i = 0; i < p->g->lab_count; i++)
		put_lab_rows(p, &p->g->labs[i]);
	fputs("</tbody></table>\n</section>\n", p->out);
}
