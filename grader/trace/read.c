// SPDX-License-Identifier: MIT
/*
 * From a trace file to checked bytes.
 *
 * The file is read, not mapped: a traced process can cut it short at any
 * moment, and a mapping would turn that into a SIGBUS here. Only the parts in
 * use are read; the file is sparse and mostly holes. The order matters while
 * the process still runs: a ring's head before its events, and the strings
 * last, so that every name an event refers to is there.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"

/* Kept of all rings together. */
enum {
	MAX_EVENTS = 4 << 20
};

/* No program writes so many: at 25 ns an event this takes 80 days. */
static const uint64_t MAX_HEAD = 1ULL << 48;

/*
 * The events of a ring that are whole when its head stands at @head: all of a
 * ring that is not full, all but the oldest slot of one that is.
 */
static uint64_t oldest_whole(uint64_t head, uint64_t capacity)
{
	return head < capacity ? 0 : head - capacity + 1;
}

static int read_events(const struct file *f, const struct co_trace_header *h,
	uint32_t ring, struct raw_ring *r)
{
	uint64_t start = h->events_at +
			 (uint64_t)ring * h->capacity * h->event_size;
	uint32_t slot = (uint32_t)(r->first & (h->capacity - 1));
	uint32_t before_wrap = h->capacity - slot;
	int err;

	if (before_wrap > r->count)
		before_wrap = r->count;
	r->events = calloc(r->count, sizeof(*r->events));
	if (!r->events)
		return -ENOMEM;
	err = trace__read_at(f, r->events,
		(uint64_t)before_wrap * h->event_size,
		start + (uint64_t)slot * h->event_size);
	if (!err)
		err = trace__read_at(f, r->events + before_wrap,
			(uint64_t)(r->count - before_wrap) * h->event_size,
			start);
	return err;
}

/* Forget what a live writer has overwritten since its head was read. */
static void drop_overwritten(
	struct raw_ring *r, uint64_t head_now, uint32_t capacity)
{
	uint64_t whole = oldest_whole(head_now, capacity);
	uint64_t gone;

	if (whole <= r->first)
		return;
	gone = whole - r->first;
	if (gone > r->count)
		gone = r->count;
	memmove(r->events, r->events + gone,
		(r->count - gone) * sizeof(*r->events));
	r->first += gone;
	r->count -= (uint32_t)gone;
}

static int check_events(
	const struct file *f, uint32_t ring, const struct raw_ring *r)
{
	uint32_t i;

	for (i = 0; i < r->count; i++)
		if (r->events[i].type == CO_TRACE_NONE ||
			r->events[i].type >= CO_TRACE_TYPES)
			return bad(f,
				"%s: corrupt: ring %u, event %" PRIu64
				": unknown type %u",
				f->path, ring, r->first + i, r->events[i].type);
	return 0;
}

static int read_ring(const struct file *f, const struct co_trace_header *h,
	uint32_t ring, uint64_t limit, struct raw_ring *r)
{
	uint64_t at = h->rings_at + ring * sizeof(struct co_trace_ring);
	struct co_trace_ring before, after;
	int err = trace__read_at(f, &before, sizeof(before), at);

	if (err || before.head == 0)
		return err;
	if (before.tid == 0)
		return bad(f, "%s: corrupt: ring %u has events but no thread",
			f->path, ring);
	if (before.head > MAX_HEAD)
		return bad(f, "%s: corrupt: ring %u counts %" PRIu64 " events",
			f->path, ring, before.head);
	r->tid = before.tid;
	r->first = oldest_whole(before.head, h->capacity);
	if (before.head - r->first > limit)
		r->first = before.head - limit;
	r->count = (uint32_t)(before.head - r->first);
	err = read_events(f, h, ring, r);
	if (!err)
		err = trace__read_at(f, &after, sizeof(after), at);
	if (!err && after.head < before.head)
		err = bad(f, "%s: corrupt: ring %u runs backwards", f->path,
			ring);
	if (err)
		return err;
	drop_overwritten(r, after.head, h->capacity);
	return check_events(f, ring, r);
}

