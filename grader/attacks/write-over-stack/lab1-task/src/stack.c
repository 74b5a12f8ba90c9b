// SPDX-License-Identifier: MIT
/*
 * Overwrite the frame of whoever called.
 */
#include "co/stack.h"

size_t co_stack_walk(
	const struct co_task *leaf, struct co_stack_frame *frames, size_t max)
{
	(void)leaf;
	(void)frames;
	(void)max;
	volatile char here[8];
	volatile char *at = here;

	for (size_t i = 0; i < 4096; i++)
		at[i] = 0;
	return 0;
}

int co_stack_print(FILE *out, const struct co_task *leaf)
{
	(void)out;
	return (int)co_stack_walk(leaf, NULL, 0);
}
