// SPDX-License-Identifier: MIT
/* `grade graph`: draw any trace from the command line. */
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "draw.h"

enum {
	EXIT_USAGE = 2,
	EXIT_ENVIRONMENT = 3
};

enum format {
	FORMAT_SVG,
	FORMAT_DOT,
	FORMAT_CHROME,
	FORMAT_TEXT
};

struct request {
	const char *path;
	const char *other;
	const char *output;
	int kind;
	int format;
	int first;      /* 0: all */
	char *schedule; /* the explorer's result, when it is no trace */
	struct trace *trace;
	struct trace *with;
};

enum {
	NO_KIND = DRAW_DIFF + 1 /* not asked for: the file decides */
};

static const char *const kinds[] = {"await", "timeline", "waits", "diff"};
static const char *const formats[] = {"svg", "dot", "chrome", "text"};

static const char help[] =
	"usage: grade graph TRACE --kind await|timeline|waits|diff "
	"[--with OTHER]\n"
	"                   [--format svg|dot|chrome|text] [--first N] "
	"[-o FILE]\n"
	"\n"
	"Draw a trace (recorded with CO_TRACE=FILE), or the failing schedule "
	"that an\n"
	"explorer test has written with --result (timeline and waits only).\n"
	"  --kind await     tasks and who awaits whom (the default for a "
	"trace)\n"
	"         timeline  what ran on which thread, and what it handed on\n"
	"         waits     who waits for what at the end\n"
	"         diff      where TRACE leaves the run in OTHER\n"
	"  --format svg     a picture (the default)\n"
	"           dot     its source; lay a timeline out with neato -n2\n"
	"           chrome  for ui.perfetto.dev\n"
	"           text    who waits for what, and the async stacks\n"
	"  --first N        of a trace's timeline: its first N slices\n"
	"  -o FILE          write there, or not at all; else to the terminal\n";

static int choose(const char *text, const char *const *names, int n)
{
	int i;

	for (i = 0; i < n; i++)
		if (!strcmp(text, names[i]))
			return i;
	return -1;
}

static int usage(const char *what, const char *which)
{
	fprintf(stderr, "grade graph: %s%s%s\n", what, *which ? ": " : "",
		which);
	fputs("Try `grade graph --help`.\n", stderr);
	return EXIT_USAGE;
}

static int check(const struct request *r, int operands)
{
	if (operands < 1)
		return usage("which trace?", "");
	if (operands > 1)
		return usage(
			"more than one trace; use --with for the other", "");
	if (r->kind < 0)
		return usage(
			"--kind must be await, timeline, waits or diff", "");
	if (r->first < 0)
		return usage("--first must be a number above 0", "");
	if (r->format < 0)
		return usage("--format must be svg, dot, chrome or text", "");
	if (r->kind == DRAW_DIFF && !r->other && r->format < FORMAT_CHROME)
		return usage("--kind diff needs --with OTHER", "");
	if (r->other && r->kind != DRAW_DIFF)
		return usage("--with is for --kind diff", "");
	return 0;
}

/* Returns -1 when @text is no number above 0. */
static int parse_first(const char *text)
{
	char *end;
	long n = strtol(text, &end, 10);

	return end == text || *end || n < 1 || n > INT_MAX ? -1 : (int)n;
}

