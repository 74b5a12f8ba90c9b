// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "attacks.h"
#include "cli.h"
#include "doctor.h"
#include "formats.h"
#include "hints.h"
#include "mutants.h"
#include "names.h"
#include "pictures.h"
#include "replay.h"
#include "results.h"
#include "supervise.h"
#include "text.h"
#ifdef HAVE_DRAW
#include "draw/draw.h"
#endif
#ifdef HAVE_REPORT
#include "report/report.h"
#endif

enum {
	EXIT_INTERRUPTED = 130,
};

/* One test: the person wants to know about that one. */
static void print_only(const struct grading *g, const struct options *o)
{
	size_t i, k;

	for (i = 0; i < g->lab_count; i++) {
		struct lab_result *lab = &g->labs[i];

		if (lab->compile_error || lab->refusal_count) {
			text_write(stdout, g, o);
			return;
		}
		for (k = 0; k < lab->test_count; k++)
			if (is_wanted(o, lab->tests[k].rubric->name))
				text_test(stdout, lab, &lab->tests[k], o);
	}
}

/* What takes longer than the verdict, after it was told. */
static void write_report(struct context *c, struct grading *g)
{
	if (c->options.only || !g->finished)
		return;
	pictures_draw(c, g, true);
	if (results_write(g, arena_printf(g->arena, "%s/results.json",
				     c->options.report)))
		c->failing = true;
#ifdef HAVE_REPORT
	if (report_write(g, c->options.report))
		c->failing = true;
#endif
}

static int grade(struct context *c)
{
	struct grading *g;
	int err = grade_submission(c, &g);

	if (err)
		return err;
	pictures_draw(c, g, false);
	if (c->options.only && !strcmp(c->options.format, "text"))
		print_only(g, &c->options);
	else
		err = format_print(c->options.format, g, &c->options, stdout);
	if (err)
		fprintf(stderr, "grade: cannot print: %s\n", strerror(-err));
	fflush(stdout);
	write_report(c, g);
	grading_free(g);
	return err || c->failing ? EXIT_ENVIRONMENT : EXIT_GRADED;
}

static int run(struct context *c, const struct command_line *line)
{
	switch (line->command) {
	case COMMAND_MUTANTS:
		return mutants_run(c);
	case COMMAND_ATTACKS:
		return attacks_run(c);
	case COMMAND_DOCTOR:
		return doctor(c);
	case COMMAND_CHECK_RUBRIC:
		return names_check(c);
	case COMMAND_REPLAY:
		return replay_run(c, line);
	default:
		return grade(c);
	}
}

int main(int argc, char **argv)
{
	struct command_line line;
	struct context c;
	int status = cli_read(argc, argv, &line);

	if (status)
		return status;
	if (line.command == COMMAND_HELP) {
		cli_help();
		return EXIT_GRADED;
	}
	if (line.command == COMMAND_HINT)
		return hints_print(line.test_lab, line.test_name, line.step);
	if (line.command == COMMAND_GRAPH) {
#ifdef HAVE_DRAW
		return grade_graph_main(argc - 1, argv + 1);
#else
		fputs("grade: this build cannot draw\n", stderr);
		return EXIT_ENVIRONMENT;
#endif
	}
	status = context_open(&c, &line.options, argv[0]);
	if (!status)
		status = run(&c, &line);
	context_close(&c);
	return supervise_interrupted() ? EXIT_INTERRUPTED : status;
}
