/* SPDX-License-Identifier: MIT */
/*
 * The command line of a test program.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/*
 * A recorder in the code under test would start before main(), through calls
 * that are the explorer's and not ready then. It has nothing to tell here: the
 * explorer keeps the steps itself. Priority 101 is before all that have none.
 */
__attribute__((constructor(101))) static void start_untraced(void)
{
	unsetenv("CO_TRACE");
}

static const char usage[] =
	"usage: %s [--list] [--run NAME] [options]\n"
	"Runs every test, or the one that is named, over many schedules.\n"
	"  --list            print the names of the tests\n"
	"  --run NAME        run this test only\n"
	"  --seed S          run exactly one schedule; S is what a report "
	"gave\n"
	"  --strategy NAME   what S is a number of: replay (the default, then "
	"S\n"
	"                    is a list like 12-40.2), exhaustive, pct2, pct3,\n"
	"                    random; without --seed, use only this strategy\n"
	"  --schedules N     the budget, instead of the test's own\n"
	"  --verbose         with --seed: show the steps of a passing "
	"schedule\n"
	"  --log FILE        append each step of each schedule to FILE\n"
	"  --no-reduce       report the first failure as it was found\n"
	"  --result FD       write each result as a line of JSON to FD\n"
	"  --inline          no child process: for debuggers\n"
	"Exit status: 0 passed, 1 failed, 2 wrong usage, 3 explorer error.\n";

static struct explore_test with_defaults(
	const struct explore_test *test, const struct ex_options *opt)
{
	struct explore_test t = *test;

	if (!t.schedules)
		t.schedules = 10000;
	if (opt->schedules)
		t.schedules = opt->schedules;
	if (!t.milliseconds)
		t.milliseconds = 60000;
	if (!t.steps)
		t.steps = 50000;
	if (t.steps > EX_MAX_STEPS)
		t.steps = EX_MAX_STEPS;
	if (!t.preemptions)
		t.preemptions = 2;
	if (!t.strategies)
		t.strategies = EXPLORE_EXHAUSTIVE | EXPLORE_PCT2 |
			       EXPLORE_PCT3 | EXPLORE_RANDOM;
	if (opt->has_strategy && !opt->seed)
		t.strategies = 1u << opt->strategy;
	return t;
}

static bool parse_number(const char *text, unsigned *out)
{
	char *end;
	unsigned long v = strtoul(text, &end, 10);

	*out = (unsigned)v;
	return *text >= '0' && *text <= '9' && !*end && v < UINT32_MAX / 2;
}

static int wrong(const char *what, const char *value)
{
	fprintf(stderr, "%s: %s\n", what, value);
	return -1;
}

/* Returns 0, or -1 after saying what is wrong. */
static int parse_option(int c, char *arg, struct ex_options *o)
{
	unsigned fd;

	switch (c) {
	case 'l':
		o->list = true;
		return 0;
	case 'r':
		o->run = arg;
		return 0;
	case 's':
		o->seed = arg;
		return 0;
	case 'S':
		o->has_strategy = true;
		if (!ex_strategy_parse(arg, &o->strategy))
			return wrong("no such strategy", arg);
		return 0;
	case 'n':
		if (!parse_number(arg, &o->schedules) || !o->schedules)
			return wrong("not a number of schedules", arg);
		return 0;
	case 'v':
		o->verbose = true;
		return 0;
	case 'L':
		o->log = arg;
		return 0;
	case 'N':
		o->no_reduce = true;
		return 0;
	case 'R':
		if (!parse_number(arg, &fd))
			return wrong("not a descriptor", arg);
		o->result_fd = (int)fd;
		return 0;
	case 'i':
		o->inline_mode = true;
		return 0;
	default:
		return -1;
	}
}

static const struct option long_options[] = {
	{"list", no_argument, NULL, 'l'},
	{"run", required_argument, NULL, 'r'},
	{"seed", required_argument, NULL, 's'},
	{"strategy", required_argument, NULL, 'S'},
	{"schedules", required_argument, NULL, 'n'},
	{"verbose", no_argument, NULL, 'v'},
	{"log", required_argument, NULL, 'L'},
	{"no-reduce", no_argument, NULL, 'N'},
	{"result", required_argument, NULL, 'R'},
	{"inline", no_argument, NULL, 'i'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

static int check_seed(const struct ex_options *o)
{
	static struct ex_deviation devs[EX_MAX_STEPS];
	unsigned n;

	if (!o->seed)
		return o->has_strategy && o->strategy == EX_STRATEGY_REPLAY
			       ? wrong("--strategy replay needs", "--seed")
			       : 0;
	if (!o->run)
		return wrong("--seed needs", "--run NAME");
	if (o->strategy == EX_STRATEGY_REPLAY &&
		!ex_deviations_parse(o->seed, devs, EX_MAX_STEPS, &n))
		return wrong("not a schedule", o->seed);
	if (o->strategy != EX_STRATEGY_REPLAY &&
		(!parse_number(o->seed, &n) || !n))
		return wrong("not a seed", o->seed);
	return 0;
}

static int parse(int argc, char **argv, struct ex_options *o)
{
	int c;

	while ((c = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		if (c == 'h') {
			printf(usage, argv[0]);
			exit(0);
		}
		if (parse_option(c, optarg, o))
			return -1;
	}
	if (optind < argc)
		return wrong("unexpected argument", argv[optind]);
	return check_seed(o);
}

static int run_one(
	const struct explore_test *test, const struct ex_options *opt)
{
	struct explore_test t = with_defaults(test, opt);

	return ex_supervise(&t, opt);
}

int explore_main(int argc, char **argv, const struct explore_test *tests)
{
	struct ex_options opt = {
		.strategy = EX_STRATEGY_REPLAY, .result_fd = ex_result_open()};
	unsigned passed = 0, not_started = 0, ran = 0;
	int worst = 0;

	if (parse(argc, argv, &opt)) {
		fprintf(stderr, usage, argv[0]);
		return 2;
	}
	for (const struct explore_test *t = tests; t->name; t++) {
		int status;

		if (opt.list) {
			puts(t->name);
			continue;
		}
		if (opt.run && strcmp(opt.run, t->name))
			continue;
		ran++;
		status = run_one(t, &opt);
		passed += !status;
		not_started += ex_shared && ex_shared->best.failure.verdict ==
						    EX_NOT_STARTED;
		worst = status > worst ? status : worst;
	}
	if (opt.list)
		return 0;
	if (opt.run && !ran) {
		fprintf(stderr, "no such test: %s\n", opt.run);
		return 2;
	}
	if (!opt.run)
		printf("%u passed, %u failed, %u not started\n", passed,
			ran - passed - not_started, not_started);
	return worst;
}
