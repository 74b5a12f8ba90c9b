// SPDX-License-Identifier: MIT
/*
 * Stable ids: "greet", "greet#2", ... in order of first appearance, so that
 * two runs which do the same name everything the same.
 */
#include <string.h>

#include "internal.h"

enum {
	MAX_NAME = 40
};

/* How many bytes of @name to show: whole characters only. */
static int shown(const char *name)
{
	int length = (int)strlen(name);

	if (length <= MAX_NAME)
		return length;
	length = MAX_NAME;
	while (length && ((unsigned char)name[length] & 0xc0) == 0x80)
		length--;
	return length;
}

static int make_id(struct trace_map *seen, const char *name,
	const char *unnamed, char **id)
{
	int count, length, n;

	if (!*name)
		name = unnamed;
	count = trace_map_get(seen, trace_hash(0, name)) + 1;
	if (trace_map_set(seen, trace_hash(0, name), count) < 0)
		return -ENOMEM;
	length = shown(name);
	if (count == 0)
		n = asprintf(
			id, "%.*s%s", length, name, name[length] ? "..." : "");
	else
		n = asprintf(id, "%.*s%s#%d", length, name,
			name[length] ? "..." : "", count + 1);
	if (n < 0)
		*id = NULL;
	return n < 0 ? -ENOMEM : 0;
}

/* A thread that inherited the program's name has none of its own. */
static int name_threads(struct trace *t, struct trace_map *seen)
{
	const char *program = NULL;
	int err = 0;
	int i;

	for (i = 0; i < t->nthreads; i++)
		if (t->threads[i].tid == t->pid)
			program = t->threads[i].name;
	for (i = 0; i < t->nthreads && !err; i++) {
		struct trace_thread *th = &t->threads[i];
		const char *name = th->name;

		if (program && !strcmp(name, program))
			name = "";
		if (th->tid == t->pid)
			name = "main";
		err = make_id(seen, name, "unnamed", &th->id);
	}
	return err;
}

#define NAME_EACH(array, count, unnamed)                                       \
	do {                                                                   \
		for (i = 0; i < (count) && !err; i++)                          \
			err = make_id(&seen, (array)[i].name, unnamed,         \
				&(array)[i].id);                               \
		trace_map_free(&seen);                                         \
	} while (0)

int trace__name_all(struct trace *t)
{
	struct trace_map seen = {0};
	int err = name_threads(t, &seen);
	int i;

	trace_map_free(&seen);
	NAME_EACH(t->tasks, t->ntasks, "task");
	NAME_EACH(t->executors, t->nexecutors, "executor");
	NAME_EACH(t->timers, t->ntimers, "timer");
	NAME_EACH(t->locks, t->nlocks, "lock");
	NAME_EACH(t->sqes, t->nsqes, "operation");
	return err;
}
