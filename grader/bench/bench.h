/* SPDX-License-Identifier: MIT */
/*
 * The harness: which rows there are, how a contender is run, what came out.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum {
	BENCH_MAX_PEERS = 12,
	BENCH_MAX_ROUNDS = 64,
};

/* One row: ours against some peers. The table is in rows.c. */
struct bench_row {
	const char *name;
	const char *unit;
	const char *limit;                  /* a program, or NULL */
	const char *peers[BENCH_MAX_PEERS]; /* programs; ends in NULL */
	int cores;                          /* how many it uses; 0: one */
	bool once; /* one operation a round is enough, and few rounds */
	int ms;    /* of a round; 0: as most */
};

extern const struct bench_row bench_rows[]; /* ends in a row without name */

enum bench_state {
	BENCH_LIVE,
	BENCH_NOT_INSTALLED,
	BENCH_FAILED,
};

/* A contender in a row: a live process, and what it has answered. */
struct bench_contender {
	const char *name;
	enum bench_state state;
	char why[160]; /* of BENCH_FAILED */
	pid_t pid;
	FILE *to;
	int from;
	uint64_t operations; /* in a round */
	double figures[BENCH_MAX_ROUNDS];
	int rounds;
	/* Made by bench_judge(). */
	double median;
	double spread; /* of the middle half, as a part of the median */
	double ratio;  /* ours to it, by rounds */
};

/* What a row gave: [0] is ours, then the peers, then the limit if any. */
struct bench_result {
	const struct bench_row *row;
	struct bench_contender contenders[BENCH_MAX_PEERS + 2];
	int n;
	bool noisy;
};

struct bench_options {
	const char *ours;  /* path of the program */
	const char *peers; /* folder of the programs */
	const char *json;
	const char *chart; /* of the timers; or NULL */
	const char *only;  /* glob, or NULL */
	bool quick;
};

/*
 * Run one row: start every contender, find how many operations fill a round,
 * then let them take turns, one round each, and end them.
 *
 * Context: one row at a time. A contender that is not installed or fails is
 *          marked so; the others go on.
 */
void bench_run(const struct bench_row *row, const struct bench_options *options,
	struct bench_result *result);

/* Medians, spreads, ratios, and whether they can be trusted. */
void bench_judge(struct bench_result *result);

void bench_print_head(FILE *out);
void bench_print(FILE *out, const struct bench_result *result);

/* Returns: 0; -errno when @path could not be written. */
int bench_write_json(
	const char *path, const struct bench_result *results, int n);

/*
 * Draw the rows for timers as SVG; without one of them @path is left alone.
 *
 * Returns: 0; -errno when @path could not be written.
 */
int bench_write_chart(
	const char *path, const struct bench_result *results, int n);

#endif
