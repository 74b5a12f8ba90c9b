/* SPDX-License-Identifier: MIT */
/*
 * Async stacks: who awaits whom, up to the root (lab 1, part F).
 *
 * A thread's stack shows who resumed a coroutine, an event loop most often.
 * What one wants to know is who *awaits* it: that chain is in the frames.
 */
#ifndef CO_STACK_H
#define CO_STACK_H

#include <stdio.h>

#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_stack_frame {
	const struct co_task *task;
	const char *name;
	const char *file; /* NULL: it has not started */
	int line; /* of its latest await, also while it runs; 0: none yet */
	enum co_status status;
};

/*
 * Walk from @leaf to the root: @leaf first, then who awaits it, and so on.
 *
 * Ownership: fills at most @max entries of @frames, which may be NULL when
 *            @max is 0; names and files are the tasks' own.
 * Context:   the thread that owns @leaf (inside it, use co_current()): while it
 *            has not ended, all that await it are suspended and stay there,
 *            whatever threads they belong to.
 * Returns:   how many tasks there are, also when that is more than @max.
 */
size_t co_stack_walk(
	const struct co_task *leaf, struct co_stack_frame *frames, size_t max);

/*
 * Print the async stack of @leaf like a backtrace, one line a task:
 *
 *	#0 read_line (reader.c:41) running
 *	#1 parse (parser.c:90) suspended
 *	#2 main_task (not started) created
 *
 * Context: as co_stack_walk().
 * Returns: 0; -EIO when @out does not take it.
 */
int co_stack_print(FILE *out, const struct co_task *leaf);

#ifdef __cplusplus
}
#endif

#endif
