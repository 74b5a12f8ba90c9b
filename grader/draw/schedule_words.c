// SPDX-License-Identifier: MIT
/* What the drawings of a schedule say. */
#include <stdlib.h>
#include <string.h>

#include "schedule.h"

enum {
	MAX_WORD = 40
};

const char *schedule_kind_words(const struct schedule *s)
{
	static const char *const words[][2] = {
		{"check", "A check fails"},
		{"assert", "An assertion fails"},
		{"deadlock", "Deadlock"},
		{"lost-wakeup", "Lost wake-up"},
		{"livelock", "Livelock"},
		{"race", "Data race"},
		{"destroyed-object", "Use of a destroyed object"},
		{"thread-left", "A thread is left behind"},
		{"foreign-unlock", "Unlocked by another thread"},
		{"heap", "Heap error"},
		{"leak", "Leak"},
		{"crash", "Crash"},
		{"unsupported", "Not under the explorer's control"},
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp(s->kind, words[i][0]))
			return words[i][1];
	return "Failure";
}

const char *schedule_object_kind(const struct schedule_wait *w)
{
	static const char *const kinds[][2] = {
		{"locks", "mutex"},
		{"locks (timed)", "mutex"},
		{"read-locks", "rwlock"},
		{"write-locks", "rwlock"},
		{"spins for", "spin lock"},
		{"wakes up from", "condition"},
		{"waits for", "semaphore"},
		{"leaves barrier", "barrier"},
		{"reads eventfd", "eventfd"},
		{"polls", "eventfd"},
		{"calls once", "once"},
		{"waits for a completion of", "completion of"},
	};
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (!strcmp(w->op, kinds[i][0]))
			return kinds[i][1];
	return "";
}

void schedule_put_thread(FILE *out, const struct schedule *s, int thread)
{
	if (!out)
		return;
	fprintf(out, "thread %d", thread);
	if (*s->names[thread]) {
		fputs(" (", out);
		sketch_put(out, s->names[thread]);
		fputc(')', out);
	}
}

static void put_value(FILE *out, const struct schedule_step *step)
{
	if (!strcmp(step->op, "signals") || !strcmp(step->op, "broadcasts")) {
		if (step->value)
			fprintf(out, " (%lld waiting)", step->value);
		else
			fputs(" (nobody waits)", out);
	} else if (!strncmp(step->op, "tries", 5)) {
		fputs(step->value ? ": got it" : ": in vain", out);
	} else if (step->value >> 32 > 0) {
		fprintf(out, " = %#llx", step->value); /* a pointer */
	} else {
		fprintf(out, " = %lld", step->value);
	}
}

char *schedule_step_text(const struct schedule_step *step)
{
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	if (step->has_value && !strcmp(step->op, "creates a thread"))
		fprintf(out, "creates thread %lld", step->value);
	else if (step->has_value && !strcmp(step->op, "joins"))
		fprintf(out, "joins thread %lld", step->value);
	else
		fprintf(out, "%s%s%s", step->op, *step->object ? " " : "",
			step->object);
	if (step->has_value && *step->object)
		put_value(out, step);
	return sketch_done(out, &text);
}

void schedule_put_place(
	FILE *out, const char *before, const struct schedule_place *at)
{
	if (!out || !at->line)
		return;
	fputs(before, out);
	sketch_put(out, at->file);
	fprintf(out, ":%d", at->line);
}

/* A word of no reasonable length is cut, between two characters. */
static int put_word(FILE *out, char *word)
{
	size_t cut = MAX_WORD - 1;

	if (strlen(word) <= MAX_WORD) {
		sketch_put(out, word);
		return (int)strlen(word);
	}
	while (cut && ((unsigned char)word[cut] & 0xc0) == 0x80)
		cut--;
	word[cut] = '\0';
	sketch_put(out, word);
	fputs("\xe2\x80\xa6", out);
	return MAX_WORD;
}

void schedule_put_wrapped(
	FILE *out, const char *text, int columns, const char *end)
{
	char *words = strdup(text), *rest = words, *word;
	int column = 0;

	while (out && rest && (word = strsep(&rest, " "))) {
		if (column && column + 1 + (int)strlen(word) > columns) {
			fputs(end, out);
			column = 0;
		}
		if (column) {
			fputc(' ', out);
			column++;
		}
		column += put_word(out, word);
	}
	free(words);
}

void schedule_put_aliases(FILE *out, const struct schedule *s)
{
	int i;

	for (i = 0; i < s->naliases; i++) {
		fprintf(out, "%s: ", s->aliases[i].name);
		sketch_put(out, s->aliases[i].object);
		fputs("\\l", out);
	}
}

static void put_values(FILE *out, const struct schedule *s)
{
	if (!*s->expected && !*s->actual)
		return;
	fputs("expected ", out);
	sketch_put(out, s->expected);
	fputs(", actual ", out);
	sketch_put(out, s->actual);
	fputs("\\l", out);
}

char *schedule_failure_text(const struct schedule *s)
{
	const char *by = strstr(s->message, " by thread");
	char *words = NULL;
	int n;

	/* "a read by thread 2 and a write by ..." */
	if (!strcmp(s->kind, "race") && by)
		n = asprintf(&words, "%.*s of %s", (int)(by - s->message),
			s->message, s->object);
	else if (s->period)
		n = asprintf(&words,
			"goes round in a circle: the last %d "
			"step(s) repeat",
			s->period);
	else if (*s->expected || *s->actual)
		n = asprintf(&words, "%s: expected %s, actual %s",
			schedule_kind_words(s), s->expected, s->actual);
	else
		n = asprintf(&words, "%s", schedule_kind_words(s));
	return n < 0 ? NULL : words;
}

char *schedule_headline(const struct schedule *s, int columns)
{
	char *text, *sentence = NULL;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	if (asprintf(&sentence, "%s: %s", schedule_kind_words(s), s->message) <
		0)
		sentence = NULL;
	schedule_put_wrapped(out, sentence ? sentence : "", columns, "\\l");
	fputs("\\l", out);
	free(sentence);
	put_values(out, s);
	if (*s->note) {
		fputs("in the test's step: ", out);
		schedule_put_wrapped(out, s->note, columns - 20, "\\l");
		fputs("\\l", out);
	}
	return sketch_done(out, &text);
}
