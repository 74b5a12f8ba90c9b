// SPDX-License-Identifier: MIT
/*
 * The bench's main(): ours and the peers, row by row, in one run.
 *
 * Exit 0 when every row that was asked for has a figure of ours and no
 * contender failed; a peer that is not installed is no failure. 1 otherwise,
 * 2 for wrong usage.
 */
#include <fnmatch.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum {
	MAX_ROWS = 128
};

static struct bench_result results[MAX_ROWS];

static int usage(void)
{
	fputs("usage: harness --ours PROGRAM --peers FOLDER --json FILE\n"
	      "               [--chart FILE] [--only GLOB] [--quick]\n",
		stderr);
	return 2;
}

static bool parse(int argc, char **argv, struct bench_options *o)
{
	static const struct option names[] = {
		{"ours", required_argument, NULL, 'u'},
		{"peers", required_argument, NULL, 'p'},
		{"json", required_argument, NULL, 'j'},
		{"chart", required_argument, NULL, 'c'},
		{"only", required_argument, NULL, 'o'},
		{"quick", no_argument, NULL, 'q'},
		{0},
	};
	int c;

	while ((c = getopt_long(argc, argv, "", names, NULL)) != -1) {
		if (c == 'u')
			o->ours = optarg;
		else if (c == 'p')
			o->peers = optarg;
		else if (c == 'j')
			o->json = optarg;
		else if (c == 'c')
			o->chart = optarg;
		else if (c == 'o')
			o->only = optarg;
		else if (c == 'q')
			o->quick = true;
		else
			return false;
	}
	return optind == argc && o->ours && o->peers && o->json;
}

static void list_rows(const char *only)
{
	const struct bench_row *row;

	fprintf(stderr, "bench: no row is called '%s'; there are:\n", only);
	for (row = bench_rows; row->name; row++)
		fprintf(stderr, "  %s\n", row->name);
}

static bool any_failed(const struct bench_result *r)
{
	int i;

	for (i = 0; i < r->n; i++)
		if (r->contenders[i].state == BENCH_FAILED)
			return true;
	return r->contenders[0].state != BENCH_LIVE;
}

/* The load of some rows is a program that may not be installed. */
static const char *load_of(const struct bench_row *row)
{
	if (!strncmp(row->name, "kv-", 3))
		return "redis-benchmark";
	return strncmp(row->name, "http-", 5) ? NULL : "wrk";
}

static bool can_run(const struct bench_row *row)
{
	const char *load = load_of(row);
	char command[64];

	if (!load)
		return true;
	snprintf(command, sizeof(command), "command -v %s >/dev/null", load);
	if (!system(command))
		return true;
	fprintf(stderr, "%s: left out: %s is not installed\n", row->name, load);
	return false;
}

static int run_rows(const struct bench_options *o, bool *failed)
{
	const struct bench_row *row;
	int n = 0;

	for (row = bench_rows; row->name && n < MAX_ROWS; row++) {
		if (o->only && fnmatch(o->only, row->name, 0))
			continue;
		if (!can_run(row))
			continue;
		if (!n)
			bench_print_head(stdout);
		bench_run(row, o, &results[n]);
		bench_judge(&results[n]);
		bench_print(stdout, &results[n]);
		*failed |= any_failed(&results[n]);
		n++;
	}
	return n;
}

/* Returns: whether @err, of writing @path, is none; says so otherwise. */
static bool written(const char *path, int err)
{
	if (err)
		fprintf(stderr, "bench: %s: %s\n", path, strerror(-err));
	return !err;
}

int main(int argc, char **argv)
{
	struct bench_options o = {0};
	bool failed = false;
	int n;

	if (!parse(argc, argv, &o))
		return usage();
	/* A contender that died is found out by its missing answer. */
	signal(SIGPIPE, SIG_IGN);
	n = run_rows(&o, &failed);
	if (!n) {
		list_rows(o.only);
		return 2;
	}
	failed |= !written(o.json, bench_write_json(o.json, results, n));
	if (o.chart)
		failed |= !written(
			o.chart, bench_write_chart(o.chart, results, n));
	return failed;
}
