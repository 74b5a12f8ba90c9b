/* SPDX-License-Identifier: MIT */
/* The command line. */
#ifndef GRADE_CLI_H
#define GRADE_CLI_H

#include "grade.h"

enum command {
	COMMAND_GRADE,
	COMMAND_HINT,
	COMMAND_REPLAY,
	COMMAND_GRAPH,
	COMMAND_MUTANTS,
	COMMAND_ATTACKS,
	COMMAND_DOCTOR,
	COMMAND_CHECK_RUBRIC,
	COMMAND_HELP,
};

struct command_line {
	enum command command;
	struct options options;
	const char *test_name; /* of lab1.NAME; or NULL */
	int test_lab;
	int step;             /* hint --step */
	const char *seed;     /* replay --seed */
	const char *strategy; /* replay --strategy */
	bool schedule_only;   /* replay: no debugger, just run */
	bool named_lab;       /* a lab or a test was named */
};

/*
 * Read the command line.
 *
 * Returns: 0, or EXIT_USAGE after a message.
 */
int cli_read(int argc, char **argv, struct command_line *out);

void cli_help(void);

#endif
