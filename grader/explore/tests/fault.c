/* SPDX-License-Identifier: MIT */
/*
 * What must not be laid at the student's door, and what must be refused: the
 * explorer itself breaks (here: its heap's address is taken before it starts);
 * inline assembly; a call that nobody has heard of.
 */
#include <stdio.h>
#include <sys/mman.h>

#include "suite.h"

static int word;

/* Only looked at by the checker. */
static void assembly(void)
{
	__asm__ volatile("lock; incl %0" : "+m"(word));
	mlock(&word, sizeof(word));
}

/* A call that only its address gives away. */
static int (*volatile const in_a_table)(const void *, size_t) = munlock;

static void body__right(void)
{
	if (explore_schedule() > 1000000)
		assembly(), in_a_table(&word, 1);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(body__right),
	{0},
};

/* A heap call before any test: the explorer has no schedule to put it in. */
static __attribute__((noinline)) void *too_early(void)
{
	return malloc(8);
}

int main(int argc, char **argv)
{
	if (!too_early())
		return 1;
	return explore_main(argc, argv, tests);
}
