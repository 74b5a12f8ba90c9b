// SPDX-License-Identifier: MIT
/*
 * Play the events in order and keep what is known of every object.
 *
 * A trace may begin in the middle (a full ring keeps the newest events), so an
 * object exists from the first event that mentions it. An address names a new
 * task at TASK_CREATED; after TASK_DESTROYED it still means the old one until
 * then, because whoever uses it does so by mistake and should be seen.
 */
#include <stdlib.h>
#include <string.h>

#include "model.h"

/* Objects by address. */

static int new_task(struct builder *b, uint64_t at, int event)
{
	struct trace *t = b->t;
	int i = trace__push(t->tasks, t->ntasks);
	struct trace_task *k;

	if (i < 0 || trace_map_set(&b->tasks, at, i) < 0)
		return b->failed = true, -1;
	k = &t->tasks[i];
	k->name = k->kind = k->file = t->strings;
	k->creator = k->parent = k->awaiting = k->waiter = k->awaits = -1;
	k->executor = k->posted = k->thread = k->lock = -1;
	k->post = k->post_slice = -1;
	k->first = event;
	return i;
}

static int task_at(struct builder *b, uint64_t at, int event)
{
	int i;

	if (!at)
		return -1;
	i = trace_map_get(&b->tasks, at);
	return i < 0 ? new_task(b, at, event) : i;
}

const char *trace__name_of(const struct builder *b, const struct trace_event *e)
{
	int named = trace_map_get(&b->names, e->other_at);

	return named < 0 ? e->name : b->t->events[named].name;
}

static int executor_at(struct builder *b, const struct trace_event *e)
{
	struct trace *t = b->t;
	int i = trace_map_get(&b->executors, e->other_at);

	if (i >= 0)
		return i;
	i = trace__push(t->executors, t->nexecutors);
	if (i < 0 || trace_map_set(&b->executors, e->other_at, i) < 0)
		return b->failed = true, -1;
	t->executors[i].name = trace__name_of(b, e);
	return i;
}

/* Tasks. */

static void on_task(struct builder *b, int event)
{
	struct trace_event *e = &b->t->events[event];
	struct trace_task *k = &b->t->tasks[e->task];

	k->seen = true;
	if (!*k->name && e->type != CO_TRACE_TASK_SUSPENDED)
		k->name = e->name;
	if (*e->file) {
		k->file = e->file;
		k->line = e->line;
	}
	switch (e->type) {
	case CO_TRACE_TASK_CREATED:
		k->creator = trace__running(b, e->thread);
		break;
	case CO_TRACE_TASK_STARTED:
	case CO_TRACE_TASK_RESUMED:
		trace__begin_slice(b, event);
		trace__stop_waiting(b->t, k);
		k->status = TRACE_RUNNING;
		break;
	case CO_TRACE_TASK_SUSPENDED:
		trace__end_slice(b, event);
		trace__forget_stale_await(b->t, k, e);
		k->status = TRACE_SUSPENDED;
		k->kind = e->name;
		break;
	case CO_TRACE_TASK_FINISHED:
		trace__end_slice(b, event);
		k->status = trace_is_over(e->flags) && e->flags < TRACE_STATUSES
				    ? e->flags
			    : e->arg ? TRACE_FAILED
				     : TRACE_DONE;
		k->error = e->arg;
		k->lock = k->posted = -1;
		break;
	case CO_TRACE_TASK_DESTROYED:
		trace__end_slice(b, event);
		k->destroyed = true;
		break;
	}
}

static void on_await(struct builder *b, int event)
{
	struct trace *t = b->t;
	struct trace_event *e = &t->events[event];
	struct trace_task *from, *to;
	int edge;

	e->other = task_at(b, e->other_at, event);
	if (e->task < 0 || e->other < 0)
		return;
	edge = trace__push(t->edges, t->nedges);
	if (edge < 0) {
		b->failed = true;
		return;
	}
	from = &t->tasks[e->task];
	to = &t->tasks[e->other];
	t->edges[edge] = (struct trace_edge){
		.from = e->task,
		.to = e->other,
		.event = event,
		.next = from->awaits,
	};
	from->awaits = edge;
	from->awaiting = e->other;
	to->waiter = e->task;
	if (to->parent < 0)
		to->parent = e->task;
}

