// SPDX-License-Identifier: MIT
/*
 * Who runs where, from when to when, and who gave control to whom.
 */
#include <string.h>

#include "model.h"

int trace__running(const struct builder *b, int thread)
{
	int slice = b->threads[thread].open;

	return slice < 0 ? -1 : b->t->slices[slice].task;
}

static void add_handoff(struct builder *b, enum trace_handoff_kind kind,
	int event, int from, int to)
{
	struct trace *t = b->t;
	int i = trace__push(t->handoffs, t->nhandoffs);

	if (i < 0) {
		b->failed = true;
		return;
	}
	t->handoffs[i] = (struct trace_handoff){
		.kind = kind,
		.event = event,
		.from = from,
		.to = to,
	};
}

/* Why does slice @to begin? Must run before stop_waiting() forgets it. */
static void find_handoff(struct builder *b, int to)
{
	struct trace *t = b->t;
	struct trace_slice *s = &t->slices[to];
	struct trace_task *k = &t->tasks[s->task];
	int before = b->threads[s->thread].closed;
	struct trace_slice *p;

	if (k->post >= 0) {
		add_handoff(b, TRACE_HANDOFF_POST, k->post, k->post_slice, to);
		return;
	}
	if (before < 0)
		return;
	p = &t->slices[before];
	if (t->tasks[p->task].awaiting == s->task)
		add_handoff(b, TRACE_HANDOFF_AWAIT, p->end, before, to);
	else if (k->awaiting == p->task &&
		 trace_is_over(t->tasks[p->task].status))
		add_handoff(b, TRACE_HANDOFF_RETURN, p->end, before, to);
}

void trace__begin_slice(struct builder *b, int event)
{
	struct trace *t = b->t;
	struct trace_event *e = &t->events[event];
	struct thread_state *th = &b->threads[e->thread];
	int i = trace__push(t->slices, t->nslices);

	if (i < 0) {
		b->failed = true;
		return;
	}
	t->slices[i] = (struct trace_slice){
		.task = e->task,
		.thread = e->thread,
		.begin = event,
		.end = -1,
		.outer = th->open,
		.depth = th->open < 0 ? 0 : t->slices[th->open].depth + 1,
	};
	find_handoff(b, i);
	th->open = i;
	t->tasks[e->task].thread = e->thread;
}

void trace__end_slice(struct builder *b, int event)
{
	struct trace *t = b->t;
	struct trace_event *e = &t->events[event];
	struct thread_state *th = &b->threads[e->thread];
	int i = th->open;

	/* Find it first: what does not run here has nothing to end. */
	while (i >= 0 && t->slices[i].task != e->task)
		i = t->slices[i].outer;
	if (i < 0)
		return;
	/* Slices inside it whose end was never told end with it. */
	for (;;) {
		int open = th->open;

		t->slices[open].end = event;
		th->closed = open;
		th->open = t->slices[open].outer;
		if (open == i)
			return;
	}
}

void trace__stop_waiting(struct trace *t, struct trace_task *k)
{
	if (k->awaiting >= 0)
		t->tasks[k->awaiting].waiter = -1;
	k->awaiting = k->posted = k->lock = -1;
	k->post = k->post_slice = -1;
}

void trace__forget_stale_await(
	struct trace *t, struct trace_task *k, const struct trace_event *e)
{
	const struct trace_event *await;

	if (k->awaiting < 0 || !e->line)
		return;
	await = &t->events[t->edges[k->awaits].event];
	if (await->line &&
		(await->line != e->line || strcmp(await->file, e->file) != 0)) {
		t->tasks[k->awaiting].waiter = -1;
		k->awaiting = -1;
	}
}
