/* SPDX-License-Identifier: MIT */
/*
 * A trace file that is being read. Every function returns 0 or -errno and then
 * has put a message in @why.
 */
#ifndef GRADER_TRACE_FILE_H
#define GRADER_TRACE_FILE_H

#include "internal.h"

struct file {
	const char *path;
	int fd; /* -1 when it could not be opened; the caller closes it */
	uint64_t size;
	char **why;
};

/* The file is no good: say why. */
#define bad(f, ...) trace__fail((f)->why, -EINVAL, __VA_ARGS__)

int trace__open_file(struct file *f);

/* Read exactly @size bytes at @offset. */
int trace__read_at(
	const struct file *f, void *to, uint64_t size, uint64_t offset);

/* Read the header; on success all that it says of sizes and places holds. */
int trace__read_header(const struct file *f, struct co_trace_header *h);

#endif
