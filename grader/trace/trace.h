/* SPDX-License-Identifier: MIT */
/*
 * Read a trace that co/trace.h describes, and understand it.
 *
 * The rules of this interface:
 * - A trace is hostile input: the program that wrote it may have crashed, may
 *   still be writing, or may have scribbled over the mapping. Nothing in the
 *   file is believed before it is checked, and the file is never mapped, so
 *   that cutting it short cannot kill the reader.
 * - Everything is known by its index in an array of struct trace; -1 is none.
 *   Addresses do not leave the reader: two runs with the same events give the
 *   same model wherever their memory was.
 * - Strings are UTF-8 without control characters or invisible direction marks,
 *   and of a sane length: what was not so in the file is shown as '?'.
 * - Everything belongs to the trace and dies with it. After trace_open() it is
 *   never changed but by trace_hide_files(), so any thread may read it.
 */
#ifndef GRADER_TRACE_H
#define GRADER_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "co/trace.h"

/* What became of a task. The terminal ones are the runtime's, by number. */
enum trace_status {
	TRACE_CREATED,
	TRACE_RUNNING,
	TRACE_SUSPENDED,
	TRACE_DONE,
	TRACE_FAILED,
	TRACE_CANCELLED,
	TRACE_KILLED,
	TRACE_TIMED_OUT,
	TRACE_STATUSES
};

struct trace_event {
	uint64_t ns;      /* since the first event */
	uint64_t task_at; /* addresses; used while the model is built */
	uint64_t other_at;
	const char *name; /* never NULL; clean, as all strings here are */
	const char *file;
	uint32_t line;
	int32_t arg;
	uint16_t type; /* enum co_trace_type */
	uint16_t flags;
	int thread;
	int task;  /* the task it tells of */
	int other; /* a task, executor, timer, lock or SQE, as the type says */
};

struct trace_thread {
	const char *name;
	char *id;
	uint32_t tid;
	int first; /* its first and last event */
	int last;
	bool stopped;
};

struct trace_task {
	const char *name;
	char *id; /* "greet", then "greet#2", in order of creation */
	enum trace_status status;
	int error;
	bool seen; /* not only spoken of by others */
	bool destroyed;

	int creator;  /* the task that ran where it was created */
	int parent;   /* the first task that awaited it */
	int awaiting; /* the task it awaits now */
	int waiter;   /* the task that awaits it now */
	int awaits;   /* its first await edge; struct trace_edge links on */

	int executor; /* the last it was posted to or run by */
	int posted;   /* the executor it is queued on now */
	int thread;   /* the last it ran on */
	int lock;     /* the lock it wants now */
	bool cancel_asked;

	/* Where it stands, and on what it waits there; "" when unknown. */
	const char *kind;
	const char *file;
	uint32_t line;

	int first; /* its first event */
	int last;
	int post; /* the post that made it run, or will; while it waits */
	int post_slice;
};

/* @from awaited @to, once. */
struct trace_edge {
	int from;
	int to;
	int event;
	int next; /* of the same @from */
};

/* One uninterrupted run of a task on a thread. Slices of a thread nest. */
struct trace_slice {
	int task;
	int thread;
	int begin; /* events */
	int end;   /* -1: still running when the trace ends */
	int outer; /* the slice around it on its thread */
	int depth; /* how many are around it */
};

enum trace_handoff_kind {
	TRACE_HANDOFF_POST,  /* posted to an executor, run later */
	TRACE_HANDOFF_AWAIT, /* the awaiting task gave its thread to the child
			      */
	TRACE_HANDOFF_RETURN /* a finished child gave its thread to the parent
			      */
};

/* Control went from slice @from (-1: plain code) at @event to slice @to. */
struct trace_handoff {
	enum trace_handoff_kind kind;
	int event;
	int from;
	int to;
};

struct trace_executor {
	const char *name;
	char *id;
	int queued; /* posts not yet run, work without a task too */
};

struct trace_timer {
	const char *name;
	char *id;
	int task;
	int ms;
	int event;
	bool armed;
};

struct trace_lock {
	const char *name;
	char *id;
	int holds; /* the first of those who hold it now */
};

/* A task, or plain code on a thread, holds a lock (perhaps shared). */
struct trace_hold {
	int lock;
	int task;
	int thread;
	int event;
	int next; /* of the same lock */
};

struct trace_sqe {
	const char *name;
	char *id;
	int task;
	int thread;
	int event;
	bool submitted;
	bool in_flight;
	int result;
};

struct trace {
	uint32_t pid;
	uint64_t lost;    /* overwritten in full rings */
	uint64_t dropped; /* of threads that found no ring */

	struct trace_event *events;
	struct trace_thread *threads;
	struct trace_task *tasks;
	struct trace_edge *edges;
	struct trace_slice *slices;
	struct trace_handoff *handoffs;
	struct trace_executor *executors;
	struct trace_timer *timers;
	struct trace_lock *locks;
	struct trace_hold *holds;
	struct trace_sqe *sqes;
	int nevents, nthreads, ntasks, nedges, nslices, nhandoffs;
	int nexecutors, ntimers, nlocks, nholds, nsqes;

	char *strings; /* what all names point into */
};

/*
 * Read the trace at @path, of a process that lives or is gone.
 *
 * Ownership: *@out is freed with trace_close(), *@why with free(); only one of
 *            the two is written.
 * Returns:   0; -EINVAL when the file is no trace, is truncated or corrupt;
 *            -errno when it cannot be read. *@why then says so in a sentence
 *            that begins with @path; it may be NULL when memory ran out.
 */
int trace_open(const char *path, struct trace **out, char **why);

/*
 * Take every place out of @t whose file's path begins with @folder: the files
 * become "", which all who print or draw leave out. The lines stay, so that
 * two places are still told apart; nobody shows a line without its file.
 *
 * Context: before @t is shared with others.
 */
void trace_hide_files(struct trace *t, const char *folder);

/* Free @t; NULL is fine. */
void trace_close(struct trace *t);

/* "task created" for an event type, "suspended" for a status. */
const char *trace_type_name(int type);
const char *trace_status_name(enum trace_status status);

/* Whether a task with this status has finished, well or not. */
static inline bool trace_is_over(enum trace_status status)
{
	return status >= TRACE_DONE;
}

/* Whether @task was still there, unfinished, when the trace ended. */
static inline bool trace_is_alive(const struct trace_task *task)
{
	return !trace_is_over(task->status) && !task->destroyed;
}

/* The last part of a path: a drawing does not show where a tree stands. */
const char *trace_base_name(const char *path);

/*
 * Make @text harmless in place: what is not UTF-8, or could harm a terminal or
 * a page, becomes '?', and what is very long is cut. It grows no longer.
 */
void trace_clean(char *text);

/*
 * Write the async stack of every task that is not finished: the task, then
 * who awaits it, up to the root. The same stack is printed once, with a count.
 */
void trace_print_stacks(FILE *out, const struct trace *t);

/*
 * Say in plain words who waits for what, which SQEs are in flight and who
 * holds which lock: what a person needs when a test has timed out.
 */
void trace_print_waits(FILE *out, const struct trace *t);

#endif
