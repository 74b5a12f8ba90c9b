// SPDX-License-Identifier: MIT
/*
 * A story has a line a step: who, a colon or two blanks, what, and after two
 * blanks where. A number may stand before it:
 *
 *	main: lock looper.lock  src/looper.c:31 in co_looper_run
 *	  12  thread 1  signal looper.wake  looper.c:55
 *
 * A line that begins with "..." is a remark. When every line is one of these
 * and there are few threads, each gets a column; any other text is shown as it
 * stands.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "text.h"

enum {
	MAX_COLUMNS = 3,
	MAX_STEPS = 400,
	MAX_WHO = 48,
};

struct piece {
	const char *at, *end;
};

struct step {
	unsigned number;
	int column; /* -1: a remark */
	struct piece what;
	struct piece where; /* empty when unknown */
};

struct story {
	struct step steps[MAX_STEPS];
	size_t count;
	struct piece who[MAX_COLUMNS]; /* in the order of their first step */
	int columns;
};

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

static void trim(struct piece *p)
{
	p->at = skip_blanks(p->at, p->end);
	while (p->end > p->at && isspace((unsigned char)p->end[-1]))
		p->end--;
}

/* Where a run of two blanks or more begins in @p; its end when none does. */
static const char *two_blanks(const struct piece *p)
{
	const char *found = memmem(p->at, (size_t)(p->end - p->at), "  ", 2);

	return found ? found : p->end;
}

/* What follows two blanks is the place, if it looks like one. */
static void split_place(struct step *s)
{
	struct piece rest = {two_blanks(&s->what), s->what.end};

	trim(&rest);
	s->where = (struct piece){s->what.end, s->what.end};
	if (!memchr(rest.at, ':', (size_t)(rest.end - rest.at)))
		return;
	s->where = rest;
	s->what.end = rest.at;
	trim(&s->what);
}

/* Who a step is by, from the beginning of @line, which is then what is left. */
static bool split_who(struct piece *line, struct piece *who)
{
	const char *colon = memmem(
		line->at, (size_t)(line->end - line->at), ": ", 2);
	const char *blanks = two_blanks(line);
	const char *end = colon && colon < blanks ? colon : blanks;

	*who = (struct piece){line->at, end};
	if (end == line->end || end == line->at || end - line->at > MAX_WHO)
		return false;
	line->at = end + (*end == ':');
	trim(line);
	return line->at < line->end;
}

static bool same(const struct piece *a, const struct piece *b)
{
	size_t n = (size_t)(a->end - a->at);

	return n == (size_t)(b->end - b->at) && !memcmp(a->at, b->at, n);
}

static bool find_column(struct story *s, const struct piece *who, int *column)
{
	for (*column = 0; *column < s->columns; ++*column)
		if (same(&s->who[*column], who))
			return true;
	if (s->columns == MAX_COLUMNS)
		return false;
	s->who[s->columns++] = *who;
	return true;
}

static bool read_step(struct story *s, struct step *step, struct piece line)
{
	struct piece who;
	char *after;

	if (!strncmp(line.at, "...", 3)) {
		step->column = -1;
		step->what = line;
		return true;
	}
	if (isdigit((unsigned char)*line.at)) {
		step->number = (unsigned)strtoul(line.at, &after, 10);
		line.at = after + (*after == '.');
		trim(&line);
	}
	if (!split_who(&line, &who) || !find_column(s, &who, &step->column))
		return false;
	step->what = line;
	split_place(step);
	return true;
}

static bool read_story(struct story *s, const char *text)
{
	unsigned number = 0;

	while (*text) {
		struct piece line = {text, text + strcspn(text, "\n")};
		struct step *step = &s->steps[s->count];

		text = *line.end ? line.end + 1 : line.end;
		trim(&line);
		if (line.at == line.end)
			continue;
		if (s->count == MAX_STEPS)
			return false;
		step->number = number + 1;
		if (!read_step(s, step, line))
			return false;
		if (step->column >= 0)
			number = step->number;
		s->count++;
	}
	return s->columns > 0;
}

static void put_piece(FILE *out, const struct piece *p)
{
	const char *at;
	size_t length;

	for (at = p->at; at < p->end; at += length)
		text_put_markup_char(out, text_decode(at, &length));
}

static void put_remark(
	FILE *out, const struct story *s, const struct step *step)
{
	markup(out, "<tr><td></td><td colspan=\"%d\">", s->columns);
	put_piece(out, &step->what);
	fputs("</td></tr>\n", out);
}

static void put_step(FILE *out, const struct story *s, const struct step *step)
{
	int i;

	markup(out, "<tr><th scope=\"row\">%u</th>", step->number);
	for (i = 0; i < s->columns; i++) {
		if (i != step->column) {
			fputs("<td></td>", out);
			continue;
		}
		fputs("<td class=\"step\">", out);
		put_piece(out, &step->what);
		if (step->where.at < step->where.end) {
			fputs(" <span class=\"place\">", out);
			put_piece(out, &step->where);
			fputs("</span>", out);
		}
		fputs("</td>", out);
	}
	fputs("</tr>\n", out);
}

static void put_table(FILE *out, const struct story *s)
{
	size_t i;
	int k;

	fputs("<table class=\"story\"><thead><tr><th scope=\"col\">Step</th>",
		out);
	for (k = 0; k < s->columns; k++) {
		fputs("<th scope=\"col\">", out);
		put_piece(out, &s->who[k]);
		fputs("</th>", out);
	}
	fputs("</tr></thead><tbody>\n", out);
	for (i = 0; i < s->count; i++)
		if (s->steps[i].column < 0)
			put_remark(out, s, &s->steps[i]);
		else
			put_step(out, s, &s->steps[i]);
	fputs("</tbody></table>\n", out);
}

void page_story(struct page *p, const char *story)
{
	struct story *s;

	if (!story || !*story)
		return;
	s = calloc(1, sizeof(*s));
	if (!s || !read_story(s, story)) {
		page_block(p, "The schedule that shows it", story);
	} else {
		fputs("<h5>The schedule that shows it</h5>\n", p->out);
		put_table(p->out, s);
	}
	free(s);
}