/* 0: go on; -1: help was printed; else an exit status. */
static int parse(int argc, char **argv, struct request *r)
{
	static const struct option options[] = {
		{"kind", required_argument, NULL, 'k'},
		{"with", required_argument, NULL, 'w'},
		{"format", required_argument, NULL, 'f'},
		{"output", required_argument, NULL, 'o'},
		{"first", required_argument, NULL, 'n'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	int c;

	optind = 0; /* start anew: `grade` has parsed its own */
	while ((c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1) {
		if (c == 'k')
			r->kind = choose(optarg, kinds, 4);
		else if (c == 'f')
			r->format = choose(optarg, formats, 4);
		else if (c == 'w')
			r->other = optarg;
		else if (c == 'o')
			r->output = optarg;
		else if (c == 'n')
			r->first = parse_first(optarg);
		else if (c == 'h')
			return fputs(help, stdout), -1;
		else
			return usage(
				c == ':' ? "missing value" : "unknown option",
				argv[optind - 1]);
	}
	r->path = argv[optind];
	return check(r, argc - optind);
}

static bool open_trace(const char *path, struct trace **t)
{
	char *why = NULL;

	if (!trace_open(path, t, &why))
		return true;
	fprintf(stderr, "grade graph: %s\n", why ? why : "out of memory");
	free(why);
	return false;
}

/* What of a trace has no counterpart in a schedule. */
static int check_schedule(struct request *r)
{
	if (r->kind == NO_KIND)
		r->kind = DRAW_TIMELINE;
	if (r->kind != DRAW_TIMELINE && r->kind != DRAW_WAITS)
		return usage("a schedule has --kind timeline or waits", "");
	if (r->format >= FORMAT_CHROME)
		return usage("a schedule has --format svg or dot", "");
	return 0;
}

static int draw_any(const struct request *r, char **dot, char **svg, char **why)
{
	struct draw_options opt = {
		.standalone = true,
		.first = r->first,
	};

	if (r->schedule)
		return draw_schedule(r->schedule,
			r->kind == DRAW_WAITS ? DRAW_SCHEDULE_WAITS
					      : DRAW_SCHEDULE_TIMELINE,
			&opt, dot, svg, why);
	return draw_graph(r->trace, r->with,
		r->kind == NO_KIND ? DRAW_AWAIT : r->kind, &opt, dot, svg, why);
}

static int write_graph(const struct request *r, FILE *out)
{
	bool svg = r->format == FORMAT_SVG;
	char *dot, *picture = NULL, *why;
	int err = draw_any(r, &dot, svg ? &picture : NULL, &why);

	if (!err)
		fputs(svg ? picture : dot, out);
	else
		fprintf(stderr, "grade graph: %s\n",
			why ? why : strerror(-err));
	free(dot);
	free(picture);
	free(why);
	return err;
}

static int write_any(const struct request *r, FILE *out)
{
	int err = 0;

	if (r->format == FORMAT_TEXT) {
		trace_print_waits(out, r->trace);
		trace_print_stacks(out, r->trace);
	} else if (r->format == FORMAT_CHROME) {
		err = draw_chrome(r->trace, out);
	} else {
		return write_graph(r, out);
	}
	if (err)
		fprintf(stderr, "grade graph: %s\n", strerror(-err));
	return err;
}

/* Into a file beside the wanted one, which then takes its name: or nothing. */
static int write_file(const struct request *r)
{
	char *temporary;
	mode_t mask;
	FILE *out;
	int fd, err;

	if (asprintf(&temporary, "%s.XXXXXX", r->output) < 0)
		return -ENOMEM;
	fd = mkstemp(temporary);
	out = fd < 0 ? NULL : fdopen(fd, "w");
	if (!out) {
		fprintf(stderr, "grade graph: %s: %s\n", r->output,
			strerror(errno));
		free(temporary);
		return -EIO;
	}
	mask = umask(0);
	umask(mask);
	fchmod(fd, 0666 & ~mask);
	err = write_any(r, out);
	if ((fclose(out) || (!err && rename(temporary, r->output))) && !err) {
		err = -errno;
		fprintf(stderr, "grade graph: %s: %s\n", r->output,
			strerror(errno));
	}
	if (err)
		unlink(temporary);
	free(temporary);
	return err;
}

static int run(struct request *r)
{
	int err;

	r->schedule = draw_schedule_load(r->path);
	if (r->schedule) {
		err = check_schedule(r);
		if (err)
			return err;
	} else if (!open_trace(r->path, &r->trace) ||
		   (r->other && !open_trace(r->other, &r->with))) {
		return EXIT_ENVIRONMENT;
	}
	err = r->output ? write_file(r) : write_any(r, stdout);
	if (!err && fflush(stdout))
		err = -errno;
	return err ? EXIT_ENVIRONMENT : 0;
}

int grade_graph_main(int argc, char **argv)
{
	struct request r = {.kind = NO_KIND, .format = FORMAT_SVG};
	int status = parse(argc, argv, &r);

	if (!status)
		status = run(&r);
	trace_close(r.trace);
	trace_close(r.with);
	free(r.schedule);
	return status < 0 ? 0 : status;
}
