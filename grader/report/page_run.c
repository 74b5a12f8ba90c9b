// SPDX-License-Identifier: MIT
#include <string.h>

#include "page.h"
#include "text.h"

void page_block(struct page *p, const char *heading, const char *text)
{
	if (text && *text)
		markup(p->out,
			"<h5>%s</h5>\n<pre tabindex=\"0\"><code>%s</code>"
			"</pre>\n",
			heading, text);
}

/* A value of several lines keeps them; NULL stands for none. */
static void put_value(FILE *out, const char *term, const char *value)
{
	if (value)
		markup(out, "<dt>%s</dt><dd><code>%s</code></dd>\n", term,
			value);
}

static void put_failure(FILE *out, const struct failure *f)
{
	fputs("<dl class=\"failure\">\n", out);
	put_value(out, "Expected", f->expected);
	put_value(out, "Actual", f->actual);
	put_value(out, "Check", f->what);
	if (f->file)
		markup(out, "<dt>Where</dt><dd><code>%s:%d</code></dd>\n",
			f->file, f->line);
	fputs("</dl>\n", out);
}

static void put_steps(struct page *p, const struct lines *steps)
{
	size_t i;

	if (!steps->count)
		return;
	fputs("<h5>The steps that led there</h5>\n<ol class=\"lines\">\n",
		p->out);
	for (i = 0; i < steps->count; i++)
		markup(p->out, "<li>%s</li>\n", steps->at[i]);
	fputs("</ol>\n", p->out);
}

static void put_where(struct page *p, const struct lines *where)
{
	size_t i;

	if (!where->count)
		return;
	fputs("<h5>Where it was, innermost first</h5>\n"
	      "<ol class=\"lines\">\n",
		p->out);
	for (i = 0; i < where->count; i++)
		markup(p->out, "<li><code>%s</code></li>\n", where->at[i]);
	fputs("</ol>\n", p->out);
}

static const char *report_heading(const struct run *r)
{
	if (r->build == BUILD_ASAN)
		return "What the sanitizer says";
	return "What the run reported";
}

void page_run(struct page *p, const struct run *r)
{
	size_t i;

	for (i = 0; i < r->failure_count; i++)
		put_failure(p->out, &r->failures[i]);
	put_steps(p, &r->steps);
	put_where(p, &r->where);
	page_block(p, "Who waits for what", r->stuck);
	page_block(p, report_heading(r), r->report);
	page_story(p, r->story);
	if (r->schedule)
		markup(p->out,
			"<p class=\"quiet\">This schedule replays with "
			"<code>%s</code>.</p>\n",
			r->schedule);
	if (r->output && *r->output)
		markup(p->out,
			"<details class=\"more\"><summary>What it printed"
			"</summary>\n<pre tabindex=\"0\"><code>%s</code></pre>"
			"</details>\n",
			r->output);
}
