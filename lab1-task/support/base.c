// SPDX-License-Identifier: MIT
/*
 * What CO_ASSERT and CO_NOT_STARTED do when nobody is listening: a program on
 * its own prints and stops. A test harness listens through co__listener.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "co/listener.h"
#include "co/task.h"

const struct co_listener *co__listener;

void co__assert_failed(
	const char *file, int line, const char *cond, const char *fmt, ...)
{
	const struct co_task *task = co_current();
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (co__listener)
		co__listener->assert_expected(text);
	fprintf(stderr, "%s:%d: %s\n    in task: %s\n    must hold: %s\n", file,
		line, text, task ? task->name : "none", cond);
	if (co__listener)
		co__listener->assert_failed(file, line, text);
	abort();
}

void co__not_started(const char *part, const char *file, int line)
{
	if (co__listener)
		co__listener->not_started(part, file, line);
	fprintf(stderr,
		"%s is not written yet. Start at %s:%d and read its part in "
		"the lab's README.md.\n",
		part, file, line);
	exit(EXIT_FAILURE);
}
