/* SPDX-License-Identifier: MIT */
/*
 * Traces made to measure: a test writes the events it wants, with the times
 * and addresses it wants, and can then spoil any byte.
 */
#ifndef GRADER_TESTS_FIXTURE_H
#define GRADER_TESTS_FIXTURE_H

#include "trace.h"

struct fixture {
	struct co_trace_header *header; /* all point into @bytes */
	struct co_trace_ring *rings;
	char *strings;
	struct co_trace_event *events;
	char *bytes;
	size_t size;
	uint64_t now;  /* the time of the next event */
	uint64_t base; /* added to every address that is not 0 */
	char path[64];
	char *why; /* what trace_open() had to say */
};

/* Make an empty trace of @rings rings of @capacity events. */
void fixture_init(struct fixture *f, uint32_t rings, uint32_t capacity);
void fixture_fini(struct fixture *f);

/* The offset of @text in the string table; it is added when it is new. */
uint32_t fixture_string(struct fixture *f, const char *text);

/*
 * Append an event to @ring, one tick after the last one. @line 0 is no place,
 * any other is one in "demo.c". Returns the event, to be changed at will.
 */
struct co_trace_event *fixture_event(struct fixture *f, int ring,
	enum co_trace_type type, uint64_t task, uint64_t other,
	const char *name, int line, int arg);

/* The steps most tests are made of. Task @at is called @name. */
void fixture_thread(struct fixture *f, int ring, const char *name);
void fixture_start(struct fixture *f, int ring, uint64_t at, const char *name);
void fixture_suspend(
	struct fixture *f, int ring, uint64_t at, const char *kind, int line);
void fixture_await(
	struct fixture *f, int ring, uint64_t at, uint64_t child, int line);
void fixture_resume(struct fixture *f, int ring, uint64_t at);
void fixture_finish(struct fixture *f, int ring, uint64_t at, int error);

/* Write the first @size bytes to the file, or all; then read the trace. */
void fixture_write(struct fixture *f, size_t size);
struct trace *fixture_open(struct fixture *f);

/* The task, lock, ... called @id in @t; the test ends when there is none. */
struct trace_task *fixture_task(const struct trace *t, const char *id);

#endif
