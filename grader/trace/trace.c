// SPDX-License-Identifier: MIT
/* Open and close a trace; the names of what is in it. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static int understand(
	const char *path, struct raw_trace *raw, struct trace **out, char **why)
{
	struct trace *t = calloc(1, sizeof(*t));
	int err = t ? 0 : -ENOMEM;

	if (!err)
		err = trace__merge(t, raw);
	if (!err)
		err = trace__build(t);
	if (!err)
		err = trace__name_all(t);
	if (err) {
		trace_close(t);
		return trace__fail(why, err, "%s: out of memory", path);
	}
	*out = t;
	return 0;
}

int trace_open(const char *path, struct trace **out, char **why)
{
	struct raw_trace raw;
	char *message = NULL;
	int err = trace__read(path, &raw, &message);

	if (!err) {
		trace__clean_strings(&raw);
		err = understand(path, &raw, out, &message);
		trace__free_raw(&raw);
	}
	if (err)
		*why = message;
	return err;
}

void trace_hide_files(struct trace *t, const char *folder)
{
	size_t length = strlen(folder);
	int i;

	for (i = 0; i < t->nevents; i++)
		if (!strncmp(t->events[i].file, folder, length))
			t->events[i].file = "";
	for (i = 0; i < t->ntasks; i++)
		if (!strncmp(t->tasks[i].file, folder, length))
			t->tasks[i].file = "";
}

#define FREE_IDS(array, count)                                                 \
	do {                                                                   \
		for (i = 0; i < (count); i++)                                  \
			free((array)[i].id);                                   \
		free(array);                                                   \
	} while (0)

void trace_close(struct trace *t)
{
	int i;

	if (!t)
		return;
	FREE_IDS(t->threads, t->nthreads);
	FREE_IDS(t->tasks, t->ntasks);
	FREE_IDS(t->executors, t->nexecutors);
	FREE_IDS(t->timers, t->ntimers);
	FREE_IDS(t->locks, t->nlocks);
	FREE_IDS(t->sqes, t->nsqes);
	free(t->edges);
	free(t->slices);
	free(t->handoffs);
	free(t->holds);
	free(t->events);
	free(t->strings);
	free(t);
}

const char *trace_type_name(int type)
{
	static const char *const names[CO_TRACE_TYPES] = {
		[CO_TRACE_NONE] = "nothing",
		[CO_TRACE_TASK_CREATED] = "task created",
		[CO_TRACE_TASK_STARTED] = "task started",
		[CO_TRACE_TASK_SUSPENDED] = "task suspended",
		[CO_TRACE_TASK_RESUMED] = "task resumed",
		[CO_TRACE_TASK_FINISHED] = "task finished",
		[CO_TRACE_TASK_DESTROYED] = "task destroyed",
		[CO_TRACE_AWAIT] = "await",
		[CO_TRACE_POST] = "post",
		[CO_TRACE_RUN] = "run",
		[CO_TRACE_TIMER_ARMED] = "timer armed",
		[CO_TRACE_TIMER_FIRED] = "timer fired",
		[CO_TRACE_TIMER_CANCELLED] = "timer cancelled",
		[CO_TRACE_SQE_PREPARED] = "SQE prepared",
		[CO_TRACE_SQE_SUBMITTED] = "SQEs submitted",
		[CO_TRACE_CQE] = "CQE",
		[CO_TRACE_LOCK_REQUESTED] = "lock requested",
		[CO_TRACE_LOCK_ACQUIRED] = "lock acquired",
		[CO_TRACE_LOCK_RELEASED] = "lock released",
		[CO_TRACE_CANCEL] = "cancel",
		[CO_TRACE_THREAD_START] = "thread started",
		[CO_TRACE_THREAD_STOP] = "thread stopped",
		[CO_TRACE_NAMED] = "named",
		[CO_TRACE_NOTE] = "note",
	};

	return type >= 0 && type < CO_TRACE_TYPES ? names[type] : "unknown";
}

const char *trace_status_name(enum trace_status status)
{
	static const char *const names[TRACE_STATUSES] = {
		[TRACE_CREATED] = "not started",
		[TRACE_RUNNING] = "running",
		[TRACE_SUSPENDED] = "suspended",
		[TRACE_DONE] = "done",
		[TRACE_FAILED] = "failed",
		[TRACE_CANCELLED] = "cancelled",
		[TRACE_KILLED] = "killed",
		[TRACE_TIMED_OUT] = "timed out",
	};

	return status < TRACE_STATUSES ? names[status] : "unknown";
}

const char *trace_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}
