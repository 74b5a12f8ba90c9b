// SPDX-License-Identifier: MIT
/*
 * Async stacks: the chain of continuations, from the leaf to the root.
 */
#include "co/stack.h"

static struct co_stack_frame describe(const struct co_task *task)
{
	return (struct co_stack_frame){
		.task = task,
		.name = task->name,
		.file = task->file,
		.line = (int)task->at,
		.status = co_task_status(task),
	};
}

size_t co_stack_walk(
	const struct co_task *leaf, struct co_stack_frame *frames, size_t max)
{
	size_t n = 0;

	for (; leaf; leaf = leaf->continuation) {
		if (n < max)
			frames[n] = describe(leaf);
		n++;
	}
	return n;
}

int co_stack_print(FILE *out, const struct co_task *leaf)
{
	size_t n = 0;
	int written;

	for (; leaf; leaf = leaf->continuation, n++) {
		struct co_stack_frame f = describe(leaf);

		if (f.file)
			written = fprintf(out, "#%zu %s (%s:%d) %s\n", n,
				f.name, f.file, f.line,
				co_status_name(f.status));
		else
			written = fprintf(out, "#%zu %s (not started) %s\n", n,
				f.name, co_status_name(f.status));
		if (written < 0)
			return -EIO;
	}
	return 0;
}
