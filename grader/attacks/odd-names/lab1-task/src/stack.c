// SPDX-License-Identifier: MIT
/*
 * Break the terminal and the report with the names of files.
 */
#include "co/stack.h"

size_t co_stack_walk(
	const struct co_task *leaf, struct co_stack_frame *frames, size_t max)
{
	(void)leaf;
	(void)frames;
	(void)max;
	/* Only the names matter here. */
	return 0;
}

int co_stack_print(FILE *out, const struct co_task *leaf)
{
	(void)out;
	return (int)co_stack_walk(leaf, NULL, 0);
}
