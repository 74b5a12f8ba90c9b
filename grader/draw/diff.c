// SPDX-License-Identifier: MIT
/*
 * The difference: both runs in one drawing. What both did is plain, what only
 * one did is dashed or heavy and says so, and the first step that differs is
 * red.
 */
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "map.h"
#include "sketch.h"

struct diff_graph {
	struct sketch *s;
	struct compare c;
	Agnode_t **expected; /* the node of each task, on either side */
	Agnode_t **actual;
	int room;
	int left_out;
};

/* What a task did in a step, in words. */
static void put_step(FILE *out, const struct trace *t, int event)
{
	const struct trace_event *e;

	if (event < 0) {
		fputs("nothing more", out);
		return;
	}
	e = &t->events[event];
	switch (e->type) {
	case CO_TRACE_AWAIT:
		fputs("awaits ", out);
		sketch_put(out, e->other < 0 ? "?" : t->tasks[e->other].id);
		break;
	case CO_TRACE_TASK_SUSPENDED:
		fputs("waits for ", out);
		sketch_put(out, e->name);
		break;
	case CO_TRACE_TASK_FINISHED:
		fprintf(out, "ends: %s",
			trace_status_name(t->tasks[e->task].status));
		if (e->arg)
			fprintf(out, " (%d)", e->arg);
		break;
	case CO_TRACE_POST:
		fputs("is posted to ", out);
		sketch_put(out, e->name);
		break;
	case CO_TRACE_LOCK_ACQUIRED:
		fputs("gets ", out);
		sketch_put(out, e->name);
		break;
	default:
		fputs("starts", out);
	}
	if (*e->file) {
		fputs(" at ", out);
		sketch_put(out, trace_base_name(e->file));
		fprintf(out, ":%u", e->line);
	}
}

static char *task_label(const struct trace_task *k, const char *remark)
{
	char *text;
	FILE *out = sketch_text(&text);

	sketch_put(out, k->id);
	if (out)
		fprintf(out, "%s%s", *remark ? "\\n" : "", remark);
	return sketch_done(out, &text);
}

static Agnode_t *add_task(struct diff_graph *d, const struct trace_task *k,
	enum sketch_look look, const char *remark)
{
	if (d->room <= 0) {
		d->left_out++;
		return NULL;
	}
	d->room--;
	return sketch_node(d->s, NULL, look, task_label(k, remark), NULL);
}

static void add_expected(struct diff_graph *d, int task)
{
	const struct compare_side *e = &d->c.expected;
	int twin = e->twin[task];

	if (d->expected[task])
		return;
	if (twin < 0) {
		d->expected[task] = add_task(
			d, &e->t->tasks[task], LOOK_UNSTARTED, "is missing");
		return;
	}
	d->expected[task] = d->actual[twin] = add_task(d,
		&d->c.actual.t->tasks[twin],
		sketch_look_of(d->c.actual.t->tasks[twin].status), "");
}

static void add_tasks(struct diff_graph *d)
{
	const struct trace *t = d->c.actual.t;
	int at, i;

	/* Where they part, and how one gets there, comes first. */
	for (at = d->c.expected_task; at >= 0; at = d->c.expected.parent[at])
		add_expected(d, at);
	if (d->c.expected_step >= 0) {
		const struct trace_event *e =
			&d->c.expected.t->events[d->c.expected_step];

		if (e->type == CO_TRACE_AWAIT && e->other >= 0)
			add_expected(d, e->other);
	}
	for (i = 0; i < d->c.expected.t->ntasks; i++)
		add_expected(d, i);
	for (i = 0; i < t->ntasks; i++)
		if (d->c.actual.twin[i] < 0)
			d->actual[i] = add_task(d, &t->tasks[i], LOOK_RUNNING,
				"is not expected");
}

/* In the map of pairs: the actual run has it; it is drawn. */
enum {
	ACTUAL = 1,
	DRAWN = 2
};

static void add_edge(struct diff_graph *d, Agnode_t *from, Agnode_t *to,
	enum sketch_line line)
{
	const char *words = line == LINE_FAULT     ? "first difference"
			    : line == LINE_MISSING ? "missing"
			    : line == LINE_EXTRA   ? "extra"
						   : NULL;

