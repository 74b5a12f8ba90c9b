// SPDX-License-Identifier: MIT
#include "fixture.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	STRINGS_SIZE = 8192
};

static void must(bool ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "fixture: %s\n", what);
	abort();
}

void fixture_init(struct fixture *f, uint32_t rings, uint32_t capacity)
{
	struct co_trace_header h = {
		.magic = CO_TRACE_MAGIC,
		.version = CO_TRACE_VERSION,
		.event_size = sizeof(struct co_trace_event),
		.rings = rings,
		.capacity = capacity,
		.rings_at = sizeof(h),
		.strings_size = STRINGS_SIZE,
		.pid = 100,
		.ticks = {0, 1000},
		.ns = {0, 1000},
		.strings_used = 1,
	};
	int fd;

	h.strings_at = h.rings_at + rings * sizeof(struct co_trace_ring);
	h.events_at = h.strings_at + h.strings_size;
	h.file_size = h.events_at + (uint64_t)rings * capacity * h.event_size;
	*f = (struct fixture){.size = h.file_size, .now = 1000};
	f->bytes = calloc(1, f->size);
	must(f->bytes, "no memory");
	memcpy(f->bytes, &h, sizeof(h));
	f->header = (void *)f->bytes;
	f->rings = (void *)(f->bytes + h.rings_at);
	f->strings = f->bytes + h.strings_at;
	f->events = (void *)(f->bytes + h.events_at);
	strcpy(f->path, "/tmp/corolab-trace-XXXXXX");
	fd = mkstemp(f->path);
	must(fd >= 0, "no temporary file");
	close(fd);
}

void fixture_fini(struct fixture *f)
{
	unlink(f->path);
	free(f->bytes);
	free(f->why);
}

uint32_t fixture_string(struct fixture *f, const char *text)
{
	uint64_t used = f->header->strings_used;
	uint64_t at;

	for (at = 0; at < used; at += strlen(f->strings + at) + 1)
		if (!strcmp(f->strings + at, text))
			return (uint32_t)at;
	must(used + strlen(text) < STRINGS_SIZE, "too many strings");
	strcpy(f->strings + used, text);
	f->header->strings_used += strlen(text) + 1;
	return (uint32_t)used;
}

struct co_trace_event *fixture_event(struct fixture *f, int ring,
	enum co_trace_type type, uint64_t task, uint64_t other,
	const char *name, int line, int arg)
{
	struct co_trace_ring *r = &f->rings[ring];
	uint32_t capacity = f->header->capacity;
	struct co_trace_event *e = f->events + (uint64_t)ring * capacity +
				   r->head++ % capacity;

	if (!r->tid)
		r->tid = 100 + (uint32_t)ring;
	*e = (struct co_trace_event){
		.time = f->now++,
		.task = task ? f->base + task : 0,
		.other = other ? f->base + other : 0,
		.name = fixture_string(f, name),
		.file = line ? fixture_string(f, "src/demo.c") : 0,
		.line = (uint32_t)line,
		.arg = arg,
		.type = (uint16_t)type,
	};
	return e;
}

void fixture_thread(struct fixture *f, int ring, const char *name)
{
	fixture_event(
		f, ring, CO_TRACE_THREAD_START, 0, 0, name, 0, 100 + ring);
}

void fixture_start(struct fixture *f, int ring, uint64_t at, const char *name)
{
	fixture_event(f, ring, CO_TRACE_TASK_CREATED, at, 0, name, 0, 0);
	fixture_event(f, ring, CO_TRACE_TASK_STARTED, at, 0, name, 1, 0);
}

void fixture_suspend(
	struct fixture *f, int ring, uint64_t at, const char *kind, int line)
{
	fixture_event(f, ring, CO_TRACE_TASK_SUSPENDED, at, 0, kind, line, 0);
}

void fixture_await(
	struct fixture *f, int ring, uint64_t at, uint64_t child, int line)
{
	fixture_event(f, ring, CO_TRACE_AWAIT, at, child, "", line, 0);
	fixture_suspend(f, ring, at, "task", line);
}

void fixture_resume(struct fixture *f, int ring, uint64_t at)
{
	fixture_event(f, ring, CO_TRACE_TASK_RESUMED, at, 0, "", 0, 0);
}

void fixture_finish(struct fixture *f, int ring, uint64_t at, int error)
{
	fixture_event(f, ring, CO_TRACE_TASK_FINISHED, at, 0, "", 0, error);
}

void fixture_write(struct fixture *f, size_t size)
{
	FILE *out = fopen(f->path, "w");

	must(out, "cannot write");
	must(fwrite(f->bytes, 1, size, out) == size, "cannot write");
	must(fclose(out) == 0, "cannot write");
}

struct trace *fixture_open(struct fixture *f)
{
	struct trace *t = NULL;

	fixture_write(f, f->size);
	free(f->why);
	f->why = NULL;
	if (trace_open(f->path, &t, &f->why) < 0)
		return NULL;
	return t;
}

struct trace_task *fixture_task(const struct trace *t, const char *id)
{
	int i;

	for (i = 0; i < t->ntasks; i++)
		if (!strcmp(t->tasks[i].id, id))
			return &t->tasks[i];
	fprintf(stderr, "fixture: no task is called %s\n", id);
	abort();
}
