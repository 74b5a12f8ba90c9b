// SPDX-License-Identifier: MIT
#include <string.h>

#include "formats.h"
#include "results.h"
#include "text.h"

static int print_text(
	const struct grading *g, const struct options *o, FILE *out)
{
	text_write(out, g, o);
	return 0;
}

static int print_json(
	const struct grading *g, const struct options *o, FILE *out)
{
	(void)o;
	return results_print(g, out);
}

const struct format formats[] = {
	{"text", print_text},
	{"json", print_json},
	{NULL, NULL},
};

const struct format *format_find(const char *name)
{
	const struct format *f;

	for (f = formats; f->name; f++)
		if (!strcmp(f->name, name))
			return f;
	return NULL;
}
