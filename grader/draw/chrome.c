// SPDX-License-Identifier: MIT
/*
 * The Chrome trace format: slices that nest on each thread (X), arrows for
 * hand-offs (s, f), a span for the life of each task, which may move between
 * threads (b, e), and names (M). Events are written one by one: the whole
 * would be large in memory.
 */
#include <jansson.h>
#include <stdlib.h>

#include "draw.h"

struct chrome {
	FILE *out;
	const struct trace *t;
	bool first;
	bool failed;
};

static double us(const struct chrome *c, int event)
{
	const struct trace *t = c->t;

	if (!t->nevents)
		return 0;
	if (event < 0 || event >= t->nevents)
		event = t->nevents - 1;
	return (double)t->events[event].ns / 1000.0;
}

/* Write @event, which it takes over. */
static void emit(struct chrome *c, json_t *event)
{
	if (!event) {
		c->failed = true;
		return;
	}
	fputs(c->first ? "\n" : ",\n", c->out);
	c->first = false;
	if (json_dumpf(event, c->out, JSON_COMPACT | JSON_REAL_PRECISION(15)))
		c->failed = true;
	json_decref(event);
}

static void emit_threads(struct chrome *c)
{
	int i;

	for (i = 0; i < c->t->nthreads; i++)
		emit(c, json_pack("{s:s, s:s, s:i, s:i, s:{s:s}}", "name",
				"thread_name", "ph", "M", "pid", 1, "tid",
				i + 1, "args", "name", c->t->threads[i].id));
}

static void emit_slice(struct chrome *c, const struct trace_slice *s)
{
	const struct trace *t = c->t;
	const struct trace_event *b = &t->events[s->begin];
	const char *end = s->end < 0 ? "still running"
				     : trace_type_name(t->events[s->end].type);
	const char *kind = s->end < 0 ? "" : t->events[s->end].name;

	emit(c, json_pack("{s:s, s:s, s:s, s:f, s:f, s:i, s:i, s:{s:s, s:i, "
			  "s:s, s:s}}",
			"name", t->tasks[s->task].id, "cat", "task", "ph", "X",
			"ts", us(c, s->begin), "dur",
			us(c, s->end) - us(c, s->begin), "pid", 1, "tid",
			s->thread + 1, "args", "file", trace_base_name(b->file),
			"line", *b->file ? (int)b->line : 0, "end", end, "name",
			kind));
}

static const char *handoff_name(enum trace_handoff_kind kind)
{
	return kind == TRACE_HANDOFF_POST    ? "post"
	       : kind == TRACE_HANDOFF_AWAIT ? "await"
					     : "return";
}

static void emit_flow(struct chrome *c, int id)
{
	const struct trace_handoff *h = &c->t->handoffs[id];
	const struct trace_slice *to = &c->t->slices[h->to];
	const char *name = handoff_name(h->kind);

	emit(c, json_pack("{s:s, s:s, s:s, s:i, s:f, s:i, s:i}", "name", name,
			"cat", "handoff", "ph", "s", "id", id + 1, "ts",
			us(c, h->event), "pid", 1, "tid",
			c->t->events[h->event].thread + 1));
	emit(c, json_pack("{s:s, s:s, s:s, s:s, s:i, s:f, s:i, s:i}", "name",
			name, "cat", "handoff", "ph", "f", "bp", "e", "id",
			id + 1, "ts", us(c, to->begin), "pid", 1, "tid",
			to->thread + 1));
}

/* The end of a task's life: when it ended, or the end of the trace. */
static void emit_life(struct chrome *c, int task)
{
	const struct trace_task *k = &c->t->tasks[task];
	int thread = c->t->events[k->first].thread + 1;
	int last = trace_is_alive(k) ? c->t->nevents - 1 : k->last;

	emit(c, json_pack("{s:s, s:s, s:s, s:i, s:f, s:i, s:i}", "name", k->id,
			"cat", "life", "ph", "b", "id", task + 1, "ts",
			us(c, k->first), "pid", 1, "tid", thread));
	emit(c, json_pack("{s:s, s:s, s:s, s:i, s:f, s:i, s:i, s:{s:s, s:i}}",
			"name", k->id, "cat", "life", "ph", "e", "id", task + 1,
			"ts", us(c, last), "pid", 1, "tid", thread, "args",
			"status", trace_status_name(k->status), "error",
			k->error));
}

static void emit_notes(struct chrome *c)
{
	const struct trace_event *e;
	int i;

	for (i = 0; i < c->t->nevents; i++) {
		e = &c->t->events[i];
		if (e->type == CO_TRACE_NOTE)
			emit(c, json_pack("{s:s, s:s, s:s, s:f, s:i, s:i}",
					"name", e->name, "ph", "i", "s", "t",
					"ts", us(c, i), "pid", 1, "tid",
					e->thread + 1));
	}
}

int draw_chrome(const struct trace *t, FILE *out)
{
	struct chrome c = {.out = out, .t = t, .first = true};
	int i;

	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", out);
	emit_threads(&c);
	for (i = 0; i < t->nslices; i++)
		emit_slice(&c, &t->slices[i]);
	for (i = 0; i < t->nhandoffs; i++)
		emit_flow(&c, i);
	for (i = 0; i < t->ntasks; i++)
		emit_life(&c, i);
	emit_notes(&c);
	fputs("\n]}\n", out);
	if (fflush(out) || ferror(out))
		return -EIO;
	return c.failed ? -ENOMEM : 0;
}
