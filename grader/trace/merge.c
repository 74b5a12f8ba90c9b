// SPDX-License-Identifier: MIT
/*
 * From rings to one story: all events in the order of their time.
 *
 * Within a ring the order of writing is the truth. A clock that steps back
 * there is held, so that no event can overtake one written before it by the
 * same thread. A ring serves several threads, one after the other; each begins
 * with THREAD_START.
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static int add_thread(struct trace *t, uint32_t tid, const char *name)
{
	int i = trace__push(t->threads, t->nthreads);

	if (i < 0)
		return -ENOMEM;
	t->threads[i].tid = tid;
	t->threads[i].name = name;
	t->threads[i].first = -1;
	return i;
}

/* Until the sort, @ns holds ticks and @task the number within the ring. */
static void copy_event(struct trace_event *to, const struct co_trace_event *e,
	const char *strings)
{
	*to = (struct trace_event){
		.ns = e->time,
		.task_at = e->task,
		.other_at = e->other,
		.name = strings + e->name,
		.file = strings + e->file,
		.line = e->line,
		.arg = e->arg,
		.type = e->type,
		.flags = e->flags,
		.task = -1,
		.other = -1,
	};
}

static bool has_start(const struct raw_ring *r)
{
	uint32_t i;

	for (i = 0; i < r->count; i++)
		if (r->events[i].type == CO_TRACE_THREAD_START)
			return true;
	return false;
}

static int copy_ring(struct trace *t, const struct raw_ring *r)
{
	uint64_t now = 0;
	int thread = -1;
	uint32_t i;

	for (i = 0; i < r->count; i++) {
		struct trace_event *e = &t->events[t->nevents];

		copy_event(e, &r->events[i], t->strings);
		if (e->type == CO_TRACE_THREAD_START)
			thread = add_thread(t, (uint32_t)e->arg, e->name);
		else if (thread < 0) /* its start was overwritten */
			thread = add_thread(
				t, has_start(r) ? 0 : r->tid, t->strings);
		if (thread < 0)
			return -ENOMEM;
		now = e->ns < now ? now : e->ns;
		e->ns = now;
		e->thread = thread;
		e->task = (int)i;
		t->nevents++;
	}
	return 0;
}

static int by_time(const void *left, const void *right)
{
	const struct trace_event *a = left, *b = right;

	if (a->ns != b->ns)
		return a->ns < b->ns ? -1 : 1;
	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	return a->task < b->task ? -1 : a->task > b->task;
}

static void ticks_to_ns(struct trace *t, const struct co_trace_header *h)
{
	uint64_t start = t->nevents ? t->events[0].ns : 0;
	double rate = 1.0;
	double ns;
	int i;

	if (h->ticks[1] > h->ticks[0] && h->ns[1] > h->ns[0])
		rate = (double)(h->ns[1] - h->ns[0]) /
		       (double)(h->ticks[1] - h->ticks[0]);
	for (i = 0; i < t->nevents; i++) {
		ns = (double)(t->events[i].ns - start) * rate;
		/* A corrupt clock must not overflow the conversion. */
		t->events[i].ns = ns < 9e18 ? (uint64_t)ns
					    : 9000000000000000000u;
		t->events[i].task = -1;
	}
}

/* Threads in the order of their first event: no ring number shows. */
static int number_threads(struct trace *t)
{
	struct trace_thread *sorted = calloc(
		(size_t)t->nthreads + 1, sizeof(*sorted));
	int *place = calloc((size_t)t->nthreads + 1, sizeof(*place));
	int next = 0;
	int i;

	if (!sorted || !place) {
		free(sorted);
		free(place);
		return -ENOMEM;
	}
	for (i = 0; i < t->nevents; i++) {
		int old = t->events[i].thread;

		if (!place[old]) {
			place[old] = ++next;
			sorted[next - 1] = t->threads[old];
			sorted[next - 1].first = i;
		}
		t->events[i].thread = place[old] - 1;
		sorted[place[old] - 1].last = i;
	}
	if (next)
		memcpy(t->threads, sorted, (size_t)next * sizeof(*sorted));
	free(sorted);
	free(place);
	return 0;
}

int trace__merge(struct trace *t, struct raw_trace *raw)
{
	size_t total = 0;
	uint32_t i;

	for (i = 0; i < raw->nrings; i++)
		total += raw->rings[i].count;
	t->strings = raw->strings;
	raw->strings = NULL;
	t->pid = (uint32_t)raw->header.pid;
	t->lost = raw->lost;
	t->dropped = raw->header.dropped;
	t->events = calloc(total + 1, sizeof(*t->events));
	if (!t->events)
		return -ENOMEM;
	for (i = 0; i < raw->nrings; i++)
		if (copy_ring(t, &raw->rings[i]) < 0)
			return -ENOMEM;
	qsort(t->events, (size_t)t->nevents, sizeof(*t->events), by_time);
	ticks_to_ns(t, &raw->header);
	return number_threads(t);
}
