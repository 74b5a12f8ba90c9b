// SPDX-License-Identifier: MIT
/* The wait-for graph at the end of a trace. */
#include "waits.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct finder {
	const struct trace *t;
	struct trace_waits *w;
	int *nodes_of[TRACE_WAIT_UNKNOWN]; /* by kind and index, -1: none yet */
	bool failed;
};

static int count_of(const struct trace *t, enum trace_wait_kind kind)
{
	switch (kind) {
	case TRACE_WAIT_TASK:
		return t->ntasks;
	case TRACE_WAIT_LOCK:
		return t->nlocks;
	case TRACE_WAIT_TIMER:
		return t->ntimers;
	case TRACE_WAIT_SQE:
		return t->nsqes;
	case TRACE_WAIT_EXECUTOR:
		return t->nexecutors;
	case TRACE_WAIT_THREAD:
		return t->nthreads;
	default:
		return 0;
	}
}

static int node(struct finder *f, enum trace_wait_kind kind, int index)
{
	struct trace_waits *w = f->w;
	bool shared = kind != TRACE_WAIT_UNKNOWN;
	int i;

	if (shared && f->nodes_of[kind][index] >= 0)
		return f->nodes_of[kind][index];
	i = trace__push(w->nodes, w->nnodes);
	if (i < 0) {
		f->failed = true;
		return -1;
	}
	w->nodes[i] = (struct trace_wait_node){
		.kind = kind,
		.index = index,
		.out = -1,
		.in = -1,
	};
	if (shared)
		f->nodes_of[kind][index] = i;
	return i;
}

static void edge(
	struct finder *f, int from, int to, enum trace_wait_why why, bool lost)
{
	struct trace_waits *w = f->w;
	int i;

	if (from < 0 || to < 0)
		return;
	i = trace__push(w->edges, w->nedges);
	if (i < 0) {
		f->failed = true;
		return;
	}
	w->edges[i] = (struct trace_wait_edge){
		.from = from,
		.to = to,
		.why = why,
		.lost = lost,
		.next_out = w->nodes[from].out,
		.next_in = w->nodes[to].in,
	};
	w->nodes[from].out = w->nodes[to].in = i;
	w->nodes[from].lost |= lost;
}

/* A task that nobody started and nobody wants is not waiting. */
static bool waits(const struct trace_task *k)
{
	return trace_is_alive(k) &&
	       (k->status != TRACE_CREATED || k->waiter >= 0 || k->posted >= 0);
}

static bool is_idle(const struct trace *t)
{
	int i;

	for (i = 0; i < t->ntasks; i++)
		if (trace_is_alive(&t->tasks[i]) &&
			t->tasks[i].status == TRACE_RUNNING)
			return false;
	for (i = 0; i < t->ntimers; i++)
		if (t->timers[i].armed)
			return false;
	for (i = 0; i < t->nsqes; i++)
		if (t->sqes[i].in_flight && t->sqes[i].submitted)
			return false;
	return true;
}

static void link_lock(struct finder *f, int from, int lock)
{
	const struct trace *t = f->t;
	int to = node(f, TRACE_WAIT_LOCK, lock);
	int hold = t->locks[lock].holds;

	edge(f, from, to, TRACE_WHY_WANTS, hold < 0);
	/* Its holders are drawn once, for whoever asks first. */
	if (to < 0 || f->w->nodes[to].out >= 0)
		return;
	for (; hold >= 0; hold = t->holds[hold].next) {
		const struct trace_hold *h = &t->holds[hold];

		edge(f, to,
			h->task >= 0 ? node(f, TRACE_WAIT_TASK, h->task)
				     : node(f, TRACE_WAIT_THREAD, h->thread),
			TRACE_WHY_HELD_BY, false);
	}
}

static void link_task(struct finder *f, int task)
{
	const struct trace_task *k = &f->t->tasks[task];
	int from = node(f, TRACE_WAIT_TASK, task);

	if (k->status == TRACE_RUNNING)
		edge(f, from, node(f, TRACE_WAIT_THREAD, k->thread),
			TRACE_WHY_RUNS_ON, false);
	else if (k->posted >= 0)
		edge(f, from, node(f, TRACE_WAIT_EXECUTOR, k->posted),
			TRACE_WHY_QUEUED_ON, f->w->idle);
	else if (k->awaiting >= 0)
		edge(f, from, node(f, TRACE_WAIT_TASK, k->awaiting),
			TRACE_WHY_AWAITS,
			!trace_is_alive(&f->t->tasks[k->awaiting]));
	else if (k->lock >= 0)
		link_lock(f, from, k->lock);
}

