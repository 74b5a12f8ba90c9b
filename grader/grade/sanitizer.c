// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "sanitizer.h"

enum {
	MAX_FRAMES = 128,
	MAX_SHOWN = 8, /* frames of one stack */
	MAX_REPORT = 4000,
};

/* Names. */

/* The part of @path inside the box: only the student's files are there. */
static const char *students_file(const char *path)
{
	const char *at = strstr(path, "/box/lab");

	return at ? at + strlen("/box/") : NULL;
}

static void add_frame(struct arena *arena, struct lines *frames,
	const char *function, char *place)
{
	const char *file = students_file(place);
	char *extra = strstr(place, " (");

	if (extra)
		*extra = '\0';
	if (file)
		lines_add(arena, frames,
			arena_printf(arena, "%s in %s", file, function));
}

struct lines *symbolise(
	struct arena *arena, const char *program, const struct lines *offsets)
{
	struct lines *all = arena_zalloc(
		arena, (offsets->count + 1) * sizeof(*all));
	const char **w = arena_zalloc(arena, (offsets->count + 8) * sizeof(*w));
	const char *text = "";
	char *rest, *line;
	size_t i, n = 0, at = 0;

	if (!program || !offsets->count)
		return all;
	w[n++] = "addr2line";
	w[n++] = "-aife";
	w[n++] = program;
	for (i = 0; i < offsets->count; i++)
		w[n++] = offsets->at[i];
	tool_run(arena, w, &text);
	rest = arena_strdup(arena, text);
	/* An address, then pairs of lines: the function and its place. */
	while ((line = strsep(&rest, "\n")) && *line) {
		char *place;

		if (!strncmp(line, "0x", 2)) {
			at++;
			continue;
		}
		place = strsep(&rest, "\n");
		if (!place || !at || at > offsets->count)
			break;
		add_frame(arena, &all[at - 1], line, place);
	}
	return all;
}

const char *best_frame(const struct lines *frames)
{
	size_t i;

	/* An inline of a header is where it stopped, not what is wrong. */
	for (i = 0; i < frames->count; i++)
		if (strstr(frames->at[i], "/src/"))
			return frames->at[i];
	return frames->at[0];
}

/* Reports. */

/* "    #3 0x55d5 in f (/test+0x1234) (BuildId: ...)": the offset; or NULL. */
static const char *frame_offset(struct arena *arena, const char *line)
{
	const char *plus;

	line += strspn(line, " ");
	if (*line != '#')
		return NULL;
	plus = strstr(line, "+0x");
	if (!plus || strstr(line, ".so"))
		return "0x0";
	return arena_strndup(
		arena, plus + 1, strspn(plus + 1, "0123456789abcdefx"));
}

/* A heading worth keeping, in the words to keep; NULL: none. */
static const char *heading(struct arena *arena, const char *line)
{
	static const char error[] = "ERROR: AddressSanitizer: ";
	static const char leak[] = "ERROR: LeakSanitizer: ";
	const char *at;

	if ((at = strstr(line, error))) {
		at += sizeof(error) - 1;
		return arena_strndup(arena, at, strcspn(at, " "));
	}
	if (strstr(line, leak))
		return "memory leak";
	/* The place of a hidden test is left out. */
	if ((at = strstr(line, "runtime error: ")))
		return strstr(line, "grader/") ? at : line;
	if (!strncmp(line, "READ of", 7) || !strncmp(line, "WRITE of", 8)) {
		at = strstr(line, " at 0x");
		return at ? arena_strndup(arena, line, (size_t)(at - line))
			  : line;
	}
	if (strstr(line, " leak of ") || !strncmp(line, "freed by", 8) ||
		!strncmp(line, "previously allocated by", 23) ||
		!strncmp(line, "allocated by", 12))
		return line;
	return NULL;
}

static bool is_error(const char *line)
{
	return strstr(line, "ERROR: AddressSanitizer: ") ||
	       strstr(line, "ERROR: LeakSanitizer: ") ||
	       strstr(line, "runtime error: ");
}

struct cutting {
	struct arena *arena;
	struct run *run;
	struct lines *frames; /* of each offset in turn */
	size_t next;
	char *report;
	const char *first;
	size_t shown;
	bool in_first_stack;
};

static void add_line(struct cutting *c, const char *indent, const char *text)
{
	c->report = arena_printf(c->arena, "%s%s%s\n", c->report, indent, text);
}

static void cut_frame(struct cutting *c)
{
	struct lines *f = &c->frames[c->next++];
	size_t i;

	for (i = 0; i < f->count && c->shown < MAX_SHOWN; i++, c->shown++) {
		add_line(c, "    ", f->at[i]);
		if (c->in_first_stack)
			lines_add(c->arena, &c->run->where, f->at[i]);
	}
}

static void cut_line(struct cutting *c, const char *line)
{
	const char *head = heading(c->arena, line);

	if (frame_offset(c->arena, line)) {
		cut_frame(c);
		return;
	}
	if (!head)
		return;
	if (!c->first)
		c->first = head;
	/* The first stack is where it happened; for a leak, where it began. */
	if (c->run->where.count)
		c->in_first_stack = false;
	c->shown = 0;
	add_line(c, "", head);
}

/* "lab1-task/src/task.c:41:9: runtime error: ...": UBSan names the place. */
static void note_place(struct cutting *c)
{
	const char *colon = c->first ? strstr(c->first, ": runtime error")
				     : NULL;
	const char *file = c->first ? strstr(c->first, "lab") : NULL;

	if (colon && file && file < colon && !c->run->where.count)
		lines_add(c->arena, &c->run->where,
			arena_strndup(c->arena, file, (size_t)(colon - file)));
}

bool sanitizer_read(struct arena *arena, const struct bytes *output,
	const char *program, struct run *run)
{
	struct cutting c = {.arena = arena, .run = run, .in_first_stack = true};
	struct lines offsets = {0}, all = {0};
	char *text, *line;
	bool found = false;
	size_t i;

	if (!output->size)
		return false;
	text = arena_clean(arena, output->data, output->size, OUTPUT_LIMIT);
	while ((line = strsep(&text, "\n"))) {
		const char *offset = frame_offset(arena, line);

		found = found || is_error(line);
		if (!found || all.count > 10 * MAX_FRAMES)
			continue;
		lines_add(arena, &all, line);
		if (offset)
			lines_add(arena, &offsets, offset);
	}
	if (!found)
		return false;
	c.frames = symbolise(arena, program, &offsets);
	c.report = arena_strdup(arena, "");
	for (i = 0; i < all.count; i++)
		cut_line(&c, all.at[i]);
	note_place(&c);
	run->report = arena_clean(
		arena, c.report, strlen(c.report), MAX_REPORT);
	if (run->verdict != VERDICT_TIMED_OUT && c.first)
		run->message = run->where.count &&
					       !strstr(c.first, "runtime error")
				       ? arena_printf(arena, "%s, %s", c.first,
						 best_frame(&run->where))
				       : c.first;
	return true;
}
