// SPDX-License-Identifier: MIT
/*
 * What tasks wait for besides tasks: timers, SQEs, locks. The address of a
 * timer or an SQE begins anew each time it is armed or prepared.
 */
#include "model.h"

/* Timers. */

void trace__on_timer(struct builder *b, int event)
{
	struct trace *t = b->t;
	struct trace_event *e = &t->events[event];

	e->other = trace_map_get(&b->timers, e->other_at);
	if (e->type != CO_TRACE_TIMER_ARMED) {
		if (e->other >= 0)
			t->timers[e->other].armed = false;
		return;
	}
	e->other = trace__push(t->timers, t->ntimers);
	if (e->other < 0 ||
		trace_map_set(&b->timers, e->other_at, e->other) < 0) {
		b->failed = true;
		return;
	}
	t->timers[e->other] = (struct trace_timer){
		.name = trace__name_of(b, e),
		.task = e->task,
		.ms = e->arg,
		.event = event,
		.armed = true,
	};
}

/* SQEs. */

static void prepare_sqe(struct builder *b, int event)
{
	struct trace *t = b->t;
	struct trace_event *e = &t->events[event];

	e->other = trace__push(t->sqes, t->nsqes);
	if (e->other < 0 ||
		trace_map_set(&b->sqes, e->other_at, e->other) < 0) {
		b->failed = true;
		return;
	}
	t->sqes[e->other] = (struct trace_sqe){
		.name = e->name,
		.task = e->task,
		.thread = e->thread,
		.event = event,
		.in_flight = true,
	};
}

/* @arg SQEs of this thread's ring went to the kernel: its oldest ones. */
static void submit_sqes(struct builder *b, const struct trace_event *e)
{
	struct thread_state *s = &b->threads[e->thread];
	int left = e->arg;

	for (; left > 0 && s->next_sqe < b->t->nsqes; s->next_sqe++) {
		struct trace_sqe *q = &b->t->sqes[s->next_sqe];

		if (q->thread != e->thread)
			continue;
		q->submitted = true;
		left--;
	}
}

void trace__on_uring(struct builder *b, int event)
{
	struct trace_event *e = &b->t->events[event];

	if (e->type == CO_TRACE_SQE_PREPARED) {
		prepare_sqe(b, event);
	} else if (e->type == CO_TRACE_SQE_SUBMITTED) {
		submit_sqes(b, e);
	} else {
		e->other = trace_map_get(&b->sqes, e->other_at);
		if (e->other < 0)
			return;
		b->t->sqes[e->other].in_flight = false;
		b->t->sqes[e->other].result = e->arg;
	}
}

/* Locks. */

static int lock_at(struct builder *b, const struct trace_event *e)
{
	struct trace *t = b->t;
	int i = trace_map_get(&b->locks, e->other_at);

	if (i >= 0)
		return i;
	i = trace__push(t->locks, t->nlocks);
	if (i < 0 || trace_map_set(&b->locks, e->other_at, i) < 0)
		return b->failed = true, -1;
	t->locks[i].name = trace__name_of(b, e);
	t->locks[i].holds = -1;
	return i;
}

static void release_lock(struct trace *t, const struct trace_event *e)
{
	int *link = &t->locks[e->other].holds;
	int *first = link;

	/* Whoever releases it; else (plain code may) whoever took it last. */
	for (; *link >= 0; link = &t->holds[*link].next)
		if (t->holds[*link].task == e->task)
			break;
	if (*link < 0)
		link = first;
	if (*link >= 0)
		*link = t->holds[*link].next;
}

void trace__on_lock(struct builder *b, int event)
{
	struct trace *t = b->t;
	struct trace_event *e = &t->events[event];
	int hold;

	e->other = lock_at(b, e);
	if (e->other < 0)
		return;
	if (e->type == CO_TRACE_LOCK_RELEASED) {
		release_lock(t, e);
		return;
	}
	if (e->task >= 0)
		t->tasks[e->task].lock = e->type == CO_TRACE_LOCK_REQUESTED
						 ? e->other
						 : -1;
	if (e->type == CO_TRACE_LOCK_REQUESTED)
		return;
	hold = trace__push(t->holds, t->nholds);
	if (hold < 0) {
		b->failed = true;
		return;
	}
	t->holds[hold] = (struct trace_hold){
		.lock = e->other,
		.task = e->task,
		.thread = e->thread,
		.event = event,
		.next = t->locks[e->other].holds,
	};
	t->locks[e->other].holds = hold;
}
