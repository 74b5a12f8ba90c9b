/* SPDX-License-Identifier: MIT */
/* Compiling one source in one build; private to build.c and layer.c. */
#ifndef GRADE_UNIT_H
#define GRADE_UNIT_H

#include "build.h"
#include "supervise.h"

enum {
	MAX_OBJECT = 32 << 20,
	ERROR_BYTES = 6000,
};

/* One source in one build, on its way to an object. */
struct unit {
	struct builder *b;
	struct layer *layer;
	const char *source; /* "lab1-task/src/task.c" */
	enum build build;
	const char *object; /* outside */
	const char *cached;
	struct box box;
	struct job job;
	bool ok;
	bool fresh; /* compiled now, not found in the cache */
};

/* Compile all of @units, from the cache where it has them; 0 or -errno. */
int units_compile(struct builder *b, struct unit *units, size_t count);

/*
 * What came of a unit: into the cache, or, with @say, into the layer's error.
 *
 * Returns: 0; -EIO when the compiler could not be run, after a message.
 */
int unit_finish(struct unit *u, bool say);

#endif
