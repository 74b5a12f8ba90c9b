// SPDX-License-Identifier: MIT
/* The await graph: tasks, who awaits whom, boxed by where they run. */
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "map.h"
#include "sketch.h"

/* How many levels up a task without an executor looks for one. */
enum {
	MAX_INHERITED = 64
};

struct await_graph {
	struct sketch *s;
	const struct trace *t;
	struct fold fold;
	Agnode_t **nodes;     /* of each group; NULL: left out */
	Agraph_t **executors; /* clusters, NULL until needed */
	Agraph_t **threads;
	int *slept; /* of each group: suspensions that awaited no task */
	bool boxed;
};

static void put_error(FILE *out, int error)
{
	const char *name = strerrorname_np(error < 0 ? -error : error);

	if (name)
		fprintf(out, ": %s%s", error < 0 ? "-" : "", name);
	else
		fprintf(out, ": %d", error);
}

static char *task_label(const struct await_graph *a, int group)
{
	const struct fold_group *g = &a->fold.groups[group];
	const struct trace_task *k = &a->t->tasks[g->task];
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	/* A folded node has no number of its own. */
	sketch_put(out, g->count > 1 && *k->name ? k->name : k->id);
	if (g->count > 1)
		fprintf(out, "  \xc3\x97%d", g->count);
	if (k->status != TRACE_DONE)
		fprintf(out, "\\n%s", trace_status_name(k->status));
	if (trace_is_over(k->status) && k->error)
		put_error(out, k->error);
	if (k->status == TRACE_SUSPENDED) {
		if (*k->kind) {
			fputs(" on ", out);
			sketch_put(out, k->kind);
		}
		if (*k->file) {
			fputs("\\n", out);
			sketch_put(out, trace_base_name(k->file));
			fprintf(out, ":%u", k->line);
		}
	}
	if (k->destroyed && !trace_is_over(k->status))
		fputs("\\ndestroyed", out);
	return sketch_done(out, &text);
}

static char *task_tip(const struct await_graph *a, int group)
{
	const struct fold_group *g = &a->fold.groups[group];
	const struct trace_task *k = &a->t->tasks[g->task];
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	sketch_put(out, k->id);
	fprintf(out, ": %s", trace_status_name(k->status));
	if (*k->file) {
		fputs(", last at ", out);
		sketch_put(out, trace_base_name(k->file));
		fprintf(out, ":%u", k->line);
	}
	if (a->slept[group])
		fprintf(out, ", suspended %d times", a->slept[group]);
	return sketch_done(out, &text);
}

static char *box_label(const char *sort, const char *id)
{
	char *text;
	FILE *out = sketch_text(&text);

	if (out)
		fprintf(out, "%s ", sort);
	sketch_put(out, id);
	return sketch_done(out, &text);
}

/* The box of the executor a task ran on, or else of the thread. */
static Agraph_t *box_of(struct await_graph *a, const struct trace_task *k)
{
	const struct trace *t = a->t;

	if (!a->boxed)
		return a->s->g;
	if (k->executor >= 0) {
		if (!a->executors[k->executor])
			a->executors[k->executor] = sketch_cluster(
				a->s, box_label("executor",
					      t->executors[k->executor].id));
		return a->executors[k->executor];
	}
	if (k->thread < 0)
		return a->s->g;
	if (!a->threads[k->thread])
		a->threads[k->thread] = sketch_cluster(
			a->s, box_label("thread", t->threads[k->thread].id));
	return a->threads[k->thread];
}

/* Boxes tell nothing where everything runs in one place. */
static bool needs_boxes(const struct trace *t)
{
	return t->nexecutors > 0 || t->nthreads > 1;
}

/* What went wrong or is not over is never left out before what ended well. */
static int rank(const struct trace_task *k)
{
	return k->status == TRACE_DONE;
}

static void add_nodes(struct await_graph *a)
{
	int room = a->s->max_nodes;
	int left_out = 0;
	int pass, g;

	for (pass = 0; pass < 2; pass++)
		for (g = 0; g < a->fold.ngroups; g++) {
			int task = a->fold.groups[g].task;

			if (rank(&a->t->tasks[task]) == pass && room-- > 0)
				a->nodes[g] = (Agnode_t *)a->s;
		}
	for (g = 0; g < a->fold.ngroups; g++) {
		const struct trace_task *k =
			&a->t->tasks[a->fold.groups[g].task];

		if (!a->nodes[g]) {
			left_out += a->fold.groups[g].count;
			continue;
		}
		a->nodes[g] = sketch_node(a->s, box_of(a, k),
			sketch_look_of(k->status), task_label(a, g),
			task_tip(a, g));
	}
	if (left_out)
		sketch_node(a->s, NULL, LOOK_NOTE,
			sketch_words("%d more tasks\\nare left out", left_out),
			NULL);
}

