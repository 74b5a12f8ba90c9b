/* SPDX-License-Identifier: MIT */
/*
 * The state kept while a trace's events are played: model.c plays them,
 * slices.c follows who runs where and who handed control to whom, resources.c
 * the timers, SQEs and locks.
 */
#ifndef GRADER_TRACE_MODEL_H
#define GRADER_TRACE_MODEL_H

#include "internal.h"

struct thread_state {
	int open;     /* the innermost slice that runs, or -1 */
	int closed;   /* the slice that ended last, or -1 */
	int next_sqe; /* no SQE of this thread before it waits for a submit */
};

struct builder {
	struct trace *t;
	struct thread_state *threads;
	/* From an address to what stands there now. */
	struct trace_map tasks;
	struct trace_map executors;
	struct trace_map timers;
	struct trace_map locks;
	struct trace_map sqes;
	struct trace_map names; /* to the event that names it */
	bool failed;            /* memory ran out */
};

/* The task that runs on @thread, or -1. */
int trace__running(const struct builder *b, int thread);

/* The task of @event begins to run there, or stops. */
void trace__begin_slice(struct builder *b, int event);
void trace__end_slice(struct builder *b, int event);

/* @k runs again: it waits for nothing any more. */
void trace__stop_waiting(struct trace *t, struct trace_task *k);

/*
 * @k suspends by event @e. If the await before it was of another place in the
 * code, that one was over at once and @k does not wait for it now.
 */
void trace__forget_stale_await(
	struct trace *t, struct trace_task *k, const struct trace_event *e);

/* What NAMED called the other object of @e, or else what @e calls it. */
const char *trace__name_of(
	const struct builder *b, const struct trace_event *e);

/* Play an event of the timers, of io_uring, of the locks. */
void trace__on_timer(struct builder *b, int event);
void trace__on_uring(struct builder *b, int event);
void trace__on_lock(struct builder *b, int event);

#endif