/* How many rings hold anything: they share MAX_EVENTS. */
static int count_used(const struct file *f, const struct co_trace_header *h)
{
	struct co_trace_ring ring;
	uint32_t i;
	int used = 0;
	int err;

	for (i = 0; i < h->rings; i++) {
		err = trace__read_at(
			f, &ring, sizeof(ring), h->rings_at + i * sizeof(ring));
		if (err)
			return err;
		used += ring.head != 0;
	}
	return used;
}

static int read_rings(const struct file *f, struct raw_trace *raw)
{
	const struct co_trace_header *h = &raw->header;
	int used = count_used(f, h);
	uint32_t i;
	int err;

	if (used < 0)
		return used;
	raw->rings = calloc(h->rings, sizeof(*raw->rings));
	if (!raw->rings)
		return -ENOMEM;
	raw->nrings = h->rings;
	for (i = 0; i < h->rings; i++) {
		err = read_ring(f, h, i, MAX_EVENTS / (uint32_t)(used + 1),
			&raw->rings[i]);
		if (err)
			return err;
		raw->lost += raw->rings[i].first;
	}
	return 0;
}

static int read_strings(const struct file *f, struct raw_trace *raw)
{
	struct co_trace_header now;
	int err = trace__read_at(f, &now, sizeof(now), 0);

	if (err)
		return err;
	raw->strings_used = now.strings_used;
	raw->header.dropped = now.dropped;
	if (now.strings_used == 0 ||
		now.strings_used > raw->header.strings_size)
		return bad(f,
			"%s: corrupt header: %" PRIu64 " bytes of strings",
			f->path, now.strings_used);
	raw->strings = malloc(raw->strings_used);
	if (!raw->strings)
		return -ENOMEM;
	err = trace__read_at(
		f, raw->strings, raw->strings_used, raw->header.strings_at);
	if (err)
		return err;
	/* With a NUL at both ends every offset in between is a string. */
	if (raw->strings[0] || raw->strings[raw->strings_used - 1])
		return bad(f, "%s: corrupt: the last string does not end",
			f->path);
	return 0;
}

/* Whether a string begins at @offset. */
static bool is_string(const struct raw_trace *raw, uint32_t offset)
{
	return !offset ||
	       (offset < raw->strings_used && raw->strings[offset - 1] == '\0');
}

static int check_names(const struct file *f, const struct raw_trace *raw)
{
	const struct co_trace_event *e;
	uint32_t i, k;

	for (i = 0; i < raw->nrings; i++)
		for (k = 0; k < raw->rings[i].count; k++) {
			e = &raw->rings[i].events[k];
			if (is_string(raw, e->name) && is_string(raw, e->file))
				continue;
			return bad(f,
				"%s: corrupt: ring %u, event %" PRIu64
				": there is no string %u",
				f->path, i, raw->rings[i].first + k,
				is_string(raw, e->name) ? e->file : e->name);
		}
	return 0;
}

int trace__read(const char *path, struct raw_trace *raw, char **why)
{
	struct file f = {.path = path, .why = why};
	int err;

	memset(raw, 0, sizeof(*raw));
	err = trace__open_file(&f);
	if (!err)
		err = trace__read_header(&f, &raw->header);
	if (!err)
		err = read_rings(&f, raw);
	if (!err)
		err = read_strings(&f, raw);
	if (!err)
		err = check_names(&f, raw);
	if (f.fd >= 0)
		close(f.fd);
	if (err)
		trace__free_raw(raw);
	return err;
}

void trace__free_raw(struct raw_trace *raw)
{
	uint32_t i;

	for (i = 0; i < raw->nrings; i++)
		free(raw->rings[i].events);
	free(raw->rings);
	free(raw->strings);
	memset(raw, 0, sizeof(*raw));
}
