// SPDX-License-Identifier: MIT
/* What the boxes of a timeline say. */
#include <stdlib.h>
#include <string.h>

#include "timeline.h"

/*
 * The child that the suspension @end is for: the last await before it, if both
 * are of the same place in the code. NULL: it awaits no task.
 */
static const char *child_of(const struct trace *t, int task, int end)
{
	const struct trace_event *e = &t->events[end];
	const struct trace_event *await;
	int edge = t->tasks[task].awaits;

	while (edge >= 0 && t->edges[edge].event > end)
		edge = t->edges[edge].next;
	if (edge < 0)
		return NULL;
	await = &t->events[t->edges[edge].event];
	if (await->line != e->line || strcmp(await->file, e->file) != 0)
		return NULL;
	return t->tasks[t->edges[edge].to].id;
}

/* How a slice ended: the second line of its box. */
static void put_end(
	FILE *out, const struct trace *t, const struct trace_slice *s)
{
	const struct trace_event *e;
	const char *child;

	if (s->end < 0) {
		fputs("still running", out);
		return;
	}
	e = &t->events[s->end];
	if (e->type == CO_TRACE_TASK_SUSPENDED && e->task == s->task) {
		child = child_of(t, s->task, s->end);
		fputs(child ? "awaits " : "waits: ", out);
		sketch_put(out, child ? child : *e->name ? e->name : "?");
	} else if (e->type == CO_TRACE_TASK_FINISHED && e->task == s->task) {
		fputs(trace_status_name(t->tasks[s->task].status), out);
	} else {
		fputs(trace_type_name(e->type), out);
	}
}

char *timeline_label(const struct timeline *l, const struct block *b)
{
	const struct trace *t = l->t;
	const struct trace_slice *slice = &t->slices[b->slice];
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	sketch_put(out, t->tasks[slice->task].id);
	fputs("\\n", out);
	put_end(out, t, slice);
	return sketch_done(out, &text);
}

char *timeline_tip(const struct timeline *l, const struct block *b)
{
	const struct trace *t = l->t;
	const struct trace_event *e = &t->events[b->begin];
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	sketch_put(out, t->tasks[t->slices[b->slice].task].id);
	fputs(" on thread ", out);
	sketch_put(out, t->threads[b->thread].id);
	if (*e->file) {
		fputs(", from ", out);
		sketch_put(out, trace_base_name(e->file));
		fprintf(out, ":%u", e->line);
	}
	if (b->end < t->nevents && *t->events[b->end].file) {
		fputs(" to ", out);
		sketch_put(out, trace_base_name(t->events[b->end].file));
		fprintf(out, ":%u", t->events[b->end].line);
	}
	return sketch_done(out, &text);
}

double timeline_width(const struct timeline *l, const struct block *b)
{
	char *label = timeline_label(l, b);
	const char *second = label ? strstr(label, "\\n") : NULL;
	size_t longest = 0;

	if (second) {
		longest = (size_t)(second - label);
		if (strlen(second + 2) > longest)
			longest = strlen(second + 2);
	}
	free(label);
	return 12.0 + CHAR * (double)longest;
}
