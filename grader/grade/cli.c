// SPDX-License-Identifier: MIT
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "formats.h"
#include "supervise.h"

static const char help[] =
	"usage: grade [LAB | LAB.TEST]... [option]...\n"
	"\n"
	"Builds a submission, runs its tests in a sandbox and scores it.\n"
	"LAB is 1 or lab1; without one, every lab that is there is graded.\n"
	"\n"
	"  --submission DIR     whose code: a folder with labN-*/src/*.c [.]\n"
	"  --stack reference    lower labs are the reference's\n"
	"  --stack own          lower labs are the submission's too\n"
	"  --hint 1|2|3         show hints up to this one\n"
	"  --jobs N             processes at a time [one for each core]\n"
	"  --report DIR         where results.json and the report go\n"
	"                       [build/report]\n"
	"  --format FORMAT      what to print: ";

static const char help_rest[] =
	"\n"
	"  --resume             go on with a run that was interrupted\n"
	"  --no-graphs          draw nothing: the verdicts are enough\n"
	"  --no-sandbox         only for code that you trust as your own\n"
	"  --keep               leave the work folder, for a debugger\n"
	"\n"
	"Other commands:\n"
	"  grade hint LAB.TEST [--step N]   the hints of a test, one by one\n"
	"  grade replay LAB.TEST --seed S [--strategy NAME]\n"
	"                                   run one schedule of the explorer\n"
	"  grade graph TRACE --kind await|timeline|waits|diff [-o FILE]\n"
	"                                   draw a trace\n"
	"  grade mutants [LAB]              broken solutions must lose points\n"
	"  grade attacks                    hostile ones must gain none\n"
	"  grade check-rubric               rubrics and tests must agree\n"
	"  grade doctor                     what this machine lacks\n"
	"\n"
	"Exit status: 0 graded, whatever the score; 2 a wrong command line;\n"
	"3 the environment is at fault.\n";

void cli_help(void)
{
	fputs(help, stdout);
	format_list(stdout);
	fputs(help_rest, stdout);
}

static int wrong(const char *what, const char *value)
{
	fprintf(stderr,
		"grade: %s: %s\n  `grade --help` lists what there "
		"is.\n",
		what, value);
	return EXIT_USAGE;
}

static const struct {
	const char *name;
	enum command command;
} commands[] = {
	{"hint", COMMAND_HINT},
	{"replay", COMMAND_REPLAY},
	{"graph", COMMAND_GRAPH},
	{"mutants", COMMAND_MUTANTS},
	{"attacks", COMMAND_ATTACKS},
	{"doctor", COMMAND_DOCTOR},
	{"check-rubric", COMMAND_CHECK_RUBRIC},
	{"help", COMMAND_HELP},
};

static bool find_command(const char *word, enum command *out)
{
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (!strcmp(word, commands[i].name)) {
			*out = commands[i].command;
			return true;
		}
	return false;
}

/* "1", "lab1" or "lab1.name". */
static int read_lab(const char *word, struct command_line *c)
{
	const char *at = !strncmp(word, "lab", 3) ? word + 3 : word;
	const struct rubric_lab *lab;
	int n = *at - '0';

	if (n < 1 || n > RUBRIC_LABS || (at[1] && at[1] != '.'))
		return wrong("no such lab or command", word);
	lab = rubric_lab(n);
	if (!lab)
		return wrong("this lab is not there yet", word);
	c->options.labs[n] = true;
	c->named_lab = true;
	c->test_lab = n;
	if (!at[1])
		return 0;
	c->test_name = at + 2;
	if (!rubric_test(lab, c->test_name))
		return wrong("no such test", word);
	return 0;
}

static int read_number(const char *text, int least, int most, int *out)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (*end || end == text || n < least || n > most)
		return -1;
	*out = (int)n;
	return 0;
}

enum {
	OPT_SUBMISSION = 256,
	OPT_STACK,
	OPT_JOBS,
	OPT_REPORT,
	OPT_FORMAT,
	OPT_HINT,
	OPT_RESUME,
	OPT_NO_SANDBOX,
	OPT_KEEP,
	OPT_NO_GRAPHS,
	OPT_STEP,
	OPT_SEED,
	OPT_STRATEGY,
};

