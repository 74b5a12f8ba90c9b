// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stuck.h"
#ifdef HAVE_TRACE
#include "trace/trace.h"
#endif

enum {
	MAX_TEXT = 4000,
};

const char *stuck_read(struct arena *arena, const char *path)
{
#ifdef HAVE_TRACE
	struct trace *trace;
	char *why = NULL, *text = NULL;
	const char *result = NULL;
	size_t size = 0;
	bool alive = false;
	FILE *out;
	int i;

	if (trace_open(path, &trace, &why)) {
		free(why);
		return NULL;
	}
	for (i = 0; i < trace->ntasks; i++)
		alive = alive || (trace->tasks[i].seen &&
					 trace_is_alive(&trace->tasks[i]));
	out = alive ? open_memstream(&text, &size) : NULL;
	if (out) {
		trace_print_waits(out, trace);
		trace_print_stacks(out, trace);
		fclose(out);
		if (size)
			result = arena_clean(arena, text, size, MAX_TEXT);
		free(text);
	}
	trace_close(trace);
	return result;
#else
	(void)arena;
	(void)path;
	return NULL;
#endif
}
