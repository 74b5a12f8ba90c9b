// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "claim.h"
#ifdef HAVE_TRACE
#include "trace/trace.h"
#endif

bool claim_holds(const struct run *run, const char *path)
{
#ifdef HAVE_TRACE
	struct trace *trace;
	char *why = NULL;
	size_t notes = 0;
	bool holds;
	int i;

	if (trace_open(path, &trace, &why)) {
		free(why);
		return true;
	}
	for (i = 0; i < trace->nevents; i++)
		notes += trace->events[i].type == CO_TRACE_NOTE;
	holds = trace->lost || trace->dropped || notes >= run->steps.count;
	trace_close(trace);
	return holds;
#else
	(void)run;
	(void)path;
	return true;
#endif
}
