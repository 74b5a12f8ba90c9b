// SPDX-License-Identifier: MIT
/*
 * Tracing: what an event costs while it is recorded, and while it is not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../contender.h"
#include "co/trace.h"

static char trace_file[] = "/tmp/corolab-bench-XXXXXX";

/*
 * Recording starts before main() or not at all, so this program starts itself
 * again with CO_TRACE set. The file goes at once; the mapping stays.
 */
static void traced_prepare(size_t size)
{
	const char *path = getenv("CO_TRACE");
	int fd;

	(void)size;
	if (path) {
		unlink(path);
		return;
	}
	fd = mkstemp(trace_file);
	if (fd < 0 || setenv("CO_TRACE", trace_file, 1) < 0)
		bench_expect(1, 0, "making a trace file");
	close(fd);
	execl("/proc/self/exe", "ours", "trace-event", (char *)NULL);
	unlink(trace_file);
	bench_expect(1, 0, "starting again with CO_TRACE set");
}

/* Not inlined: the branch is to be taken once an event, as in a body. */
static __attribute__((noinline)) uint64_t event(uint64_t i)
{
	co_trace_at(CO_TRACE_TASK_RESUMED, &trace_file, NULL, "bench", __FILE__,
		__LINE__, (int)i);
	return i + 1;
}

static void events_run(size_t size, uint64_t n)
{
	uint64_t done = 0;

	(void)size;
	while (done < n)
		done = event(done);
	bench_expect(n, done, "the number of events");
}

static void traced_run(size_t size, uint64_t n)
{
	bench_expect(1, co__trace_on, "tracing");
	events_run(size, n);
}

static void untraced_run(size_t size, uint64_t n)
{
	bench_expect(0, co__trace_on, "tracing");
	events_run(size, n);
}

BENCH_CASE(trace_event, "trace-event", 1, traced_prepare, traced_run)
BENCH_CASE(trace_off, "trace-off", 1, NULL, untraced_run)
