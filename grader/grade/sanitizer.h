/* SPDX-License-Identifier: MIT */
/*
 * A sanitizer's report, cut to what matters: what went wrong, and where in
 * the student's files.
 */
#ifndef GRADE_SANITIZER_H
#define GRADE_SANITIZER_H

#include "result.h"
#include "supervise.h"

/*
 * Put names to offsets in a program: for each of @offsets the frames, "FILE:
 * LINE in FUNCTION", of the student's files, innermost first; those of other
 * files are left out.
 *
 * Returns: one list of frames for each offset.
 */
struct lines *symbolise(
	struct arena *arena, const char *program, const struct lines *offsets);

/* The frame to name when there is room for one: the first in src/. */
const char *best_frame(const struct lines *frames);

/*
 * Read the report in @output, if there is one.
 *
 * @program is the program with its symbols; NULL: nothing can be named.
 * Returns: whether there was one; then run->report, run->where and, unless
 *          the run timed out, run->message are set.
 */
bool sanitizer_read(struct arena *arena, const struct bytes *output,
	const char *program, struct run *run);

#endif
