/* SPDX-License-Identifier: MIT */
/*
 * Who waits for what when a trace ends, and whether anything can end it.
 *
 * A graph: nodes are the tasks that are not finished and the things they wait
 * for, an edge leads from who waits to what must happen first. A circle in it
 * is a deadlock. A task for which nothing is left that could wake it has lost
 * its wake-up.
 */
#ifndef GRADER_TRACE_WAITS_H
#define GRADER_TRACE_WAITS_H

#include "trace.h"

enum trace_wait_kind {
	TRACE_WAIT_TASK, /* @index is the index in the array of that kind */
	TRACE_WAIT_LOCK,
	TRACE_WAIT_TIMER,
	TRACE_WAIT_SQE,
	TRACE_WAIT_EXECUTOR,
	TRACE_WAIT_THREAD,
	TRACE_WAIT_UNKNOWN, /* what task @index waits for is not in the trace */
};

enum trace_wait_why {
	TRACE_WHY_AWAITS,
	TRACE_WHY_WANTS,
	TRACE_WHY_HELD_BY,
	TRACE_WHY_TIMER,
	TRACE_WHY_SQE,
	TRACE_WHY_QUEUED_ON,
	TRACE_WHY_RUNS_ON,
	TRACE_WHY_UNKNOWN,
};

struct trace_wait_node {
	enum trace_wait_kind kind;
	int index;
	bool circle; /* it waits for itself in the end */
	bool lost;   /* a task that nothing is left to wake */
	int out;     /* first edge out of it, and into it */
	int in;
};

struct trace_wait_edge {
	int from;
	int to;
	enum trace_wait_why why;
	bool lost;
	int next_out;
	int next_in;
};

enum trace_verdict {
	TRACE_ALL_DONE,   /* nothing waits */
	TRACE_CAN_GO_ON,  /* something runs, or a timer or the kernel will come
			   */
	TRACE_DEADLOCK,   /* tasks wait for each other in a circle */
	TRACE_LOST_WAKEUP /* tasks wait, and nothing is left to wake them */
};

struct trace_waits {
	struct trace_wait_node *nodes;
	struct trace_wait_edge *edges;
	int nnodes, nedges;
	int *node_of_task; /* -1: it does not wait */
	bool idle;         /* no task runs, no timer is armed, no SQE is out */
	enum trace_verdict verdict;
};

/*
 * Work out who waits for what at the end of @t.
 *
 * Ownership: @w is freed with trace_waits_fini(), also after an error.
 * Returns:   0 or -ENOMEM.
 */
int trace_waits_init(struct trace_waits *w, const struct trace *t);
void trace_waits_fini(struct trace_waits *w);

/* The verdict in one sentence, without a full stop. */
const char *trace_verdict_text(enum trace_verdict verdict);

/* The words on an edge: "awaits", "held by". */
const char *trace_why_text(enum trace_wait_why why);

/*
 * What @task waits for, in one sentence that starts with its id.
 *
 * Returns: a string for free(), or NULL when memory ran out.
 */
char *trace_wait_sentence(
	const struct trace *t, const struct trace_waits *w, int task);

/*
 * The async stack of @task: itself, who awaits it, who awaits that one.
 * Writes up to @max tasks to @frames. Returns how many there are; a stack
 * that comes back to @task (a circle) ends before it does.
 */
int trace_stack(const struct trace *t, int task, int *frames, int max);

#endif
