// SPDX-License-Identifier: MIT
#include <errno.h>
#include <string.h>

#include "formats.h"
#include "results.h"
#include "text.h"
#ifdef HAVE_REPORT
#include "report/report.h"
#endif

static bool is(const char *name, const char *format)
{
	return !strcmp(name, format);
}

bool format_exists(const char *name)
{
#ifdef HAVE_REPORT
	if (report_format(name))
		return true;
#endif
	return is(name, "text") || is(name, "json");
}

int format_print(const char *name, const struct grading *g,
	const struct options *o, FILE *out)
{
	if (is(name, "text")) {
		text_write(out, g, o);
		return 0;
	}
	if (is(name, "json"))
		return results_print(g, out);
#ifdef HAVE_REPORT
	return report_format(name)->write(g, out);
#else
	return -EINVAL;
#endif
}

void format_list(FILE *out)
{
#ifdef HAVE_REPORT
	const struct report_format *f;
#endif

	fputs("text|json", out);
#ifdef HAVE_REPORT
	for (f = report_formats; f->name; f++)
		if (!is(f->name, "json") && !is(f->name, "text"))
			fprintf(out, "|%s", f->name);
#endif
}
