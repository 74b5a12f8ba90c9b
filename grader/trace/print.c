// SPDX-License-Identifier: MIT
/*
 * A trace's end as text. Tasks that say the same are said once, with a count:
 * a thousand clients that wait for one server are one line.
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "waits.h"

enum {
	MAX_LINES = 20,  /* of a kind; the rest is counted */
	TOP_FRAMES = 10, /* of a stack; then what is left out, then ... */
	BOTTOM_FRAMES = 4,
};

/* Texts that were seen, in order, each with how often. */
struct tally {
	struct tallied {
		char *key; /* two with the same key are the same */
		char *text;
		int count;
	} * lines;
	int nlines;
	struct trace_map index;
};

/* Count @text; takes it and @key over. */
static void count(struct tally *y, char *key, char *text)
{
	int i = key && text ? trace_map_get(&y->index, trace_hash(0, key)) : -1;

	if (i >= 0)
		y->lines[i].count++;
	else if (key && text)
		i = trace__push(y->lines, y->nlines);
	if (i < 0 || y->lines[i].count) {
		free(key);
		free(text);
		return;
	}
	y->lines[i] = (struct tallied){key, text, 1};
	trace_map_set(&y->index, trace_hash(0, key), i);
}

static void print_tally(FILE *out, struct tally *y, const char *plural)
{
	int i;

	for (i = 0; i < y->nlines; i++) {
		if (i < MAX_LINES)
			fputs(y->lines[i].text, out);
		if (i < MAX_LINES && y->lines[i].count > 1)
			fprintf(out, "    (and %d more like it)\n",
				y->lines[i].count - 1);
		free(y->lines[i].key);
		free(y->lines[i].text);
	}
	if (y->nlines > MAX_LINES)
		fprintf(out, "  ... and %d other %s\n", y->nlines - MAX_LINES,
			plural);
	free(y->lines);
	trace_map_free(&y->index);
}

/* Stacks. */

static void print_frame(
	FILE *out, const struct trace *t, int task, int level, bool by_name)
{
	const struct trace_task *k = &t->tasks[task];

	fprintf(out, level ? "    awaited by %s" : "  %s",
		by_name ? k->name : k->id);
	if (*k->file)
		fprintf(out, "  %s:%u", trace_base_name(k->file), k->line);
	if (!level) {
		fprintf(out, "  %s", trace_status_name(k->status));
		if (k->status == TRACE_SUSPENDED && *k->kind)
			fprintf(out, " on %s", k->kind);
	}
	fputc('\n', out);
}

static char *stack_text(const struct trace *t, int task, bool by_name)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int depth = trace_stack(t, task, NULL, 0);
	int at = task;
	int i;

	if (!out)
		return NULL;
	for (i = 0; i < depth; i++, at = t->tasks[at].waiter) {
		if (i < TOP_FRAMES || i >= depth - BOTTOM_FRAMES)
			print_frame(out, t, at, i, by_name);
		else if (i == TOP_FRAMES)
			fprintf(out, "    ... %d more\n",
				depth - TOP_FRAMES - BOTTOM_FRAMES);
	}
	if (at >= 0)
		fprintf(out, "    awaited by %s: a circle\n",
			by_name ? t->tasks[at].name : t->tasks[at].id);
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

static bool is_stuck(const struct trace_task *k)
{
	return trace_is_alive(k) &&
	       (k->status != TRACE_CREATED || k->waiter >= 0);
}

/* Whether @task awaits nobody who is in a stack of their own. */
static bool is_innermost(const struct trace *t, int task)
{
	int child = t->tasks[task].awaiting;

	return child < 0 || !trace_is_alive(&t->tasks[child]) ||
	       t->tasks[child].waiter != task;
}

static void count_stack(
	struct tally *y, const struct trace *t, int task, bool *told)
{
	count(y, stack_text(t, task, true), stack_text(t, task, false));
	for (; task >= 0 && !told[task]; task = t->tasks[task].waiter)
		told[task] = true;
}

