// SPDX-License-Identifier: MIT
/* The file behind a trace, and whether its header can be believed. */
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"

enum {
	MAX_RINGS = 4096,
	MAX_CAPACITY = 1 << 24,
	MAX_STRINGS = 64 << 20,
};

int trace__read_at(
	const struct file *f, void *to, uint64_t size, uint64_t offset)
{
	char *at = to;

	while (size) {
		ssize_t n = pread(f->fd, at, size, (off_t)offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return trace__fail(f->why, -errno, "%s: %s", f->path,
				strerror(errno));
		if (n == 0)
			return bad(f,
				"%s: ends at byte %" PRIu64
				" while it is being read",
				f->path, offset);
		at += n;
		size -= (uint64_t)n;
		offset += (uint64_t)n;
	}
	return 0;
}

int trace__open_file(struct file *f)
{
	struct stat st;

	/* Non-blocking: a FIFO in its place must not hold us up. */
	f->fd = open(f->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (f->fd < 0 || fstat(f->fd, &st) < 0)
		return trace__fail(
			f->why, -errno, "%s: %s", f->path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return bad(f, "%s: not a regular file", f->path);
	f->size = (uint64_t)st.st_size;
	return 0;
}

static bool fits(uint64_t at, uint64_t size, uint64_t total)
{
	return at <= total && size <= total - at;
}

static int check_identity(const struct file *f, const struct co_trace_header *h)
{
	if (h->magic == 0)
		return bad(f, "%s: no trace in it yet", f->path);
	if (h->magic != CO_TRACE_MAGIC)
		return bad(f, "%s: not a trace file", f->path);
	if (h->version != CO_TRACE_VERSION)
		return bad(f, "%s: written by version %u, this reader knows %d",
			f->path, h->version, CO_TRACE_VERSION);
	if (h->event_size != sizeof(struct co_trace_event))
		return bad(f, "%s: corrupt header: events of %u bytes, not %zu",
			f->path, h->event_size, sizeof(struct co_trace_event));
	return 0;
}

static int check_layout(const struct file *f, const struct co_trace_header *h)
{
	if (h->rings == 0 || h->rings > MAX_RINGS)
		return bad(
			f, "%s: corrupt header: %u rings", f->path, h->rings);
	if (h->capacity < 2 || h->capacity > MAX_CAPACITY ||
		(h->capacity & (h->capacity - 1)))
		return bad(f, "%s: corrupt header: rings of %u events", f->path,
			h->capacity);
	if (f->size < h->file_size)
		return bad(f,
			"%s: truncated: %" PRIu64 " bytes of %" PRIu64
			" are there",
			f->path, f->size, h->file_size);
	if (!fits(h->rings_at, h->rings * sizeof(struct co_trace_ring),
		    h->file_size))
		return bad(f, "%s: corrupt header: rings outside the file",
			f->path);
	if (!h->strings_size || h->strings_size > MAX_STRINGS ||
		!fits(h->strings_at, h->strings_size, h->file_size))
		return bad(f, "%s: corrupt header: strings outside the file",
			f->path);
	if (!fits(h->events_at,
		    (uint64_t)h->rings * h->capacity * h->event_size,
		    h->file_size))
		return bad(f, "%s: corrupt header: events outside the file",
			f->path);
	return 0;
}

int trace__read_header(const struct file *f, struct co_trace_header *h)
{
	int err;

	if (f->size == 0)
		return bad(f, "%s: empty, no trace in it", f->path);
	if (f->size < sizeof(*h))
		return bad(f, "%s: truncated: %" PRIu64 " bytes hold no header",
			f->path, f->size);
	err = trace__read_at(f, h, sizeof(*h), 0);
	if (!err)
		err = check_identity(f, h);
	if (!err)
		err = check_layout(f, h);
	if (!err && h->ticks[1] < h->ticks[0])
		err = bad(f, "%s: corrupt header: its clock runs backwards",
			f->path);
	return err;
}
