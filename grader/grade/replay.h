/* SPDX-License-Identifier: MIT */
/* One schedule of the explorer again, in the foreground. */
#ifndef GRADE_REPLAY_H
#define GRADE_REPLAY_H

#include "cli.h"

/* Build the test and become it; an exit status when that fails. */
int replay_run(struct context *c, const struct command_line *line);

#endif