	sketch_edge(
		d->s, from, to, line, words ? sketch_words("%s", words) : NULL);
}

/* The await edges of one side that are not drawn yet. */
static int add_edges(struct diff_graph *d, struct trace_map *pairs,
	const struct compare_side *s, Agnode_t **nodes)
{
	bool expected = s == &d->c.expected;
	int err = 0;
	int i;

	for (i = 0; i < s->t->nedges && !err; i++) {
		const struct trace_edge *e = &s->t->edges[i];
		uint64_t key = trace_mix(s->key[e->from], s->key[e->to]);
		int known = trace_map_get(pairs, key);

		if (known == DRAWN)
			continue;
		err = trace_map_set(pairs, key, DRAWN);
		add_edge(d, nodes[e->from], nodes[e->to],
			!expected                        ? LINE_EXTRA
			: e->event == d->c.expected_step ? LINE_FAULT
			: known == ACTUAL                ? LINE_AWAIT
							 : LINE_MISSING);
	}
	return err;
}

/* Remember the pairs of the actual side, so the expected one can tell. */
static int note_pairs(struct trace_map *pairs, const struct compare_side *s)
{
	int err = 0;
	int i;

	for (i = 0; i < s->t->nedges && !err; i++)
		err = trace_map_set(pairs,
			trace_mix(s->key[s->t->edges[i].from],
				s->key[s->t->edges[i].to]),
			ACTUAL);
	return err;
}

/* A note at the task where the runs part: what should be, what was. */
static void add_verdict(struct diff_graph *d)
{
	const struct compare *c = &d->c;
	Agnode_t *at, *note;
	char *text;
	FILE *out;

	if (!c->differ)
		return;
	at = c->expected_task >= 0 ? d->expected[c->expected_task]
				   : d->actual[c->actual_task];
	out = sketch_text(&text);
	if (out) {
		fputs("first difference\\lexpected: ", out);
		put_step(out, c->expected.t, c->expected_step);
		fputs("\\lthis run: ", out);
		if (c->actual_task < 0)
			fputs("the task is not there", out);
		else
			put_step(out, c->actual.t, c->actual_step);
		fputs("\\l", out);
	}
	note = sketch_node(
		d->s, NULL, LOOK_NOTE, sketch_done(out, &text), NULL);
	sketch_blame(at);
	sketch_blame(note);
	sketch_edge(d->s, at, note, LINE_FAULT, NULL);
}

static int fill(struct diff_graph *d)
{
	struct trace_map pairs = {0};
	int err;

	sketch_set(d->s->g, "rankdir", "LR");
	sketch_headline(d->s,
		sketch_words("%s\\l",
			d->c.differ ? "Where this run leaves the "
				      "expected one."
				    : "The tasks of both runs did the same."));
	d->room = d->s->max_nodes;
	add_tasks(d);
	err = note_pairs(&pairs, &d->c.actual);
	if (!err)
		err = add_edges(d, &pairs, &d->c.expected, d->expected);
	if (!err)
		err = add_edges(d, &pairs, &d->c.actual, d->actual);
	add_verdict(d);
	if (d->left_out)
		sketch_node(d->s, NULL, LOOK_NOTE,
			sketch_words(
				"%d more tasks\\nare left out", d->left_out),
			NULL);
	trace_map_free(&pairs);
	return err;
}

int draw_diff(struct sketch *s, const struct trace *expected,
	const struct trace *actual)
{
	struct diff_graph d = {.s = s};
	int err = compare_init(&d.c, expected, actual);

	d.expected = calloc((size_t)expected->ntasks + 1, sizeof(Agnode_t *));
	d.actual = calloc((size_t)actual->ntasks + 1, sizeof(Agnode_t *));
	if (!d.expected || !d.actual)
		err = -ENOMEM;
	if (!err)
		err = fill(&d);
	free(d.expected);
	free(d.actual);
	compare_fini(&d.c);
	return err;
}
