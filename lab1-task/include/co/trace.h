/* SPDX-License-Identifier: MIT */
/*
 * Tracing: what happened, in memory that outlives the program.
 *
 * The body macros, the inlines of these headers and the code in support/ call
 * co_trace(); nothing that a student writes does, so a graph is right even
 * where the code is wrong.
 *
 * Set CO_TRACE=FILE in the environment to switch it on. Each thread then
 * writes fixed-size events to a ring of its own in a shared mapping of FILE:
 * a crash, a kill or a hang loses nothing that was written. A full ring keeps
 * the newest events and the reader counts the lost ones. CO_TRACE_EVENTS=N
 * sets the size of a ring (a power of two). Without CO_TRACE an event costs
 * one predictable branch.
 *
 * The file, version 1, in the byte order of the machine:
 *
 *   offset 0     struct co_trace_header
 *   rings_at     struct co_trace_ring [rings]
 *   strings_at   the string table: bytes, each string ends in NUL; a string is
 *                known by its offset, and offset 0 is the empty string
 *   events_at    struct co_trace_event [rings][capacity]
 *
 * Only the thread that owns a ring writes it. `head` counts all events ever
 * written to it; event number i stands at index i % capacity. It is stored
 * with release after the event is complete, so of a full ring the oldest slot
 * is the one that may be half written: readers leave it out.
 */
#ifndef CO_TRACE_H
#define CO_TRACE_H

#include "co/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CO_TRACE_MAGIC   0x4543415254434f43ULL /* "COCTRACE", little endian */
#define CO_TRACE_VERSION 1

/* What @task, @other, @name, @arg mean is said for each type. */
enum co_trace_type {
	CO_TRACE_NONE = 0,

	/* Tasks. @task is the task; @name its name. */
	CO_TRACE_TASK_CREATED,
	CO_TRACE_TASK_STARTED,   /* file:line of CO_BEGIN */
	CO_TRACE_TASK_SUSPENDED, /* @other awaiter, @name its kind, file:line */
	CO_TRACE_TASK_RESUMED,   /* file:line */
	CO_TRACE_TASK_FINISHED,  /* @arg the error, @flags the status */
	CO_TRACE_TASK_DESTROYED,
	CO_TRACE_AWAIT, /* @task awaits task @other, file:line */

	/* Executors. @other is the executor, @name its name. */
	CO_TRACE_POST, /* @task is the task posted, or 0 for other work */
	CO_TRACE_RUN,  /* the executor takes @task, or other work, to run it */

	/* Timers. @other is the timer, @task who waits for it. */
	CO_TRACE_TIMER_ARMED, /* @arg milliseconds */
	CO_TRACE_TIMER_FIRED,
	CO_TRACE_TIMER_CANCELLED,

	/* io_uring. @other is the user_data, @name the operation. */
	CO_TRACE_SQE_PREPARED,
	CO_TRACE_SQE_SUBMITTED, /* @arg how many went to the kernel */
	CO_TRACE_CQE,           /* @arg the result */

	/* Locks and what is like them. @other is the lock, @name its kind. */
	CO_TRACE_LOCK_REQUESTED,
	CO_TRACE_LOCK_ACQUIRED,
	CO_TRACE_LOCK_RELEASED,

	CO_TRACE_CANCEL, /* @task (or @other, a source) is asked to cancel */

	CO_TRACE_THREAD_START, /* @arg the kernel's thread id, @name */
	CO_TRACE_THREAD_STOP,

	CO_TRACE_NAMED, /* @other, any object, is called @name */
	CO_TRACE_NOTE,  /* @name is what a test or a program has to say */

	CO_TRACE_TYPES
};

struct co_trace_event {
	uint64_t time;  /* ticks; the header says how to make them ns */
	uint64_t task;  /* an address: unique between CREATED and DESTROYED */
	uint64_t other; /* an address */
	uint32_t name;  /* offset in the string table */
	uint32_t file;  /* offset in the string table */
	uint32_t line;
	int32_t arg;
	uint16_t type;
	uint16_t flags;
	uint32_t unused;
};

struct co_trace_ring {
	uint64_t head; /* atomic: events ever written */
	uint32_t tid;  /* atomic: the owner's thread id; 0: never used */
	uint32_t busy; /* atomic: a live thread owns it */
	uint64_t unused[6];
};

struct co_trace_header {
	uint64_t magic;
	uint32_t version;
	uint32_t event_size; /* sizeof(struct co_trace_event) */
	uint32_t rings;
	uint32_t capacity; /* events in a ring, a power of two */
	uint64_t rings_at;
	uint64_t strings_at;
	uint64_t strings_size;
	uint64_t events_at;
	uint64_t file_size;
	uint64_t pid;
	/* Two readings of both clocks: ns = (ticks - t0) * (n1-n0)/(t1-t0). */
	uint64_t ticks[2];
	uint64_t ns[2];
	uint64_t strings_used; /* atomic */
	uint64_t dropped;      /* atomic: events of threads without a ring */
};

/* True while events are being recorded. Set before main() runs. */
extern bool co__trace_on;

/* Write one event; call co_trace() or co_trace_at() instead. */
void co__trace_write(enum co_trace_type type, const void *task,
	const void *other, const char *name, const char *file, int line,
	int arg, int flags);

/*
 * Record an event with a place.
 *
 * Ownership: @name and @file must live as long as the program: the recorder
 *            remembers them by address.
 * Context:   any thread. Never fails and never blocks on another thread,
 *            except the first time a string is seen.
 */
static inline void co_trace_at(enum co_trace_type type, const void *task,
	const void *other, const char *name, const char *file, int line,
	int arg)
{
	if (co_unlikely(co__trace_on))
		co__trace_write(type, task, other, name, file, line, arg, 0);
}

/* Record an event without a place; otherwise as co_trace_at(). */
static inline __attribute__((always_inline)) void co_trace(
	enum co_trace_type type, const void *task, const void *other,
	const char *name, int arg)
{
	if (co_unlikely(co__trace_on))
		co__trace_write(type, task, other, name, NULL, 0, arg, 0);
}

/*
 * Record a sentence in the trace. Unlike the names above it is copied.
 *
 * Context: any thread; takes a lock: not for a hot path.
 */
void co_trace_note(const char *text);

/*
 * Where the recorder gets its ticks, in place of its own clock.
 *
 * Context: before the first event. For a world whose time is not the
 *          machine's: the explorer's.
 */
void co_trace_use_clock(uint64_t (*ticks)(void));

#ifdef __cplusplus
}
#endif

#endif
