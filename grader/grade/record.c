// SPDX-License-Identifier: MIT
/*
 * Reading a test's record, written by a process that may lie.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

enum {
	MAX_FIELD = 1000,
	MAX_STEPS = 200,
	MAX_FAILURES = 20,
	MAX_ADDRESSES = 32,
};

struct reading {
	struct arena *arena;
	const struct rubric_test *test;
	struct record *out;
};

/* The next tab-separated field of @rest, fit to be shown; "" at the end. */
static const char *field(struct reading *r, char **rest)
{
	char *text = strsep(rest, "\t");

	return text ? arena_clean(r->arena, text, strlen(text), MAX_FIELD) : "";
}

static const char *place(struct reading *r, char **rest)
{
	const char *file = field(r, rest);
	const char *line = field(r, rest);

	/* Where a hidden test stands is nobody's business. */
	if (strstr(file, "grader/"))
		return NULL;
	return arena_printf(r->arena, "%s:%s", file, line);
}

static void read_failure(struct reading *r, char *rest)
{
	bool hidden = r->test->visibility == RUBRIC_HIDDEN;
	struct record *out = r->out;
	struct failure f = {0};

	f.file = field(r, &rest);
	f.line = atoi(field(r, &rest));
	f.what = field(r, &rest);
	f.expected = field(r, &rest);
	f.actual = field(r, &rest);
	if (hidden) {
		f.file = f.what = NULL;
		f.line = 0;
	}
	if (out->failure_count < MAX_FAILURES) {
		out->failures = arena_grow(r->arena, out->failures,
			out->failure_count, out->failure_count + 1, sizeof(f));
		out->failures[out->failure_count] = f;
		out->failure_count++;
	}
}

static void read_crash(struct reading *r, char *rest)
{
	char *addresses, *word;

	r->out->crash_signal = atoi(field(r, &rest));
	addresses = arena_strdup(r->arena, field(r, &rest));
	while ((word = strsep(&addresses, " ")))
		if (*word && r->out->crash_at.count < MAX_ADDRESSES)
			lines_add(r->arena, &r->out->crash_at, word);
}

static void read_kind(struct reading *r, const char *kind, char *rest)
{
	struct record *out = r->out;

	if (!strcmp(kind, "begin")) {
		out->begun = !strcmp(field(r, &rest), r->test->name);
	} else if (!strcmp(kind, "step")) {
		if (out->steps.count < MAX_STEPS)
			lines_add(r->arena, &out->steps, field(r, &rest));
	} else if (!strcmp(kind, "fail")) {
		read_failure(r, rest);
	} else if (!strcmp(kind, "assert")) {
		out->asserted_at = place(r, &rest);
		out->asserted = field(r, &rest);
	} else if (!strcmp(kind, "not-started")) {
		out->not_started = field(r, &rest);
		out->not_started_at = place(r, &rest);
	} else if (!strcmp(kind, "skip")) {
		out->skipped = field(r, &rest);
	} else if (!strcmp(kind, "crash")) {
		read_crash(r, rest);
	} else if (!strcmp(kind, "end")) {
		if (out->end)
			out->forged = true;
		out->end = field(r, &rest);
	} else {
		out->forged = true;
	}
}

static bool is_ours(const char *who, const char *number, const char *nonce,
	unsigned expected)
{
	char want[16];

	snprintf(want, sizeof(want), "%u", expected);
	return who && number && !strcmp(who, nonce) && !strcmp(number, want);
}

void record_read(struct arena *arena, const struct bytes *bytes,
	const char *nonce, const struct rubric_test *test, struct record *out)
{
	struct reading r = {.arena = arena, .test = test, .out = out};
	char *text = bytes->size
			     ? arena_strndup(arena, bytes->data, bytes->size)
			     : arena_strdup(arena, "");
	unsigned sequence = 0;
	char *line;

	memset(out, 0, sizeof(*out));
	/* A byte of zero hides what follows it: the harness writes none. */
	if (strlen(text) != bytes->size)
		out->forged = true;
	while ((line = strsep(&text, "\n")) && !out->forged) {
		char *who, *number, *kind;

		/* The rest after the last newline: it was cut off. */
		if (!text)
			break;
		who = strsep(&line, " ");
		number = line ? strsep(&line, " ") : NULL;
		if (!line || !is_ours(who, number, nonce, sequence++)) {
			out->forged = true;
			break;
		}
		kind = strsep(&line, "\t");
		read_kind(&r, kind, line);
		if (sequence == 1 && !out->begun)
			out->forged = true;
	}
}
