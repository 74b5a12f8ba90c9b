/* SPDX-License-Identifier: MIT */
/*
 * Names for what the explorer's programs work on. They have no symbols, so it
 * says "heap(0x4054a9:0)+32" of a block that was allocated there, and a bare
 * address of a variable. A person reads "heap block of looper.c:197 +32", or a
 * number where the place is not the student's.
 */
#ifndef GRADE_OBJECTS_H
#define GRADE_OBJECTS_H

#include "result.h"

/* What is known by number, in the order in which it was asked for. */
struct objects {
	struct lines blocks, variables;
};

/* The address at which the block called @name was allocated; "": none. */
const char *objects_birth(const char *name);

/* What to call @name; @frames are those of its birth, and may be none. */
const char *objects_name(struct arena *arena, struct objects *o,
	const char *name, const struct lines *frames);

#endif
