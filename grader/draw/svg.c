// SPDX-License-Identifier: MIT
/*
 * From Graphviz's SVG to one that can stand in a page.
 *
 * The input is what our own libgvc wrote, tag by tag; what came from a trace
 * is in it only as escaped text and attribute values, and stays so. Black ink
 * becomes currentColor, so it follows the page into dark mode; the anchors
 * that Graphviz makes of tooltips become <title>s.
 */
#include <stdlib.h>
#include <string.h>

#include "sketch.h"

struct finisher {
	FILE *out;
	const char *prefix;
	bool standalone;
	bool in_title; /* Graphviz's own titles are names of no meaning */
};

static bool starts(const char *at, const char *with)
{
	return !strncmp(at, with, strlen(with));
}

/* The value of @attribute in the tag at @tag; its length in *@length. */
static const char *value_of(
	const char *tag, const char *end, const char *attribute, size_t *length)
{
	const char *at = memmem(
		tag, (size_t)(end - tag), attribute, strlen(attribute));
	const char *quote;

	if (!at)
		return NULL;
	at += strlen(attribute);
	quote = memchr(at, '"', (size_t)(end - at));
	if (!quote)
		return NULL;
	*length = (size_t)(quote - at);
	return at;
}

static void open_svg(struct finisher *f, const char *tag, const char *end)
{
	static const char *const kept[] = {
		" width=\"", " height=\"", " viewBox=\""};
	size_t i, length;

	if (f->standalone)
		fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", f->out);
	fprintf(f->out, "<svg id=\"%s\" class=\"co-graph\" role=\"img\"",
		f->prefix);
	for (i = 0; i < sizeof(kept) / sizeof(*kept); i++) {
		const char *v = value_of(tag, end, kept[i], &length);

		if (v)
			fprintf(f->out, "%s%.*s\"", kept[i], (int)length, v);
	}
	fputs(" xmlns=\"http://www.w3.org/2000/svg\">\n", f->out);
	if (f->standalone)
		fprintf(f->out,
			"<style>#%s{color:#1f2328}"
			"@media (prefers-color-scheme:dark)"
			"{#%s{color:#e6edf3}}</style>\n",
			f->prefix, f->prefix);
}

/* Copy a tag, with ink in the page's colour. */
static void copy_tag(struct finisher *f, const char *tag, const char *end)
{
	static const char *const inks[][2] = {
		{"=\"black\"", "=\"currentColor\""},
		{"=\"transparent\"", "=\"none\""},
		{"&#45;", "-"}, /* harmless outside comments, and shorter */
	};
	bool text = starts(tag, "<text ");
	size_t i;

	while (tag < end) {
		for (i = 0; i < sizeof(inks) / sizeof(*inks); i++)
			if (starts(tag, inks[i][0]))
				break;
		if (i < sizeof(inks) / sizeof(*inks)) {
			fputs(inks[i][1], f->out);
			tag += strlen(inks[i][0]);
			continue;
		}
		fputc(*tag++, f->out);
		if (text && *tag == ' ') {
			text = false;
			if (!memmem(tag, (size_t)(end - tag), " fill=", 6))
				fputs(" fill=\"currentColor\"", f->out);
		}
	}
}

static void open_anchor(struct finisher *f, const char *tag, const char *end)
{
	size_t length;
	const char *tip = value_of(tag, end, " xlink:title=\"", &length);

	fputs("<g>", f->out);
	if (tip)
		fprintf(f->out, "<title>%.*s</title>", (int)length, tip);
}

static void one_tag(struct finisher *f, const char *tag, const char *end)
{
	if (starts(tag, "<?") || starts(tag, "<!"))
		return;
	if (starts(tag, "<title>"))
		f->in_title = true;
	else if (starts(tag, "</title>"))
		f->in_title = false;
	else if (starts(tag, "<svg"))
		open_svg(f, tag, end);
	else if (starts(tag, "<a "))
		open_anchor(f, tag, end);
	else if (starts(tag, "</a>"))
		fputs("</g>", f->out);
	else if (starts(tag, "<g id=\"a_"))
		fputs("<g>", f->out);
	else
		copy_tag(f, tag, end);
}

/* Where the tag, comment or text at @at ends. */
static const char *end_of(const char *at)
{
	const char *end;

	if (starts(at, "<!--")) {
		end = strstr(at, "-->");
		return end ? end + 3 : at + strlen(at);
	}
	if (*at != '<')
		return at + strcspn(at, "<");
	end = strchr(at, '>');
	return end ? end + 1 : at + strlen(at);
}

char *draw_finish_svg(const char *raw, const char *prefix, bool standalone)
{
	struct finisher f = {.prefix = prefix, .standalone = standalone};
	const char *at = strstr(raw, "<svg");
	char *svg = NULL;
	size_t size;

	f.out = open_memstream(&svg, &size);
	if (!f.out)
		return NULL;
	while (at && *at) {
		const char *end = end_of(at);

		if (*at == '<')
			one_tag(&f, at, end);
		else if (!f.in_title)
			fwrite(at, 1, (size_t)(end - at), f.out);
		at = end;
	}
	if (fclose(f.out)) {
		free(svg);
		return NULL;
	}
	return svg;
}