static void link_resources(struct finder *f)
{
	const struct trace *t = f->t;
	int i;

	for (i = 0; i < t->ntimers; i++)
		if (t->timers[i].armed && t->timers[i].task >= 0 &&
			waits(&t->tasks[t->timers[i].task]))
			edge(f, node(f, TRACE_WAIT_TASK, t->timers[i].task),
				node(f, TRACE_WAIT_TIMER, i), TRACE_WHY_TIMER,
				false);
	for (i = 0; i < t->nsqes; i++)
		if (t->sqes[i].in_flight && t->sqes[i].task >= 0 &&
			waits(&t->tasks[t->sqes[i].task]))
			edge(f, node(f, TRACE_WAIT_TASK, t->sqes[i].task),
				node(f, TRACE_WAIT_SQE, i), TRACE_WHY_SQE,
				f->w->idle && !t->sqes[i].submitted);
}

/* Whoever waits without an edge waits for something the trace cannot know. */
static void link_unknown(struct finder *f)
{
	struct trace_waits *w = f->w;
	int n = w->nnodes;
	int i;

	for (i = 0; i < n; i++)
		if (w->nodes[i].kind == TRACE_WAIT_TASK &&
			w->nodes[i].out < 0 &&
			trace_is_alive(&f->t->tasks[w->nodes[i].index]))
			edge(f, i,
				node(f, TRACE_WAIT_UNKNOWN, w->nodes[i].index),
				TRACE_WHY_UNKNOWN, w->idle);
}

/*
 * Take away, again and again, every node without an edge out of it (or, the
 * other way round, into it) among those left. What stays both ways is a
 * circle. Queue-driven, so long chains cost no more than short ones.
 */
static int peel(struct trace_waits *w, bool *gone, bool forward)
{
	int *degree = calloc((size_t)w->nnodes + 1, sizeof(*degree));
	int *queue = calloc((size_t)w->nnodes + 1, sizeof(*queue));
	int head = 0, tail = 0;
	int i, e;

	if (!degree || !queue) {
		free(degree);
		free(queue);
		return -ENOMEM;
	}
	for (e = 0; e < w->nedges; e++)
		if (!gone[w->edges[e].from] && !gone[w->edges[e].to])
			degree[forward ? w->edges[e].from : w->edges[e].to]++;
	for (i = 0; i < w->nnodes; i++)
		if (!gone[i] && !degree[i])
			queue[tail++] = i;
	while (head < tail) {
		i = queue[head++];
		gone[i] = true;
		e = forward ? w->nodes[i].in : w->nodes[i].out;
		while (e >= 0) {
			int next = forward ? w->edges[e].from : w->edges[e].to;

			if (!gone[next] && --degree[next] == 0)
				queue[tail++] = next;
			e = forward ? w->edges[e].next_in
				    : w->edges[e].next_out;
		}
	}
	free(degree);
	free(queue);
	return 0;
}

static int find_circles(struct trace_waits *w)
{
	bool *gone = calloc((size_t)w->nnodes + 1, sizeof(*gone));
	int err = gone ? 0 : -ENOMEM;
	int i;

	if (!err)
		err = peel(w, gone, true);
	if (!err)
		err = peel(w, gone, false);
	for (i = 0; i < w->nnodes && !err; i++)
		w->nodes[i].circle = !gone[i];
	free(gone);
	return err;
}

static enum trace_verdict judge(const struct trace_waits *w)
{
	bool circle = false, lost = false;
	int i;

	for (i = 0; i < w->nnodes; i++) {
		circle |= w->nodes[i].circle;
		lost |= w->nodes[i].lost;
	}
	return circle      ? TRACE_DEADLOCK
	       : lost      ? TRACE_LOST_WAKEUP
	       : w->nnodes ? TRACE_CAN_GO_ON
			   : TRACE_ALL_DONE;
}

static int find(struct finder *f)
{
	const struct trace *t = f->t;
	int i;

	f->w->idle = is_idle(t);
	for (i = 0; i < t->ntasks; i++)
		if (waits(&t->tasks[i]))
			link_task(f, i);
	link_resources(f);
	link_unknown(f);
	if (f->failed)
		return -ENOMEM;
	return find_circles(f->w);
}

int trace_waits_init(struct trace_waits *w, const struct trace *t)
{
	struct finder f = {.t = t, .w = w};
	int err = 0;
	int kind;

	memset(w, 0, sizeof(*w));
	for (kind = 0; kind < TRACE_WAIT_UNKNOWN; kind++) {
		size_t size = ((size_t)count_of(t, kind) + 1) * sizeof(int);

		f.nodes_of[kind] = malloc(size);
		if (f.nodes_of[kind])
			memset(f.nodes_of[kind], -1, size);
		else
			err = -ENOMEM;
	}
	if (!err)
		err = find(&f);
	if (!err)
		w->verdict = judge(w);
	w->node_of_task = f.nodes_of[TRACE_WAIT_TASK];
	for (kind = TRACE_WAIT_LOCK; kind < TRACE_WAIT_UNKNOWN; kind++)
		free(f.nodes_of[kind]);
	return err;
}

void trace_waits_fini(struct trace_waits *w)
{
	free(w->nodes);
	free(w->edges);
	free(w->node_of_task);
}
