// SPDX-License-Identifier: MIT
/*
 * The main() of every contender: finds the case for the row it is asked to
 * run, and answers the harness.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "contender.h"

static struct bench_case *cases;

void bench_register(struct bench_case *c)
{
	c->next = cases;
	cases = c;
}

void bench_expect(uint64_t expected, uint64_t actual, const char *what)
{
	if (expected == actual)
		return;
	printf("wrong: %s is %" PRIu64 ", not %" PRIu64 "\n", what, actual,
		expected);
	fflush(stdout);
	_exit(1);
}

double bench_resident_bytes(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long pages = 0;

	if (!f || fscanf(f, "%*d %ld", &pages) != 1)
		bench_expect(1, 0, "reading /proc/self/statm");
	if (f)
		fclose(f);
	return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* Processor time: another program on this core does not count. */
static double cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static double time_one(const struct bench_case *c, uint64_t operations)
{
	double start = cpu_ns();

	if (c->figure)
		return c->figure(c->size, operations);
	c->run(c->size, operations);
	return (cpu_ns() - start) / (double)operations;
}

static double measure_one(const struct bench_case *c)
{
	double figure = 0;
	int status;
	int fds[2];
	pid_t pid;

	if (pipe(fds) < 0)
		bench_expect(1, 0, "pipe()");
	pid = fork();
	if (pid == 0) {
		figure = c->measure(c->size);
		_exit(write(fds[1], &figure, sizeof(figure)) < 0);
	}
	close(fds[1]);
	if (pid < 0 || read(fds[0], &figure, sizeof(figure)) < 0 ||
		waitpid(pid, &status, 0) < 0 || status)
		bench_expect(1, 0, "the measuring child");
	close(fds[0]);
	return figure;
}

static const struct bench_case *find(const char *row)
{
	const struct bench_case *c;

	for (c = cases; c; c = c->next)
		if (!strcmp(c->row, row))
			return c;
	return NULL;
}

static void list(void)
{
	const struct bench_case *c;

	for (c = cases; c; c = c->next)
		fprintf(stderr, "  %s\n", c->row);
}

static void answer(const struct bench_case *c)
{
	uint64_t operations;
	uint64_t rest;

	printf("ready\n");
	fflush(stdout);
	while (scanf("%" SCNu64, &operations) == 1) {
		rest = operations % c->size;
		operations += rest ? c->size - rest : 0;
		printf("%.6f\n",
			c->measure ? measure_one(c) : time_one(c, operations));
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	const struct bench_case *c = argc == 2 ? find(argv[1]) : NULL;

	if (!c) {
		fprintf(stderr, "usage: %s ROW, one of\n", argv[0]);
		list();
		return 2;
	}
	if (c->prepare)
		c->prepare(c->size);
	answer(c);
	return 0;
}
