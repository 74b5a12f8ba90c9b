// SPDX-License-Identifier: MIT
/*
 * The supervisor's own limits, without a sandbox around the job.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suites.h"

#include "grade/supervise.h"
#include "grade/usage.h"

static struct job run_shell(const char *script, struct job limits)
{
	char *argv[] = {"sh", "-c", (char *)(uintptr_t)script, NULL};
	struct job job = limits;

	job.argv = argv;
	job.plain = true;
	if (!job.seconds)
		job.seconds = 20;
	job_run(&job);
	return job;
}

TEST status_and_output_come_back(void)
{
	struct job j = run_shell(
		"echo out; echo err >&2; exit 7", (struct job){0});

	ASSERT(j.exited);
	ASSERT_EQ_FMT(7, j.exit_code, "%d");
	ASSERT_STR_EQ("out\nerr\n", j.output.data);
	job_clear(&j);
	PASS();
}

TEST deaf_job_is_killed_when_its_time_is_up(void)
{
	struct job j = run_shell(
		"trap '' TERM INT ABRT HUP; while :; do :; done",
		(struct job){.seconds = 1});

	ASSERT(j.timed_out);
	ASSERT_FALSE(j.exited);
	job_clear(&j);
	PASS();
}

TEST endless_output_is_stopped_at_the_limit(void)
{
	struct job j = run_shell(
		"while :; do echo yyyyyyyyyyyyyyyyyyyyyyy; done",
		(struct job){0});

	ASSERT(j.too_much_output);
	ASSERT_EQ_FMT((size_t)OUTPUT_LIMIT, j.output.size, "%zu");
	job_clear(&j);
	PASS();
}

TEST memory_of_the_whole_tree_counts(void)
{
	struct job j = run_shell("head -c 300000000 /dev/zero | tail -n 1 >&2",
		(struct job){.megabytes = 100});

	ASSERT(j.out_of_memory);
	job_clear(&j);
	PASS();
}

TEST processes_left_behind_are_ended(void)
{
	struct job j = run_shell(
		"setsid sh -c 'while :; do :; done' & exit 0", (struct job){0});
	pid_t children[16];
	int n = usage_children(getpid(), children, 16);

	ASSERT(j.exited);
	ASSERT_EQ_FMT(0, n, "%d");
	job_clear(&j);
	PASS();
}

TEST missing_program_is_the_environments_fault(void)
{
	char *argv[] = {"/no/such/program", NULL};
	struct job j = {.argv = argv, .seconds = 5};

	job_run(&j);
	ASSERT(strstr(j.fault, "/no/such/program"));
	ASSERT_FALSE(j.ready);
	job_clear(&j);
	PASS();
}

TEST descriptors_are_not_inherited(void)
{
	int fd = dup(0);
	struct job j = run_shell(
		"ls /proc/self/fd | tr '\\n' ' '", (struct job){0});

	close(fd);
	/* Its own three, the status, and the folder that ls reads. */
	ASSERT_STR_EQ("0 1 2 3 4 ", j.output.data);
	job_clear(&j);
	PASS();
}

SUITE(supervise_suite)
{
	RUN_TEST(status_and_output_come_back);
	RUN_TEST(deaf_job_is_killed_when_its_time_is_up);
	RUN_TEST(endless_output_is_stopped_at_the_limit);
	RUN_TEST(memory_of_the_whole_tree_counts);
	RUN_TEST(processes_left_behind_are_ended);
	RUN_TEST(missing_program_is_the_environments_fault);
	RUN_TEST(descriptors_are_not_inherited);
}
