// SPDX-License-Identifier: MIT
#include <string.h>

#include "page.h"
#include "text.h"

void page_errors(struct page *p)
{
	size_t i;

	for (i = 0; i < p->g->lab_count; i++) {
		const struct lab_result *lab = &p->g->labs[i];

		if (lab->compile_error)
			markup(p->out,
				"<section class=\"box bad\">\n"
				"<h2>Lab %d does not compile</h2>\n"
				"<p>So none of its tests could run. This is "
				"what the compiler says; the first error "
				"often causes the others.</p>\n"
				"<pre tabindex=\"0\"><code>%s</code></pre>\n"
				"</section>\n",
				lab->rubric->number, lab->compile_error);
	}
}

static void put_next_test(struct page *p)
{
	const struct test_result *t = p->next.test;

	fputs("<p>Make <a href=\"#", p->out);
	page_anchor(p, p->next.lab, t);
	fputs("\">", p->out);
	page_name(p, t->rubric->name);
	markup(p->out, "</a> pass (lab %d, part %s, ",
		p->next.lab->rubric->number, t->rubric->part);
	if (p->next.kind == NEXT_CHALLENGE)
		fputs("a challenge", p->out);
	else
		fprintf(p->out, "%d point%s", t->rubric->points,
			t->rubric->points == 1 ? "" : "s");
	fprintf(p->out, "%s).</p>\n",
		test_is_hidden(t) ? ", a hidden test" : "");
	markup(p->out, "<p class=\"property\">%s</p>\n", t->rubric->property);
	fputs("<p>", p->out);
	page_badge(p, t->verdict);
	markup(p->out, " %s</p>\n", t->message);
	if (t->rubric->hints[0])
		markup(p->out, "<p>Hint: %s</p>\n", t->rubric->hints[0]);
	if (t->again && *t->again)
		markup(p->out, "<pre class=\"command\"><code>%s</code></pre>\n",
			t->again);
}

/* The name of the file in the first line of @text that says "error:". */
static size_t first_error(const char *text, const char **at)
{
	const char *found = strstr(text, "error:");

	*at = text;
	if (!found)
		return strcspn(text, "\n");
	while (found > text && found[-1] != '\n')
		found--;
	*at = found;
	return strcspn(found, "\n");
}

static void put_next_compile(struct page *p)
{
	const char *at;
	char line[400];
	size_t n = first_error(p->next.lab->compile_error, &at);

	snprintf(line, sizeof(line), "%.*s", (int)n, at);
	markup(p->out,
		"<p>Make lab %d compile. The first error:</p>\n"
		"<pre class=\"wrap\"><code>%s</code></pre>\n",
		p->next.lab->rubric->number, line);
}

static void put_next_refusal(struct page *p)
{
	const struct refusal *r = &p->next.lab->refusals[0];

	markup(p->out,
		"<p>Remove from %s what a solution of lab %d may not do: it "
		"%s.</p>\n",
		r->file ? r->file : "your code", p->next.lab->rubric->number,
		r->what);
}

static void put_next_words(struct page *p)
{
	switch (p->next.kind) {
	case NEXT_COMPILE:
		put_next_compile(p);
		break;
	case NEXT_REFUSAL:
		put_next_refusal(p);
		break;
	case NEXT_TEST:
		put_next_test(p);
		break;
	case NEXT_WAIT:
		fputs("<p>Wait, or grade again: nothing failed so far, but not "
		      "everything was judged.</p>\n",
			p->out);
		break;
	case NEXT_ENVIRONMENT:
		fputs("<p>Grade again on a machine that can run the skipped "
		      "tests. Nothing else is left.</p>\n",
			p->out);
		break;
	case NEXT_CHALLENGE:
		fputs("<p>Everything that is worth a point is done. Go on with "
		      "the next lab; or take up the challenge of this one, for "
		      "no points.</p>\n",
			p->out);
		put_next_test(p);
		break;
	case NEXT_NOTHING:
		fputs(p->g->lab_count
				? "<p>Nothing: every test passes, public and "
				  "hidden. Go on with the next lab, or look at "
				  "the drawings of what your code does.</p>\n"
				: "<p>Nothing was graded.</p>\n",
			p->out);
		break;
	}
}

void page_next(struct page *p)
{
	fputs("<section class=\"box next\">\n<h2>What to do next</h2>\n",
		p->out);
	put_next_words(p);
	fputs("</section>\n", p->out);
}
