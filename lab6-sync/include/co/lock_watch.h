/* SPDX-License-Identifier: MIT */
/*
 * Who holds which lock and who wants it: deadlocks seen as they arise (lab 6,
 * part G). All of it is given.
 *
 * The inlines of co/mutex.h and co/shared_mutex.h tell; nothing that a student
 * writes does. It is on in a traced run, CO_TRACE=FILE, and where a program
 * says so; off, it costs one predictable branch. What it finds:
 *
 *	a circle      'inner' wants mutex m, held by 'outer', which awaits
 *	              'inner'; or a task wants what it holds already
 *	an inversion  somebody holds a and wants b, and somebody has held b and
 *	              wanted a: no circle this time, but there may be one
 *	a leak        a task has ended, and holds a lock
 *
 * It reports and lets the program go on: a task that waits in a circle waits
 * for ever, and the wait-for graph of the trace shows it in red.
 */
#ifndef CO_LOCK_WATCH_H
#define CO_LOCK_WATCH_H

#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Told of each thing found; @text is gone when it returns. */
typedef void co_lock_report_fn(const char *text);

/*
 * Watch all locks from now on; NULL: no more. A traced run begins with a
 * report that prints to standard error.
 *
 * Context: any thread, while no lock is held or wanted. @report is called on
 *          any thread, and must not lock, unlock or watch.
 */
void co_lock_watch(co_lock_report_fn *report);

/* True while locks are watched. */
extern bool co__locks_watched;

/* @task, not NULL, wants, has, no longer has @lock; @lock is gone. */
void co__lock_wanted(struct co_task *task, const void *lock, const char *name);
void co__lock_taken(struct co_task *task, const void *lock, const char *name);
void co__lock_left(struct co_task *task);
void co__lock_released(struct co_task *task, const void *lock);
void co__lock_gone(const void *lock);

/*
 * One event of a lock, for the trace and for the watch. Of the types in
 * co/trace.h: REQUESTED, ACQUIRED or RELEASED.
 */
void co__lock_event(enum co_trace_type type, struct co_task *task,
	const void *lock, const char *name) __attribute__((cold));

static inline void co_lock_event(enum co_trace_type type, struct co_task *task,
	const void *lock, const char *name)
{
	if (co_unlikely(co__locks_watched))
		co__lock_event(type, task, lock, name);
}

#ifdef __cplusplus
}
#endif

#endif
