// SPDX-License-Identifier: MIT
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "svg.h"
#include "text.h"

enum {
	MAX_DEPTH = 64,
	MAX_NAME = 24,
};

static const char *const elements[] = {"svg", "g", "title", "desc", "text",
	"tspan", "path", "polygon", "polyline", "line", "rect", "circle",
	"ellipse", "defs", "marker", "pattern", "clipPath", NULL};

static const char *const attributes[] = {"width", "height", "viewBox",
	"preserveAspectRatio", "transform", "d", "points", "x", "y", "x1", "y1",
	"x2", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "fill",
	"fill-opacity", "fill-rule", "stroke", "stroke-width",
	"stroke-dasharray", "stroke-linecap", "stroke-linejoin",
	"stroke-opacity", "opacity", "font-family", "font-size", "font-weight",
	"font-style", "text-anchor", "text-decoration", "dominant-baseline",
	"textLength", "lengthAdjust", "markerWidth", "markerHeight", "refX",
	"refY", "orient", "markerUnits", "patternUnits", "marker-start",
	"marker-end", "clip-path", "id", NULL};

struct element {
	char name[MAX_NAME];
	const char *as; /* what it is written as; NULL: not at all */
};

struct svg {
	FILE *out;
	const char *at;
	const char *prefix;
	const char *label;
	struct element open[MAX_DEPTH + 1];
	int depth;
	int dropped; /* depth of the element that is left out; 0: none is */
	bool seen;   /* an <svg> */
};

static bool listed(const char *const *list, const char *name)
{
	for (; *list; list++)
		if (!strcmp(*list, name))
			return true;
	return false;
}

static bool starts(const char *at, const char *with)
{
	return !strncmp(at, with, strlen(with));
}

/* An entity of XML or the character itself; its length into *@length. */
static uint32_t one_character(const char *at, size_t *length)
{
	static const struct {
		const char *name;
		char is;
	} known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'},
		{"&quot;", '"'}, {"&apos;", '\''}};
	unsigned long c;
	bool hex;
	char *end;
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (starts(at, known[i].name)) {
			*length = strlen(known[i].name);
			return (unsigned char)known[i].is;
		}
	if (!starts(at, "&#"))
		return text_decode(at, length);
	hex = at[2] == 'x';
	if (!isxdigit((unsigned char)at[hex ? 3 : 2]))
		return text_decode(at, length);
	c = strtoul(at + (hex ? 3 : 2), &end, hex ? 16 : 10);
	if (*end != ';')
		return text_decode(at, length);
	*length = (size_t)(end + 1 - at);
	return c && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff) ? (uint32_t)c
								: 0xfffd;
}

static void put_text(FILE *out, const char *at, const char *end)
{
	size_t length;

	for (; at < end; at += length)
		text_put_markup_char(out, one_character(at, &length));
}

/* Read a name at @at into @name; NULL when there is none or it is too long. */
static const char *read_name(const char *at, char name[MAX_NAME])
{
	size_t n = 0;

	while (isalnum((unsigned char)at[n]) || strchr("-_:.", at[n])) {
		if (!at[n] || n == MAX_NAME - 1)
			break;
		name[n] = at[n];
		n++;
	}
	name[n] = '\0';
	/* A longer one cannot be on a list: read over the rest of it. */
	while (isalnum((unsigned char)at[n]) ||
		(at[n] && strchr("-_:.", at[n])))
		n++;
	return n ? at + n : NULL;
}

static bool is_id(const char *at, const char *end)
{
	const char *p;

	for (p = at; p < end; p++)
		if (!isalnum((unsigned char)*p) && !strchr("_-.", *p))
			return false;
	return at < end;
}

/* The only reference a value may hold is url(#ID), alone. */
static void put_attribute(
	struct svg *s, const char *name, const char *at, const char *end)
{
	bool reference = memchr(at, '(', (size_t)(end - at)) &&
			 strcmp(name, "transform");
	bool id = !strcmp(name, "id");

	if (reference) {
		if (!starts(at, "url(#") || end[-1] != ')' ||
			!is_id(at + 5, end - 1))
			return;
		markup(s->out, " %s=\"url(#%s-", name, s->prefix);
		fprintf(s->out, "%.*s)\"", (int)(end - 1 - (at + 5)), at + 5);
		return;
	}
	if (id && !is_id(at, end))
		return;
	markup(s->out, " %s=\"", name);
	if (id)
		markup(s->out, "%s-", s->prefix);
	put_text(s->out, at, end);
	fputc('"', s->out);
}

