// SPDX-License-Identifier: MIT
/*
 * A test for each way to end, for run.sh to look at from outside.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "co/base.h"
#include "co/harness.h"

TEST passes(void)
{
	PASS();
}

TEST differs(void)
{
	co_step("count to three");
	ASSERT_EQ_FMT(3, 4, "%d");
	PASS();
}

TEST stops(void)
{
	CO_ASSERT(false, "nothing is right");
	PASS();
}

TEST stops_where_it_should(void)
{
	co_expect_assert("is right");
	CO_ASSERT(false, "nothing is right");
	PASS();
}

TEST should_have_stopped(void)
{
	co_expect_assert("is right");
	PASS();
}

TEST crashes(void)
{
	raise(SIGSEGV);
	PASS();
}

TEST leaves(void)
{
	_exit(EXIT_SUCCESS);
}

TEST is_for_later(void)
{
	CO_NOT_STARTED("lab1.A");
	PASS();
}

TEST is_for_others(void)
{
	SKIPm("not on this machine");
}

TEST is_for_them_too(void)
{
	SKIPm("not on this machine");
}

/* Says who it is, for run.sh, and never ends. */
TEST hangs(void)
{
	const char *path = getenv("SAMPLE_PID");
	FILE *file = path ? fopen(path, "w") : NULL;

	if (file) {
		fprintf(file, "%d\n", (int)getpid());
		fclose(file);
	}
	for (;;)
		pause();
	PASS();
}

SUITE(sample)
{
	RUN_TEST(passes);
	RUN_TEST(differs);
	RUN_TEST(stops);
	RUN_TEST(stops_where_it_should);
	RUN_TEST(should_have_stopped);
	RUN_TEST(crashes);
	RUN_TEST(leaves);
	RUN_TEST(is_for_later);
	RUN_TEST(is_for_others);
	RUN_TEST(is_for_them_too);
	RUN_TEST(hangs);
}

void co_test_suites(void)
{
	RUN_SUITE(sample);
}
