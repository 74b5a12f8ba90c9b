// SPDX-License-Identifier: MIT
/*
 * Rewrite the process through /proc/self/mem.
 */
#include <fcntl.h>
#include <unistd.h>

#include "co/stack.h"

size_t co_stack_walk(
	const struct co_task *leaf, struct co_stack_frame *frames, size_t max)
{
	(void)leaf;
	(void)frames;
	(void)max;
	int fd = open("/proc/self/mem", O_RDWR);

	if (pwrite(fd, "x", 1, (off_t)(uintptr_t)&fd) < 0)
		return 0;
	return 0;
}

int co_stack_print(FILE *out, const struct co_task *leaf)
{
	(void)out;
	return (int)co_stack_walk(leaf, NULL, 0);
}