struct arrow {
	int from, to, count;
	enum sketch_line line;
};

/* Count the arrows between groups: each pair is drawn once. */
static int count_arrow(struct trace_map *seen, struct arrow *arrows,
	int *narrows, const struct arrow *new)
{
	uint64_t key = trace_mix(
		trace_mix((uint64_t) new->from, (uint64_t) new->line),
		(uint64_t) new->to);
	int i = trace_map_get(seen, key);

	if (i >= 0) {
		arrows[i].count++;
		return 0;
	}
	arrows[*narrows] = *new;
	return trace_map_set(seen, key, (*narrows)++);
}

static void add_arrow(struct await_graph *a, const struct arrow *r)
{
	sketch_edge(a->s, a->nodes[r->from], a->nodes[r->to], r->line,
		r->count > 1 ? sketch_words("\xc3\x97%d", r->count) : NULL);
}

static int add_arrows(struct await_graph *a)
{
	const struct trace *t = a->t;
	size_t room = (size_t)t->nedges + (size_t)t->ntasks + 1;
	struct arrow *arrows = calloc(room, sizeof(*arrows));
	const int *group = a->fold.group_of;
	struct trace_map seen = {0};
	int err = arrows ? 0 : -ENOMEM;
	int n = 0;
	int i;

	for (i = 0; i < t->nedges && !err; i++) {
		const struct trace_edge *e = &t->edges[i];

		err = count_arrow(&seen, arrows, &n,
			&(struct arrow){
				group[e->from], group[e->to], 1, LINE_AWAIT});
	}
	for (i = 0; i < t->ntasks && !err; i++)
		if (t->tasks[i].parent < 0 && t->tasks[i].creator >= 0)
			err = count_arrow(&seen, arrows, &n,
				&(struct arrow){group[t->tasks[i].creator],
					group[i], 1, LINE_START});
	for (i = 0; i < n && !err; i++)
		add_arrow(a, &arrows[i]);
	trace_map_free(&seen);
	free(arrows);
	return err;
}

static void count_suspensions(struct await_graph *a)
{
	int i;

	for (i = 0; i < a->t->nevents; i++)
		if (a->t->events[i].type == CO_TRACE_TASK_SUSPENDED &&
			a->t->events[i].task >= 0)
			a->slept[a->fold.group_of[a->t->events[i].task]]++;
}

static char *caption(const struct trace *t)
{
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	if (!t->ntasks)
		fputs("No task was traced.\\l", out);
	else
		fputs("solid arrow: awaits    dashed: starts    "
		      "double box: suspended at the end    "
		      "octagon: did not end well\\l",
			out);
	if (t->lost || t->dropped)
		fprintf(out, "%llu events are missing from the trace\\l",
			(unsigned long long)(t->lost + t->dropped));
	return sketch_done(out, &text);
}

static int fill(struct await_graph *a)
{
	sketch_set(a->s->g, "rankdir", "LR");
	sketch_set(a->s->g, "nodesep", "0.15");
	sketch_set(a->s->g, "ranksep", "0.45");
	sketch_caption(a->s, caption(a->t));
	a->boxed = needs_boxes(a->t);
	count_suspensions(a);
	add_nodes(a);
	return add_arrows(a);
}

int draw_await(struct sketch *s, const struct trace *t)
{
	struct await_graph a = {.s = s, .t = t};
	int err = fold_init(&a.fold, t, s->max_nodes);
	size_t groups = (size_t)a.fold.ngroups + 1;

	a.nodes = calloc(groups, sizeof(*a.nodes));
	a.slept = calloc(groups, sizeof(*a.slept));
	a.executors = calloc((size_t)t->nexecutors + 1, sizeof(*a.executors));
	a.threads = calloc((size_t)t->nthreads + 1, sizeof(*a.threads));
	if (!a.nodes || !a.slept || !a.executors || !a.threads)
		err = -ENOMEM;
	if (!err)
		err = fill(&a);
	free(a.nodes);
	free(a.slept);
	free(a.executors);
	free(a.threads);
	fold_fini(&a.fold);
	return err;
}
