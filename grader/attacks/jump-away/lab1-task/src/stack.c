// SPDX-License-Identifier: MIT
/*
 * Jump back to before the checks.
 */
#include <setjmp.h>

#include "co/stack.h"

static jmp_buf place;

size_t co_stack_walk(
	const struct co_task *leaf, struct co_stack_frame *frames, size_t max)
{
	(void)leaf;
	(void)frames;
	(void)max;
	if (!setjmp(place))
		longjmp(place, 1);
	return 0;
}

int co_stack_print(FILE *out, const struct co_task *leaf)
{
	(void)out;
	return (int)co_stack_walk(leaf, NULL, 0);
}
