/* SPDX-License-Identifier: MIT */
/*
 * Attacks: submissions that try to gain points or do harm. Each is a folder,
 * grader/attacks/NAME:
 *
 *	labN-X/src/...   laid over a copy of the reference
 *	prepare          a shell script, run in that copy: for what a
 *	                 repository cannot hold (links, FIFOs, huge files)
 *	expect           what must come of it, a line each:
 *	                   lab 1           the lab to grade [1]
 *	                   score 0         at most this many points
 *	                   fails NAME      this test must not pass
 *	                   verdict refused some test must have this verdict
 *	                   says TEXT       the report must contain it
 *	                   not TEXT        the report must not contain it
 *
 * Beside every attack stand a file and a process that must both survive it.
 */
#ifndef GRADE_ATTACKS_H
#define GRADE_ATTACKS_H

#include "grade.h"

/* Grade every attack; an exit status. */
int attacks_run(struct context *c);

#endif
