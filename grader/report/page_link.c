// SPDX-License-Identifier: MIT
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "page.h"
#include "svg.h"
#include "text.h"

enum {
	MAX_DRAWING = 2 << 20,
	MAX_HANDOUT = 1 << 20,
};

/* A path as part of an address: no scheme, query or quote can come of it. */
static void put_path(FILE *out, const char *path)
{
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;

		if (isalnum(c) || strchr("-._~/", c))
			fputc(c, out);
		else
			fprintf(out, "%%%02X", c);
	}
}

void page_anchor(struct page *p, const struct lab_result *lab,
	const struct test_result *t)
{
	markup(p->out, "lab%d.%s", lab->rubric->number, t->rubric->name);
}

void page_name(struct page *p, const char *name)
{
	size_t length;

	for (; *name; name += length) {
		uint32_t c = text_decode(name, &length);

		text_put_markup_char(p->out, c);
		if (c == '_')
			fputs("<wbr>", p->out);
	}
}

struct heading {
	int line;
	char *text; /* without the marks; for free() */
};

/* The heading of the handout in @text that @section is the beginning of. */
static struct heading find_heading(const char *text, const char *section)
{
	struct heading found = {0};
	size_t n = strlen(section);
	int line = 1;

	while (*text) {
		size_t length = strcspn(text, "\n");
		size_t marks = strspn(text, "#");
		const char *at = text + marks + strspn(text + marks, " ");

		if (marks && !strncasecmp(at, section, n) &&
			!isalnum((unsigned char)at[n])) {
			found.line = line;
			found.text = strndup(at, (size_t)(text + length - at));
			return found;
		}
		line++;
		text += length + (text[length] == '\n');
	}
	return found;
}

/* The fragment by which a rendered handout knows a heading. */
static void put_fragment(FILE *out, const char *heading)
{
	for (; *heading; heading++) {
		unsigned char c = (unsigned char)*heading;

		if (isalnum(c) || c == '-' || c == '_')
			fputc(tolower(c), out);
		else if (c == ' ')
			fputc('-', out);
	}
}

static void put_handout_link(
	struct page *p, const char *file, const char *text, const char *section)
{
	struct heading h = find_heading(text, section);

	fputs("<p><a href=\"", p->out);
	put_path(p->out, p->to_tree);
	fputc('/', p->out);
	put_path(p->out, file);
	if (h.text) {
		fputc('#', p->out);
		put_fragment(p->out, h.text);
		markup(p->out, "\">%s, line %d: “%s”</a></p>\n", file, h.line,
			h.text);
	} else {
		markup(p->out, "\">%s, “%s”</a></p>\n", file, section);
	}
	free(h.text);
}

void page_handout(
	struct page *p, const struct lab_result *lab, const char *section)
{
	char *file = NULL, *text = NULL;
	size_t size;

	if (!section || !*section)
		return;
	if (asprintf(&file, "%s/README.md", lab->rubric->folder) < 0)
		return;
	fputs("<h5>In the handout</h5>\n", p->out);
	if (p->to_tree && !file_read(p->tree, file, MAX_HANDOUT, &text, &size))
		put_handout_link(p, file, text, section);
	else
		markup(p->out, "<p>%s, “%s”</p>\n", file, section);
	free(text);
	free(file);
}

void page_command(struct page *p, const char *command)
{
	if (command && *command)
		markup(p->out,
			"<h5>Run it again</h5>\n"
			"<pre class=\"command\"><code>%s</code></pre>\n",
			command);
}

void page_trace_links(struct page *p, const struct test_result *t)
{
	char *data = NULL;
	size_t size;
	int error;

	if (!t->chrome)
		return;
	/* Only a file that is really there is worth a link. */
	error = file_read(p->dir, t->chrome, 0, &data, &size);
	free(data);
	if (error && error != -EFBIG)
		return;
	fputs("<h5>The whole trace</h5>\n<p><a download href=\"", p->out);
	put_path(p->out, t->chrome);
	markup(p->out,
		"\">%s</a>: save it, open "
		"<a rel=\"noreferrer\" href=\"https://ui.perfetto.dev/\">"
		"ui.perfetto.dev</a> and drop the file there. It is read in "
		"your browser and sent nowhere.</p>\n",
		t->chrome);
}

static int put_drawing(struct page *p, const struct test_result *t,
	const char *svg, size_t size)
{
	char prefix[32];
	char *drawing;

	snprintf(prefix, sizeof(prefix), "drawing%u", p->drawings++);
	drawing = svg_clean(svg, size, prefix, t->rubric->name);
	if (!drawing)
		return -EILSEQ;
	fprintf(p->out, "<figure class=\"graph\" tabindex=\"0\">%s</figure>\n",
		drawing);
	free(drawing);
	return 0;
}

/* In place of a drawing, why there is none. */
static void put_no_drawing(struct page *p, const char *file, int error)
{
	if (error == -EFBIG) {
		fputs("<p>The drawing is too large for this page: <a href=\"",
			p->out);
		put_path(p->out, file);
		markup(p->out, "\">%s</a></p>\n", file);
		return;
	}
	markup(p->out, "<p>The drawing %s cannot be shown: %s.</p>\n", file,
		error == -EILSEQ ? "it is not well-formed" : strerror(-error));
}

static void put_graph(struct page *p, const struct test_result *t,
	const char *title, const char *file)
{
	char *svg;
	size_t size;
	int error;

	if (!file)
		return;
	markup(p->out, "<h5>%s</h5>\n", title);
	error = file_read(p->dir, file, MAX_DRAWING, &svg, &size);
	if (!error)
		error = put_drawing(p, t, svg, size);
	free(svg);
	if (error)
		put_no_drawing(p, file, error);
}

void page_graphs(struct page *p, const struct test_result *t)
{
	put_graph(p, t, "What happened, drawn", t->graph);
	put_graph(p, t, "Beside what should have happened", t->diff);
}
