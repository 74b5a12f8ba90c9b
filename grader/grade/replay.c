// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build.h"
#include "intake.h"
#include "replay.h"

/* The layers of the submission that the test stands on, built. */
static int build(struct context *c, struct builder *b, struct grading *g,
	int lab, unsigned own)
{
	struct intake in;
	int n, err = builder_open(b, c, g->arena);

	if (err)
		return EXIT_ENVIRONMENT;
	err = intake_open(&in, c, g);
	for (n = 1; n <= lab && !err; n++)
		if ((own & 1u << n) && rubric_lab(n))
			err = intake_lab(&in, rubric_lab(n), NULL);
	if (err)
		return err < 0 ? EXIT_ENVIRONMENT : err;
	intake_close(&in);
	for (n = 1; n <= lab && !err; n++)
		if (own & 1u << n)
			err = builder_layer(
				b, n, 1u << BUILD_PLAIN | 1u << BUILD_EXPLORE);
	return err ? EXIT_ENVIRONMENT : 0;
}

/* Without a sandbox: it is the person's own code, and a debugger may look. */
static int run(const char *program, const struct command_line *line)
{
	int status = 0;
	pid_t pid;

	printf("program: %s\n", program);
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		execl(program, program, "--run", line->test_name, "--seed",
			line->seed, "--strategy",
			line->strategy ? line->strategy : "replay", "--verbose",
			(char *)NULL);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) < 2 ? EXIT_GRADED
							    : EXIT_ENVIRONMENT;
}

int replay_run(struct context *c, const struct command_line *line)
{
	const struct rubric_test *t = rubric_test(
		rubric_lab(line->test_lab), line->test_name);
	unsigned self = 1u << line->test_lab;
	unsigned own = c->options.own_stack ? self | (self - 2) : self;
	struct program_id id = {.lab = line->test_lab,
		.build = BUILD_EXPLORE,
		.hidden = t->visibility == RUBRIC_HIDDEN,
		.explorer = t->program,
		.own = own};
	struct grading *g = grading_create();
	struct builder b;
	const char *program;
	int status;

	if (!t->program) {
		fprintf(stderr,
			"grade: %s has no schedules; run "
			"`grade lab%d.%s`\n",
			t->name, line->test_lab, t->name);
		grading_free(g);
		return EXIT_USAGE;
	}
	status = build(c, &b, g, line->test_lab, own);
	if (!status && b.layers[line->test_lab].compile_error) {
		fputs(b.layers[line->test_lab].compile_error, stderr);
		status = EXIT_USAGE;
	}
	program = status ? NULL : builder_symbols(&b, &id);
	if (program)
		status = run(program, line);
	else if (!status)
		status = EXIT_ENVIRONMENT;
	grading_free(g);
	return status;
}
