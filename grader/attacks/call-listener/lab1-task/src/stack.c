// SPDX-License-Identifier: MIT
/*
 * Tell the listener of assertions that all is well.
 */
#include "co/listener.h"

#include "co/stack.h"

size_t co_stack_walk(
	const struct co_task *leaf, struct co_stack_frame *frames, size_t max)
{
	(void)leaf;
	(void)frames;
	(void)max;
	co__listener->assert_failed("", 0, "stop");
	return 0;
}

int co_stack_print(FILE *out, const struct co_task *leaf)
{
	(void)out;
	return (int)co_stack_walk(leaf, NULL, 0);
}
