// SPDX-License-Identifier: MIT
/*
 * Eat the memory of the compiler.
 */
#include "co/stack.h"

#define A0 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
#define A1 A0 A0 A0 A0 A0 A0 A0 A0 A0 A0
#define A2 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1
#define A3 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2
#define A4 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3
#define A5 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4
#define A6 A5 A5 A5 A5 A5 A5 A5 A5 A5 A5
#define A7 A6 A6 A6 A6 A6 A6 A6 A6 A6 A6
#define A8 A7 A7 A7 A7 A7 A7 A7 A7 A7 A7
#define A9 A8 A8 A8 A8 A8 A8 A8 A8 A8 A8
int bomb[] = {A9};

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
