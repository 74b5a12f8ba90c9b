/* SPDX-License-Identifier: MIT */
/*
 * The formats that a grading can be printed in: text and json here, those of
 * other systems in grader/report.
 */
#ifndef GRADE_FORMATS_H
#define GRADE_FORMATS_H

#include <stdio.h>

#include "grade.h"

/* Whether there is a format called @name. */
bool format_exists(const char *name);

/* Print @g in the format called @name, which exists; 0 or -errno. */
int format_print(const char *name, const struct grading *g,
	const struct options *o, FILE *out);

/* "text|json|...", for --help. */
void format_list(FILE *out);

#endif