static const struct option long_options[] = {
	{"submission", required_argument, NULL, OPT_SUBMISSION},
	{"stack", required_argument, NULL, OPT_STACK},
	{"jobs", required_argument, NULL, OPT_JOBS},
	{"report", required_argument, NULL, OPT_REPORT},
	{"format", required_argument, NULL, OPT_FORMAT},
	{"hint", required_argument, NULL, OPT_HINT},
	{"resume", no_argument, NULL, OPT_RESUME},
	{"no-sandbox", no_argument, NULL, OPT_NO_SANDBOX},
	{"keep", no_argument, NULL, OPT_KEEP},
	{"no-graphs", no_argument, NULL, OPT_NO_GRAPHS},
	{"step", required_argument, NULL, OPT_STEP},
	{"seed", required_argument, NULL, OPT_SEED},
	{"strategy", required_argument, NULL, OPT_STRATEGY},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

static int read_stack(const char *text, struct options *o)
{
	if (strcmp(text, "own") && strcmp(text, "reference"))
		return wrong("--stack is reference or own, not", text);
	o->own_stack = !strcmp(text, "own");
	return 0;
}

static int read_option(int option, struct command_line *c)
{
	struct options *o = &c->options;

	switch (option) {
	case OPT_SUBMISSION:
		o->submission = optarg;
		return 0;
	case OPT_STACK:
		return read_stack(optarg, o);
	case OPT_JOBS:
		return read_number(optarg, 1, MAX_JOBS, &o->jobs)
			       ? wrong("--jobs is 1 to 64, not", optarg)
			       : 0;
	case OPT_REPORT:
		o->report = optarg;
		return 0;
	case OPT_FORMAT:
		o->format = optarg;
		return format_exists(optarg) ? 0
					     : wrong("no such format", optarg);
	case OPT_HINT:
		return read_number(optarg, 1, RUBRIC_HINTS, &o->hint)
			       ? wrong("--hint is 1, 2 or 3, not", optarg)
			       : 0;
	case OPT_STEP:
		return read_number(optarg, 1, RUBRIC_HINTS, &c->step)
			       ? wrong("--step is 1, 2 or 3, not", optarg)
			       : 0;
	case OPT_RESUME:
		o->resume = true;
		return 0;
	case OPT_NO_SANDBOX:
		o->no_sandbox = true;
		return 0;
	case OPT_KEEP:
		o->keep = true;
		return 0;
	case OPT_NO_GRAPHS:
		o->no_graphs = true;
		return 0;
	case OPT_SEED:
		c->seed = optarg;
		return 0;
	case OPT_STRATEGY:
		c->strategy = optarg;
		return 0;
	case 'h':
		c->command = COMMAND_HELP;
		return 0;
	default:
		fputs("  `grade --help` lists what there is.\n", stderr);
		return EXIT_USAGE;
	}
}

static int check(struct command_line *c)
{
	int n;

	if ((c->command == COMMAND_HINT || c->command == COMMAND_REPLAY) &&
		!c->test_name)
		return wrong("this command needs a test", "lab1.NAME");
	if (c->command == COMMAND_REPLAY && !c->seed)
		return wrong("this command needs", "--seed S");
	for (n = 1; n <= RUBRIC_LABS && !c->named_lab; n++)
		c->options.labs[n] = rubric_lab(n);
	if (c->command == COMMAND_GRADE)
		c->options.only = c->test_name;
	return 0;
}

int cli_read(int argc, char **argv, struct command_line *out)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	int option, err = 0;

	memset(out, 0, sizeof(*out));
	out->options.submission = ".";
	out->options.format = "text";
	out->options.jobs = cores < 1          ? 1
			    : cores > MAX_JOBS ? MAX_JOBS
					       : (int)cores;
	if (argc > 1 && find_command(argv[1], &out->command)) {
		argc--;
		argv++;
	}
	/* The drawing reads its own options. */
	if (out->command == COMMAND_GRAPH)
		return 0;
	optind = 1;
	while (!err && (option = getopt_long(
				argc, argv, "h", long_options, NULL)) != -1)
		err = read_option(option, out);
	for (; !err && optind < argc; optind++)
		err = read_lab(argv[optind], out);
	return err ? err : check(out);
}