/* The attributes at @at, up to '>' or "/>"; NULL when they make no sense. */
static const char *attributes_of(struct svg *s, const char *at, bool shown)
{
	char name[MAX_NAME];
	const char *end;

	for (;;) {
		at += strspn(at, " \t\r\n");
		if (*at == '>' || starts(at, "/>"))
			return at;
		at = read_name(at, name);
		if (!at || *at != '=' || (at[1] != '"' && at[1] != '\''))
			return NULL;
		end = strchr(at + 2, at[1]);
		if (!end)
			return NULL;
		if (shown && listed(attributes, name))
			put_attribute(s, name, at + 2, end);
		at = end + 1;
	}
}

/* What an element is written as; NULL: it is left out, with all in it. */
static const char *written_as(const struct svg *s, const char *name)
{
	if (s->dropped)
		return NULL;
	if (!strcmp(name, "a"))
		return "g"; /* the link goes, what it stood around stays */
	return listed(elements, name) ? name : NULL;
}

static void leave(struct svg *s)
{
	const char *as = s->open[--s->depth].as;

	if (as)
		fprintf(s->out, "</%s>", as);
	if (s->dropped > s->depth)
		s->dropped = 0;
}

static void enter(struct svg *s, struct element *e)
{
	e->as = written_as(s, e->name);
	s->depth++;
	s->seen = true;
	if (!e->as && !s->dropped)
		s->dropped = s->depth;
	if (e->as)
		fprintf(s->out, "<%s", e->as);
	if (s->depth == 1)
		markup(s->out,
			" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
			"aria-label=\"%s\"",
			s->label);
}

/* One <svg> around everything, and none inside. */
static bool may_stand_here(const struct svg *s, const char *name)
{
	bool outermost = !s->depth && !s->seen;

	return !strcmp(name, "svg") == outermost && (s->depth || outermost) &&
	       s->depth < MAX_DEPTH;
}

static int open_tag(struct svg *s)
{
	struct element *e = &s->open[s->depth];
	const char *at = read_name(s->at + 1, e->name);

	if (!at || !may_stand_here(s, e->name))
		return -EINVAL;
	enter(s, e);
	at = attributes_of(s, at, e->as && strcmp(e->name, "a"));
	if (!at)
		return -EINVAL;
	if (e->as)
		fputc('>', s->out);
	if (*at == '/') {
		leave(s);
		at++;
	}
	s->at = at + 1;
	return 0;
}

static int close_tag(struct svg *s)
{
	char name[MAX_NAME];
	const char *at = read_name(s->at + 2, name);

	if (!at || !s->depth || strcmp(s->open[s->depth - 1].name, name))
		return -EINVAL;
	at += strspn(at, " \t\r\n");
	if (*at != '>')
		return -EINVAL;
	leave(s);
	s->at = at + 1;
	return 0;
}

/* Read over what ends in @end. */
static int skip_to(struct svg *s, const char *end)
{
	const char *at = strstr(s->at, end);

	if (!at)
		return -EINVAL;
	s->at = at + strlen(end);
	return 0;
}

static int one_piece(struct svg *s)
{
	const char *end;

	if (starts(s->at, "<!--"))
		return skip_to(s, "-->");
	if (starts(s->at, "<?"))
		return skip_to(s, "?>");
	if (starts(s->at, "<!"))
		return s->depth ? -EINVAL : skip_to(s, ">");
	if (starts(s->at, "</"))
		return close_tag(s);
	if (*s->at == '<')
		return open_tag(s);
	end = s->at + strcspn(s->at, "<");
	if (s->depth && !s->dropped)
		put_text(s->out, s->at, end);
	s->at = end;
	return 0;
}

char *svg_clean(
	const char *svg, size_t size, const char *prefix, const char *label)
{
	struct svg s = {.at = svg, .prefix = prefix, .label = label};
	struct text text;
	char *drawing;
	int error = 0;

	if (memchr(svg, '\0', size))
		return NULL;
	text_open(&text);
	s.out = text.out;
	while (!error && *s.at)
		error = one_piece(&s);
	drawing = text_close(&text);
	if (!error && s.seen && !s.depth)
		return drawing;
	free(drawing);
	return NULL;
}
