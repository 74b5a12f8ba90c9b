/* SPDX-License-Identifier: MIT */
/*
 * results.json: the grading as programs read it, written after every test so
 * that a kill loses nothing. README.md documents the schema.
 */
#ifndef GRADE_RESULTS_H
#define GRADE_RESULTS_H

#include <stdio.h>

#include "result.h"

/* Write @g to @path in one piece; 0 or -errno. */
int results_write(const struct grading *g, const char *path);

/* Write @g to @out; 0 or -errno. */
int results_print(const struct grading *g, FILE *out);

/*
 * Take over the verdicts that an earlier run wrote to @path, if it graded the
 * same files on the same stack (g->hash, g->own_stack).
 *
 * Returns: how many tests were taken over; -ESTALE when the submission is
 *          another; -errno when there is no such file or it is damaged.
 */
int results_resume(struct grading *g, const char *path);

#endif
