/* SPDX-License-Identifier: MIT */
/*
 * The formats that a grading can be printed in. A new one is a function and a
 * line in the table of formats.c.
 */
#ifndef GRADE_FORMATS_H
#define GRADE_FORMATS_H

#include <stdio.h>

#include "grade.h"

struct format {
	const char *name;
	/* Print @g; 0 or -errno. */
	int (*print)(
		const struct grading *g, const struct options *o, FILE *out);
};

/* Ended by one without a name. */
extern const struct format formats[];

/* The format called @name, or NULL. */
const struct format *format_find(const char *name);

#endif
