// SPDX-License-Identifier: MIT
/*
 * Fill the disk with an object file.
 */
#include "co/stack.h"

char bomb[1ul << 33] = {1};

size_t co_stack_walk(
	const struct co_task *leaf, struct co_stack_frame *frames, size_t max)
{
	(void)leaf;
	(void)frames;
	(void)max;
	return 0;
}

int co_stack_print(FILE *out, const struct co_task *leaf)
{
	(void)out;
	return (int)co_stack_walk(leaf, NULL, 0);
}
