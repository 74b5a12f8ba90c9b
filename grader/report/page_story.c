// SPDX-License-Identifier: MIT
/*
 * A story has a line a step. A line "12  thread 1  lock m  task.c:41", with or
 * without the number, with a colon or without, is a step of that thread, and
 * when every line is one and there are few threads, each gets a column. Any
 * other text is shown as it stands.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "text.h"

enum {
	MAX_COLUMNS = 3,
	MAX_STEPS = 400,
};

struct step {
	unsigned number;
	unsigned thread;
	const char *text, *end;   /* what it does */
	const char *place, *last; /* where; empty when unknown */
};

struct story {
	struct step steps[MAX_STEPS];
	size_t count;
	unsigned threads[MAX_COLUMNS];
	size_t columns;
};

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

/* The last of the fields that two blanks part is the place, if it has one. */
static void split_place(struct step *s)
{
	const char *at;

	while (s->end > s->text && isspace((unsigned char)s->end[-1]))
		s->end--;
	s->place = s->last = s->end;
	for (at = s->end; at > s->text + 2; at--)
		if (at[-1] == ' ' && at[-2] == ' ') {
			if (!memchr(at, ':', (size_t)(s->last - at)))
				return;
			s->place = at;
			s->end = at;
			break;
		}
	while (s->end > s->text && s->end[-1] == ' ')
		s->end--;
}

static bool read_step(struct step *s, const char *at, const char *end)
{
	static const char word[] = "thread ";
	char *after;

	at = skip_blanks(at, end);
	if (isdigit((unsigned char)*at)) {
		s->number = (unsigned)strtoul(at, &after, 10);
		at = skip_blanks(*after == '.' ? after + 1 : after, end);
	}
	if ((size_t)(end - at) < sizeof(word) ||
		strncmp(at, word, sizeof(word) - 1))
		return false;
	at += sizeof(word) - 1;
	if (!isdigit((unsigned char)*at))
		return false;
	s->thread = (unsigned)strtoul(at, &after, 10);
	at = skip_blanks(*after == ':' ? after + 1 : after, end);
	s->text = at;
	s->end = end;
	split_place(s);
	return true;
}

static bool column_of(struct story *s, unsigned thread, size_t *column)
{
	for (*column = 0; *column < s->columns; ++*column)
		if (s->threads[*column] == thread)
			return true;
	if (s->columns == MAX_COLUMNS)
		return false;
	s->threads[s->columns++] = thread;
	return true;
}

static int by_number(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

	return (x > y) - (x < y);
}

static bool read_story(struct story *s, const char *text)
{
	while (*text) {
		const char *end = text + strcspn(text, "\n");
		struct step *step = &s->steps[s->count];
		size_t column;

		if (skip_blanks(text, end) < end) {
			if (s->count == MAX_STEPS)
				return false;
			*step = (struct step){.number = s->count + 1};
			if (!read_step(step, text, end) ||
				!column_of(s, step->thread, &column))
				return false;
			s->count++;
		}
		text = *end ? end + 1 : end;
	}
	qsort(s->threads, s->columns, sizeof(*s->threads), by_number);
	return s->count > 0;
}

static void put_piece(FILE *out, const char *at, const char *end)
{
	size_t length;

	for (; at < end; at += length)
		text_put_markup_char(out, text_decode(at, &length));
}

static void put_step(FILE *out, struct story *s, const struct step *step)
{
	size_t column, i;

	column_of(s, step->thread, &column);
	markup(out, "<tr><th scope=\"row\">%u</th>", step->number);
	for (i = 0; i < s->columns; i++) {
		if (i != column) {
			fputs("<td></td>", out);
			continue;
		}
		fputs("<td class=\"step\">", out);
		put_piece(out, step->text, step->end);
		if (step->place < step->last) {
			fputs(" <span class=\"place\">", out);
			put_piece(out, step->place, step->last);
			fputs("</span>", out);
		}
		fputs("</td>", out);
	}
	fputs("</tr>\n", out);
}

static void put_table(FILE *out, struct story *s)
{
	size_t i;

	fputs("<table class=\"story\"><thead><tr><th scope=\"col\">Step</th>",
		out);
	for (i = 0; i < s->columns; i++)
		markup(out, "<th scope=\"col\">thread %u</th>", s->threads[i]);
	fputs("</tr></thead><tbody>\n", out);
	for (i = 0; i < s->count; i++)
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
