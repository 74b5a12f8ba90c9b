/* SPDX-License-Identifier: MIT */
/*
 * What the files of the reader share, and nobody else includes.
 *
 * read.c fetches and checks the file's bytes, merge.c makes one ordered array
 * of events of them, model.c and its helpers play the events and keep state.
 */
#ifndef GRADER_TRACE_INTERNAL_H
#define GRADER_TRACE_INTERNAL_H

#include "map.h"
#include "trace.h"

/* The events of one ring, oldest first, checked. */
struct raw_ring {
	struct co_trace_event *events;
	uint64_t first; /* the number of events[0] since the ring was made */
	uint32_t count;
	uint32_t tid;
};

/* A trace file, checked: every type is known, every string terminated. */
struct raw_trace {
	struct co_trace_header header;
	struct raw_ring *rings;
	uint32_t nrings;
	char *strings;
	uint64_t strings_used;
	uint64_t lost;
};

/* Format a message into *@why and return @err. */
int trace__fail(char **why, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Read and check @path; what trace_open() promises of errors holds here. */
int trace__read(const char *path, struct raw_trace *raw, char **why);
void trace__free_raw(struct raw_trace *raw);

/*
 * Fill @t with events and threads from @raw, ordered by time, then thread,
 * then index. Takes the strings from @raw. Returns 0 or -ENOMEM.
 */
int trace__merge(struct trace *t, struct raw_trace *raw);

/* Play @t's events and fill the rest of it. Returns 0 or -ENOMEM. */
int trace__build(struct trace *t);

/* Give every task, thread, executor, ... its id. Returns 0 or -ENOMEM. */
int trace__name_all(struct trace *t);

/*
 * Room for one more zeroed element behind @count others; NULL when memory ran
 * out, and then @array is as it was. Arrays grow by doubling.
 */
void *trace__room(void *array, int count, size_t size);

/* Append a zeroed element: its index, or -1 when memory ran out. */
#define trace__push(array, count)                                              \
	({                                                                     \
		void *room_ = trace__room(array, count, sizeof(*(array)));     \
		if (room_)                                                     \
			(array) = room_;                                       \
		room_ ? (count)++ : -1;                                        \
	})

/*
 * Clean the string table of @raw in place: what was not UTF-8, or could harm a
 * terminal or a page, becomes '?'.
 */
void trace__clean_strings(struct raw_trace *raw);

#endif