void trace_print_stacks(FILE *out, const struct trace *t)
{
	bool *told = calloc((size_t)t->ntasks + 1, sizeof(*told));
	struct tally stacks = {0};
	int i;

	if (!told) {
		fputs("out of memory\n", out);
		return;
	}
	for (i = 0; i < t->ntasks; i++)
		if (is_stuck(&t->tasks[i]) && is_innermost(t, i))
			count_stack(&stacks, t, i, told);
	/* In a circle nobody is innermost: its first task speaks for all. */
	for (i = 0; i < t->ntasks; i++)
		if (is_stuck(&t->tasks[i]) && !told[i])
			count_stack(&stacks, t, i, told);
	print_tally(out, &stacks, "stacks");
	free(told);
}

/* Waits. */

/* The same sentence about another task of that name is the same sentence. */
static char *sentence_key(const struct trace *t, int task, const char *text)
{
	const struct trace_task *k = &t->tasks[task];
	char *key;

	if (!text || asprintf(&key, "%s%s", k->name, text + strlen(k->id)) < 0)
		return NULL;
	return key;
}

static void print_tasks(
	FILE *out, const struct trace *t, const struct trace_waits *w)
{
	struct tally lines = {0};
	int pass, i;

	/* What is wrong comes first. */
	for (pass = 0; pass < 2; pass++)
		for (i = 0; i < w->nnodes; i++) {
			const struct trace_wait_node *n = &w->nodes[i];
			char *text, *line = NULL;

			if (n->kind != TRACE_WAIT_TASK ||
				!trace_is_alive(&t->tasks[n->index]) ||
				(n->circle || n->lost) == pass)
				continue;
			text = trace_wait_sentence(t, w, n->index);
			if (text && asprintf(&line, "  %s\n", text) < 0)
				line = NULL;
			count(&lines, sentence_key(t, n->index, text), line);
			free(text);
		}
	print_tally(out, &lines, "tasks");
}

static void print_sqes(FILE *out, const struct trace *t)
{
	int shown = 0;
	int i;

	for (i = 0; i < t->nsqes; i++) {
		const struct trace_sqe *q = &t->sqes[i];

		if (!q->in_flight || ++shown > MAX_LINES)
			continue;
		fprintf(out, "%s  %s for %s%s\n",
			shown == 1 ? "SQEs in flight:\n" : "", q->id,
			q->task >= 0 ? t->tasks[q->task].id : "no task",
			q->submitted ? "" : ", never submitted");
	}
	if (shown > MAX_LINES)
		fprintf(out, "  ... and %d more\n", shown - MAX_LINES);
}

static void print_locks(FILE *out, const struct trace *t)
{
	int shown = 0;
	int i, hold;

	for (i = 0; i < t->nlocks; i++)
		for (hold = t->locks[i].holds; hold >= 0;
			hold = t->holds[hold].next) {
			const struct trace_hold *h = &t->holds[hold];

			if (++shown > MAX_LINES)
				continue;
			fprintf(out, "%s  %s by %s%s\n",
				shown == 1 ? "Locks held:\n" : "",
				t->locks[i].id, h->task >= 0 ? "" : "thread ",
				h->task >= 0 ? t->tasks[h->task].id
					     : t->threads[h->thread].id);
		}
	if (shown > MAX_LINES)
		fprintf(out, "  ... and %d more\n", shown - MAX_LINES);
}

void trace_print_waits(FILE *out, const struct trace *t)
{
	struct trace_waits w;

	if (trace_waits_init(&w, t) < 0) {
		fputs("out of memory\n", out);
		trace_waits_fini(&w);
		return;
	}
	fprintf(out, "%s.\n", trace_verdict_text(w.verdict));
	print_tasks(out, t, &w);
	print_sqes(out, t);
	print_locks(out, t);
	trace_waits_fini(&w);
}
