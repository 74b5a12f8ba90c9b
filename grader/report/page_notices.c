// SPDX-License-Identifier: MIT
/*
 * What a reader should know that is no test: what was refused, what was left
 * out, what the machine lacks, and how it was graded.
 */
#include "page.h"
#include "text.h"

static void put_items(
	struct page *p, const char *heading, const struct lines *lines)
{
	size_t i;

	if (!lines->count)
		return;
	markup(p->out, "<h3>%s</h3>\n<ul class=\"lines\">\n", heading);
	for (i = 0; i < lines->count; i++)
		markup(p->out, "<li>%s</li>\n", lines->at[i]);
	fputs("</ul>\n", p->out);
}

static void put_refusals(struct page *p, const struct lab_result *lab)
{
	size_t i;

	if (!lab->refusal_count)
		return;
	markup(p->out,
		"<h3>Lab %d: refused and sent to review</h3>\n"
		"<p>The code does what a solution may not. A person looks at "
		"it; until then it earns nothing.</p>\n"
		"<ul class=\"lines\">\n",
		lab->rubric->number);
	for (i = 0; i < lab->refusal_count; i++)
		markup(p->out, "<li>%s%s%s</li>\n",
			lab->refusals[i].file ? lab->refusals[i].file : "",
			lab->refusals[i].file ? ": " : "",
			lab->refusals[i].what);
	fputs("</ul>\n", p->out);
}

static bool anything(const struct grading *g)
{
	size_t i;

	for (i = 0; i < g->lab_count; i++)
		if (g->labs[i].refusal_count)
			return true;
	return g->warnings.count || g->ignored.count || !g->finished;
}

void page_notices(struct page *p)
{
	size_t i;

	if (!anything(p->g))
		return;
	fputs("<section class=\"notices\">\n<h2>Please note</h2>\n", p->out);
	if (!p->g->finished)
		fputs("<p class=\"note\">This grading is not finished: what is "
		      "pending counts as nothing yet.</p>\n",
			p->out);
	for (i = 0; i < p->g->lab_count; i++)
		put_refusals(p, &p->g->labs[i]);
	put_items(p, "Warnings", &p->g->warnings);
	put_items(p, "Files that were not taken", &p->g->ignored);
	fputs("</section>\n", p->out);
}

void page_facts(struct page *p)
{
	const struct grading *g = p->g;

	markup(p->out,
		"<footer>\n<p>Graded %s, on %s, in sandbox “%s”, in "
		"%u.%u s. Files taken: <code>%s</code>. The same as data: "
		"<a href=\"results.json\">results.json</a></p>\n</footer>\n",
		g->submission,
		g->own_stack ? "its own lower labs" : "the reference",
		g->sandbox, g->wall_ms / 1000, g->wall_ms / 100 % 10, g->hash);
}
