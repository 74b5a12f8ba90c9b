// SPDX-License-Identifier: MIT
/* The wait-for graph: who waits for what at the end, what is wrong in red. */
#include "waits.h"

#include <stdlib.h>
#include <string.h>

#include "map.h"
#include "sketch.h"

/* How far up from what is awaited folding goes. */
enum {
	MAX_LEVELS = 16
};

struct waits_graph {
	struct sketch *s;
	const struct trace *t;
	struct trace_waits w;
	Agnode_t **nodes;
	int *like;  /* the node drawn in place of each; itself, most often */
	int *count; /* how many it stands for */
};

static bool is_bad(const struct trace_wait_node *n)
{
	return n->circle || n->lost;
}

/*
 * Tasks of one name that stand at one place and wait for one thing are drawn
 * as one. Those of a circle are not: each has its own part in it.
 */
static uint64_t likeness(const struct waits_graph *g, int node)
{
	const struct trace_wait_node *n = &g->w.nodes[node];
	const struct trace_task *k = &g->t->tasks[n->index];
	const struct trace_wait_edge *e;
	uint64_t h;
	int i;

	if (n->circle ||
		(n->kind != TRACE_WAIT_TASK && n->kind != TRACE_WAIT_UNKNOWN))
		return trace_mix(1, (uint64_t)node);
	h = trace_hash((uint64_t)n->kind + 2, k->name);
	h = trace_mix(trace_hash(h, k->kind), k->line);
	h = trace_mix(h, (uint64_t)k->status);
	/* A node for something unknown is its task's alone. */
	for (i = n->out; i >= 0; i = g->w.edges[i].next_out) {
		e = &g->w.edges[i];
		h = trace_mix(h, e->why == TRACE_WHY_UNKNOWN
					 ? 0
					 : (uint64_t)g->like[e->to] + 1);
	}
	return h;
}

/* One pass; *@changed when it folded something that was not before. */
static int fold_once(struct waits_graph *g, bool *changed)
{
	struct trace_map seen = {0};
	int err = 0;
	int i;

	for (i = 0; i < g->w.nnodes && !err; i++) {
		uint64_t key = likeness(g, i);
		int first = trace_map_get(&seen, key);

		if (first < 0)
			err = trace_map_set(&seen, key, first = i);
		*changed |= g->like[i] != first;
		g->like[i] = first;
	}
	trace_map_free(&seen);
	return err;
}

/* Who awaits what is alike is alike: so again, a level up each time. */
static int fold_alike(struct waits_graph *g)
{
	bool changed = true;
	int err = 0;
	int pass, i;

	for (i = 0; i < g->w.nnodes; i++)
		g->like[i] = i;
	for (pass = 0; pass < MAX_LEVELS && changed && !err; pass++) {
		changed = false;
		err = fold_once(g, &changed);
	}
	for (i = 0; i < g->w.nnodes; i++)
		g->count[g->like[i]]++;
	return err;
}

static enum sketch_look look_of(
	const struct trace *t, const struct trace_wait_node *n)
{
	static const enum sketch_look looks[] = {
		[TRACE_WAIT_LOCK] = LOOK_LOCK,
		[TRACE_WAIT_TIMER] = LOOK_TIMER,
		[TRACE_WAIT_SQE] = LOOK_SQE,
		[TRACE_WAIT_EXECUTOR] = LOOK_EXECUTOR,
		[TRACE_WAIT_THREAD] = LOOK_THREAD,
		[TRACE_WAIT_UNKNOWN] = LOOK_UNKNOWN,
	};

	return n->kind == TRACE_WAIT_TASK
		       ? sketch_look_of(t->tasks[n->index].status)
		       : looks[n->kind];
}

static void put_task(FILE *out, const struct trace_task *k)
{
	sketch_put(out, k->id);
	fprintf(out, "\\n%s", trace_status_name(k->status));
	if (*k->file) {
		fputs(" at ", out);
		sketch_put(out, trace_base_name(k->file));
		fprintf(out, ":%u", k->line);
	}
	if (k->cancel_asked)
		fputs("\\nasked to cancel", out);
}

static char *label_of(const struct waits_graph *g, int node)
{
	const struct trace *t = g->t;
	const struct trace_wait_node *n = &g->w.nodes[node];
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	switch (n->kind) {
	case TRACE_WAIT_TASK:
		put_task(out, &t->tasks[n->index]);
		break;
	case TRACE_WAIT_LOCK:
		sketch_put(out, t->locks[n->index].id);
		fputs(t->locks[n->index].holds < 0 ? "\\nfree" : "", out);
		break;
	case TRACE_WAIT_TIMER:
		sketch_put(out, t->timers[n->index].id);
		fprintf(out, "\\n%d ms, armed", t->timers[n->index].ms);
		break;
	case TRACE_WAIT_SQE:
		sketch_put(out, t->sqes[n->index].id);
		fputs(t->sqes[n->index].submitted ? "\\nin flight"
						  : "\\nnever submitted",
			out);
		break;
	case TRACE_WAIT_EXECUTOR:
		fputs("executor ", out);
		sketch_put(out, t->executors[n->index].id);
		break;
	case TRACE_WAIT_THREAD:
		fputs("thread ", out);
		sketch_put(out, t->threads[n->index].id);
		break;
	case TRACE_WAIT_UNKNOWN:
		sketch_put(out, *t->tasks[n->index].kind
					? t->tasks[n->index].kind
					: "something unknown");
		fputs(g->w.idle ? "\\nnobody is left to wake it" : "", out);
		break;
	}
	if (g->count[node] > 1)
		fprintf(out, "\\n\xc3\x97%d alike", g->count[node]);
	return sketch_done(out, &text);
}

