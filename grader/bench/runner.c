// SPDX-License-Identifier: MIT
/*
 * Live contenders: started once a row, all pinned to the same core, one asked
 * at a time while the others sleep in a read.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

enum {
	ANSWER_SECONDS = 60
};

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* The last @n cores that we may use: the first is everybody's favourite. */
static void pin(int n)
{
	cpu_set_t may;
	cpu_set_t set;
	int i;

	CPU_ZERO(&set);
	if (sched_getaffinity(0, sizeof(may), &may) < 0)
		return;
	for (i = CPU_SETSIZE - 1; i >= 0 && n > 0; i--) {
		if (!CPU_ISSET(i, &may))
			continue;
		CPU_SET(i, &set);
		n--;
	}
	sched_setaffinity(0, sizeof(set), &set);
}

static void fail(struct bench_contender *c, const char *why)
{
	c->state = BENCH_FAILED;
	snprintf(c->why, sizeof(c->why), "%s", why);
}

/* One line from @c, without its end; false when none comes. */
static bool read_line(struct bench_contender *c, char *line, size_t size)
{
	struct pollfd p = {.fd = c->from, .events = POLLIN};
	size_t n = 0;

	while (n + 1 < size) {
		if (poll(&p, 1, ANSWER_SECONDS * 1000) <= 0)
			return false;
		if (read(c->from, line + n, 1) != 1)
			return false;
		if (line[n] == '\n')
			break;
		n++;
	}
	line[n] = '\0';
	return true;
}

static void exec_contender(const char *path, const struct bench_row *row,
	const int to[2], const int from[2])
{
	pin(row->cores ? row->cores : 1);
	dup2(to[0], STDIN_FILENO);
	dup2(from[1], STDOUT_FILENO);
	execl(path, path, row->name, (char *)NULL);
	_exit(127);
}

static void start(struct bench_contender *c, const char *path,
	const struct bench_row *row)
{
	char line[128];
	int from[2];
	int to[2];

	if (access(path, X_OK) < 0) {
		c->state = BENCH_NOT_INSTALLED;
		return;
	}
	if (pipe2(to, O_CLOEXEC) < 0 || pipe2(from, O_CLOEXEC) < 0) {
		fail(c, strerror(errno));
		return;
	}
	c->pid = fork();
	if (c->pid == 0)
		exec_contender(path, row, to, from);
	close(to[0]);
	close(from[1]);
	c->to = fdopen(to[1], "w");
	c->from = from[0];
	if (!read_line(c, line, sizeof(line)))
		fail(c, "it did not start, or does not know the row");
	else if (strcmp(line, "ready"))
		fail(c, line);
}

static void stop(struct bench_contender *c)
{
	if (c->pid <= 0)
		return;
	if (c->state == BENCH_FAILED)
		kill(c->pid, SIGKILL);
	fclose(c->to);
	close(c->from);
	waitpid(c->pid, NULL, 0);
}

/* The figure for @operations; negative, and @c failed, when it has none. */
static double ask(struct bench_contender *c, uint64_t operations)
{
	char line[128];
	char *end;
	double figure;

	fprintf(c->to, "%" PRIu64 "\n", operations);
	if (fflush(c->to) || !read_line(c, line, sizeof(line))) {
		fail(c, "it ended without an answer, or gave none in time");
		return -1;
	}
	figure = strtod(line, &end);
	if (end == line || *end || figure <= 0) {
		fail(c, line);
		return -1;
	}
	return figure;
}

/*
 * Find how many operations take @seconds; also warms everything up. Two
 * answers in a row must be long enough: a first one may be slow only because
 * something else ran.
 */
static void calibrate(struct bench_contender *c, double seconds)
{
	uint64_t n = 1;
	int long_enough = 0;
	double started;
	double took;

	while (long_enough < 2) {
		started = now();
		if (ask(c, n) < 0)
			return;
		took = now() - started;
		if (took >= seconds / 4) {
			long_enough++;
		} else {
			long_enough = 0;
			n *= 4;
		}
	}
	n = (uint64_t)((double)n * seconds / took);
	c->operations = n ? n : 1;
}

/*
 * Everybody in turn, and every other time in the reverse order. A row that
 * takes longer than @seconds has fewer rounds, but one.
 */
static void take_turns(struct bench_result *r, int rounds, double seconds)
{
	double started = now();
	double figure;
	int round;
	int i;

	for (round = 0; round < rounds; round++) {
		if (round && now() - started > seconds)
			return;
		for (i = 0; i < r->n; i++) {
			struct bench_contender *c =
				&r->contenders[round % 2 ? r->n - 1 - i : i];

			if (c->state != BENCH_LIVE)
				continue;
			figure = ask(c, c->operations);
			if (figure > 0)
				c->figures[c->rounds++] = figure;
		}
	}
}

static void add(struct bench_result *r, const char *name, const char *path)
{
	struct bench_contender *c = &r->contenders[r->n++];

	memset(c, 0, sizeof(*c));
	c->name = name;
	c->operations = 1;
	start(c, path, r->row);
}

static void add_peer(
	struct bench_result *r, const char *folder, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	add(r, name, path);
}

void bench_run(const struct bench_row *row, const struct bench_options *options,
	struct bench_result *result)
{
	double whole = row->ms ? row->ms / 1000.0 : 0.03;
	double seconds = options->quick ? whole / 3 : whole;
	int rounds = row->once ? (options->quick ? 3 : 7)
			       : (options->quick ? 9 : 21);
	int i;

	result->row = row;
	result->n = 0;
	add(result, "ours", options->ours);
	for (i = 0; row->peers[i]; i++)
		add_peer(result, options->peers, row->peers[i]);
	if (row->limit)
		add_peer(result, options->peers, row->limit);
	for (i = 0; i < result->n && !row->once; i++)
		if (result->contenders[i].state == BENCH_LIVE)
			calibrate(&result->contenders[i], seconds);
	take_turns(result, rounds, options->quick ? 2 : 30);
	for (i = 0; i < result->n; i++)
		stop(&result->contenders[i]);
}
