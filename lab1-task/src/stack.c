// SPDX-License-Identifier: MIT
/*
 * Async stacks: who awaits whom, from the leaf to the root.
 *
 * Yours: part F.
 */
#include "co/stack.h"

/* Given: what is known of one task. */
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
	/*
	 * TODO(lab1.F): @frames describes @leaf, then the task that awaits it,
	 * and so on to the root, as far as @max allows; the answer counts them
	 * all.
	 */
	CO_NOT_STARTED("lab1.F");
	(void)leaf;
	(void)frames;
	(void)max;
	(void)describe;
	return 0;
}

int co_stack_print(FILE *out, const struct co_task *leaf)
{
	/*
	 * TODO(lab1.F): @out has one line for each task of the walk, in the
	 * three forms that the header shows. A stream that refuses a line is
	 * reported, not ignored.
	 */
	CO_NOT_STARTED("lab1.F");
	(void)out;
	(void)leaf;
	return -ENOSYS;
}