/* Executors. */

static void on_executor(struct builder *b, int event)
{
	struct trace *t = b->t;
	struct trace_event *e = &t->events[event];
	bool post = e->type == CO_TRACE_POST;
	struct trace_task *k;

	e->other = executor_at(b, e);
	if (e->other < 0)
		return;
	if (post)
		t->executors[e->other].queued++;
	else if (t->executors[e->other].queued)
		t->executors[e->other].queued--;
	if (e->task < 0)
		return;
	k = &t->tasks[e->task];
	k->executor = e->other;
	k->posted = post ? e->other : -1;
	if (post) {
		k->post = event;
		k->post_slice = b->threads[e->thread].open;
	}
}

/* A name given after the object was first seen counts too. */
static void on_named(struct builder *b, int event)
{
	struct trace *t = b->t;
	const struct trace_event *e = &t->events[event];
	int i;

	if (trace_map_set(&b->names, e->other_at, event) < 0)
		b->failed = true;
	i = trace_map_get(&b->executors, e->other_at);
	if (i >= 0)
		t->executors[i].name = e->name;
	i = trace_map_get(&b->locks, e->other_at);
	if (i >= 0)
		t->locks[i].name = e->name;
}

/* The task an event tells of; a new one when it begins there. */
static int task_of(struct builder *b, int event)
{
	const struct trace_event *e = &b->t->events[event];
	int i = task_at(b, e->task_at, event);

	if (i >= 0 && e->type == CO_TRACE_TASK_CREATED && b->t->tasks[i].seen)
		return new_task(b, e->task_at, event);
	return i;
}

static void play(struct builder *b, int event)
{
	struct trace_event *e = &b->t->events[event];

	e->task = task_of(b, event);
	if (e->task >= 0)
		b->t->tasks[e->task].last = event;
	if (e->type <= CO_TRACE_TASK_DESTROYED) {
		if (e->task >= 0)
			on_task(b, event);
	} else if (e->type == CO_TRACE_AWAIT) {
		on_await(b, event);
	} else if (e->type <= CO_TRACE_RUN) {
		on_executor(b, event);
	} else if (e->type <= CO_TRACE_TIMER_CANCELLED) {
		trace__on_timer(b, event);
	} else if (e->type <= CO_TRACE_CQE) {
		trace__on_uring(b, event);
	} else if (e->type <= CO_TRACE_LOCK_RELEASED) {
		trace__on_lock(b, event);
	} else if (e->type == CO_TRACE_CANCEL) {
		if (e->task >= 0)
			b->t->tasks[e->task].cancel_asked = true;
	} else if (e->type == CO_TRACE_THREAD_STOP) {
		b->t->threads[e->thread].stopped = true;
	} else if (e->type == CO_TRACE_NAMED) {
		on_named(b, event);
	}
}

int trace__build(struct trace *t)
{
	struct builder b = {.t = t};
	int i;

	b.threads = calloc((size_t)t->nthreads + 1, sizeof(*b.threads));
	b.failed = !b.threads;
	for (i = 0; i < t->nthreads && !b.failed; i++)
		b.threads[i].open = b.threads[i].closed = -1;
	for (i = 0; i < t->nevents && !b.failed; i++)
		play(&b, i);
	trace_map_free(&b.tasks);
	trace_map_free(&b.executors);
	trace_map_free(&b.timers);
	trace_map_free(&b.locks);
	trace_map_free(&b.sqes);
	trace_map_free(&b.names);
	free(b.threads);
	return b.failed ? -ENOMEM : 0;
}