static char *tip_of(const struct waits_graph *g, int node)
{
	const struct trace_wait_node *n = &g->w.nodes[node];
	char *text, *sentence;
	FILE *out;

	if (n->kind != TRACE_WAIT_TASK)
		return NULL;
	sentence = trace_wait_sentence(g->t, &g->w, n->index);
	if (!sentence)
		return NULL;
	out = sketch_text(&text);
	sketch_put(out, sentence);
	free(sentence);
	return sketch_done(out, &text);
}

static void add_nodes(struct waits_graph *g)
{
	int room = g->s->max_nodes;
	int left_out = 0;
	int pass, i;

	/* What is wrong gets its place first. */
	for (pass = 1; pass >= 0; pass--)
		for (i = 0; i < g->w.nnodes; i++) {
			const struct trace_wait_node *n = &g->w.nodes[i];

			if (is_bad(n) != pass || g->like[i] != i)
				continue;
			if (room-- <= 0) {
				left_out += g->count[i];
				continue;
			}
			g->nodes[i] = sketch_node(g->s, NULL, look_of(g->t, n),
				label_of(g, i), tip_of(g, i));
			if (is_bad(n))
				sketch_blame(g->nodes[i]);
		}
	if (left_out)
		sketch_node(g->s, NULL, LOOK_NOTE,
			sketch_words("%d more nodes\\nare left out", left_out),
			NULL);
}

static void add_edges(struct waits_graph *g)
{
	const struct trace_waits *w = &g->w;
	int i;

	for (i = 0; i < w->nedges; i++) {
		const struct trace_wait_edge *e = &w->edges[i];
		bool circle = w->nodes[e->from].circle &&
			      w->nodes[e->to].circle;
		bool bad = circle || e->lost;

		if (g->like[e->from] != e->from)
			continue;
		sketch_edge(g->s, g->nodes[e->from], g->nodes[g->like[e->to]],
			bad                             ? LINE_FAULT
			: e->why == TRACE_WHY_HELD_BY   ? LINE_HELD
			: e->why == TRACE_WHY_QUEUED_ON ? LINE_POST
							: LINE_AWAIT,
			sketch_words("%s", trace_why_text(e->why)));
	}
}

/* The async stacks, as a note in the drawing. */
static void add_stacks(struct waits_graph *g)
{
	char *plain = NULL, *text;
	size_t size;
	FILE *in = open_memstream(&plain, &size);
	FILE *out = sketch_text(&text);
	char *line, *rest;

	if (in) {
		trace_print_stacks(in, g->t);
		fclose(in);
	}
	if (out)
		fputs("Async stacks\\l", out);
	rest = plain;
	while (out && rest && (line = strsep(&rest, "\n")) && rest) {
		/* Graphviz drops plain spaces at the start of a line. */
		for (; *line == ' '; line++)
			fputs("\xc2\xa0", out);
		sketch_put(out, line);
		fputs("\\l", out);
	}
	free(plain);
	sketch_node(g->s, NULL, LOOK_NOTE, sketch_done(out, &text), NULL);
}

int draw_waits(struct sketch *s, const struct trace *t)
{
	struct waits_graph g = {.s = s, .t = t};
	int err = trace_waits_init(&g.w, t);
	size_t n = (size_t)g.w.nnodes + 1;

	g.nodes = calloc(n, sizeof(*g.nodes));
	g.like = calloc(n, sizeof(*g.like));
	g.count = calloc(n, sizeof(*g.count));
	if (!g.nodes || !g.like || !g.count)
		err = -ENOMEM;
	if (!err)
		err = fold_alike(&g);
	if (!err) {
		sketch_set(s->g, "rankdir", "LR");
		/* That all have ended would be true, and misleading. */
		sketch_headline(
			s, sketch_words("%s.\\l",
				   t->ntasks ? trace_verdict_text(g.w.verdict)
					     : "No task was traced"));
		add_nodes(&g);
		add_edges(&g);
		if (g.w.nnodes)
			add_stacks(&g);
	}
	free(g.nodes);
	free(g.like);
	free(g.count);
	trace_waits_fini(&g.w);
	return err;
}
