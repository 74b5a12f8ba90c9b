/* SPDX-License-Identifier: MIT */
/*
 * Event descriptors, and the part of read, write, close and poll that goes with
 * them. Their numbers are far above any that the system gives out. Writing to
 * standard output or error is allowed and goes nowhere of interest; any other
 * descriptor is refused, because a real one could block out of our sight.
 */
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/types.h>
#include <unistd.h>

#include "wrap.h"

enum {
	FIRST_FD = 1000,
	MAX_FDS = 64
};

struct event {
	bool open;
	int flags;
	uint64_t count;
	struct ex_clock clock;
};

static struct event events[MAX_FDS];
static int n_events;

void ex_eventfd_reset(void)
{
	memset(events, 0, sizeof(events[0]) * (size_t)n_events);
	n_events = 0;
}

static struct event *event_of(int fd)
{
	struct event *e;

	if (fd < FIRST_FD || fd >= FIRST_FD + n_events)
		return NULL;
	e = &events[fd - FIRST_FD];
	return e->open ? e : NULL;
}

static bool is_event(int fd)
{
	return fd >= FIRST_FD && fd < FIRST_FD + MAX_FDS;
}

/* Its number may be another's by now: never an innocent mistake. */
static void check_not_closed(int fd, const char *op, uintptr_t pc)
{
	if (fd >= FIRST_FD && fd < FIRST_FD + n_events &&
		!events[fd - FIRST_FD].open)
		ex_fail(EX_DESTROYED, pc, &events[fd - FIRST_FD],
			"%s an eventfd that was closed", op);
}

static int failed(int err)
{
	errno = err;
	return -1;
}

/* For the descriptor that a test sees, a stable address to name it by. */
static const void *name_of(const struct event *e)
{
	return e;
}

static bool readable(void *arg)
{
	struct event *e = arg;

	return !e->open || e->count;
}

static bool writable_by(const struct event *e, uint64_t n)
{
	return !e->open || e->count + n < UINT64_MAX;
}

int explore_eventfd(unsigned initial, int flags)
{
	struct event *e = &events[n_events];

	if (flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE))
		return failed(EINVAL);
	if (n_events == MAX_FDS)
		return failed(EMFILE);
	e->open = true;
	e->flags = flags;
	e->count = initial;
	return FIRST_FD + n_events++;
}

static ssize_t event_read(int fd, uint64_t *out, uintptr_t pc)
{
	struct event *e = event_of(fd);
	struct ex_waiting w = {.op = "reads eventfd",
		.object = e ? name_of(e) : NULL,
		.pc = pc,
		.arg = e,
		.deadline = EX_NEVER,
		.holder = -1};

	check_not_closed(fd, "reads", pc);
	if (!e)
		return failed(EBADF);
	if (!(e->flags & EFD_NONBLOCK))
		w.ready = readable;
	ex_wait(&w);
	if (!e->open)
		return failed(EBADF);
	ex_step_value(e->count);
	if (!e->count) {
		ex_idle(pc, (uintptr_t)e, 0);
		return failed(EAGAIN);
	}
	*out = e->flags & EFD_SEMAPHORE ? 1 : e->count;
	e->count -= *out;
	ex_acquire(&e->clock);
	ex_wrote();
	return 8;
}

static ssize_t event_write(int fd, uint64_t n, uintptr_t pc)
{
	struct event *e = event_of(fd);

	check_not_closed(fd, "writes", pc);
	if (!e)
		return failed(EBADF);
	if (n == UINT64_MAX)
		return failed(EINVAL);
	ex_step("writes eventfd", name_of(e), pc);
	check_not_closed(fd, "writes", pc);
	if (!writable_by(e, n)) {
		if (e->flags & EFD_NONBLOCK)
			return failed(EAGAIN);
		ex_fail(EX_UNSUPPORTED, pc, NULL,
			"an eventfd write that blocks (the counter is full)");
	}
	e->count += n;
	ex_step_value(e->count);
	ex_release(&e->clock);
	ex_wrote();
	return 8;
}

ssize_t explore_read(int fd, void *buf, size_t size)
{
	uint64_t n;
	ssize_t got;

	if (!is_event(fd))
		ex_fail(EX_UNSUPPORTED, EX_PC, NULL,
			"the explorer cannot control read() of descriptor %d: "
			"only eventfds are simulated",
			fd);
	if (size < 8)
		return failed(EINVAL);
	got = event_read(fd, &n, EX_PC);
	if (got == 8) {
		ex_access(buf, 8, EX_WRITE, EX_PC);
		memcpy(buf, &n, 8);
	}
	return got;
}

ssize_t explore_write(int fd, const void *buf, size_t size)
{
	uint64_t n;

	if (fd == STDOUT_FILENO || fd == STDERR_FILENO)
		return (ssize_t)size;
	if (!is_event(fd))
		ex_fail(EX_UNSUPPORTED, EX_PC, NULL,
			"the explorer cannot control write() to descriptor %d: "
			"only eventfds are simulated",
			fd);
	if (size < 8)
		return failed(EINVAL);
	ex_access(buf, 8, EX_READ, EX_PC);
	memcpy(&n, buf, 8);
	return event_write(fd, n, EX_PC);
}

int explore_eventfd_read(int fd, eventfd_t *value)
{
	uint64_t n;

	if (event_read(fd, &n, EX_PC) != 8)
		return -1;
	*value = n;
	return 0;
}

int explore_eventfd_write(int fd, eventfd_t value)
{
	return event_write(fd, value, EX_PC) == 8 ? 0 : -1;
}

int explore_close(int fd)
{
	struct event *e = event_of(fd);

	if (!is_event(fd))
		ex_fail(EX_UNSUPPORTED, EX_PC, NULL,
			"close() of descriptor %d, which is not the test's",
			fd);
	ex_step("closes eventfd", e ? name_of(e) : NULL, EX_PC);
	if (!e || !e->open)
		return failed(EBADF);
	e->open = false;
	ex_wrote();
	return 0;
}

/* ---- For the simulated ring (ring/vfs.c) ---- */

bool ex_eventfd_known(int fd)
{
	return is_event(fd);
}

bool ex_eventfd_readable(int fd)
{
	struct event *e = event_of(fd);

	return !e || e->count;
}

int ex_eventfd_take(int fd, void *out)
{
	struct event *e = event_of(fd);
	uint64_t n;

	if (!e)
		return -EBADF;
	if (!e->count)
		return -EAGAIN;
	n = e->flags & EFD_SEMAPHORE ? 1 : e->count;
	e->count -= n;
	memcpy(out, &n, sizeof(n));
	ex_acquire(&e->clock);
	ex_wrote();
	return sizeof(n);
}

void ex_eventfd_add(int fd, uint64_t n)
{
	struct event *e = event_of(fd);

	if (!e)
		return;
	e->count += n;
	ex_release(&e->clock);
	ex_wrote();
}

/* ---- poll ---- */

struct polling {
	struct pollfd *fds;
	nfds_t n;
};

static short state_of(const struct pollfd *p)
{
	const struct event *e = event_of(p->fd);

	if (p->fd < 0)
		return 0;
	if (!e)
		return POLLNVAL;
	return (short)((e->count ? POLLIN : 0) |
		       (writable_by(e, 1) ? POLLOUT : 0));
}

static bool any_ready(void *arg)
{
	struct polling *p = arg;

	for (nfds_t i = 0; i < p->n; i++)
		if (state_of(&p->fds[i]) & (p->fds[i].events | POLLNVAL))
			return true;
	return false;
}

int explore_poll(struct pollfd *fds, nfds_t n, int timeout)
{
	struct polling p = {.fds = fds, .n = n};
	struct ex_waiting w = {.op = "polls",
		.pc = EX_PC,
		.ready = any_ready,
		.arg = &p,
		.deadline = timeout < 0
				    ? EX_NEVER
				    : ex_run.now + (uint64_t)timeout * 1000000,
		.holder = -1};
	int ready = 0;

	for (nfds_t i = 0; i < n; i++)
		if (fds[i].fd >= 0 && !is_event(fds[i].fd))
			ex_fail(EX_UNSUPPORTED, EX_PC, NULL,
				"the explorer cannot control poll() of "
				"descriptor %d: only eventfds are simulated",
				fds[i].fd);
	ex_wait(&w);
	for (nfds_t i = 0; i < n; i++) {
		short state = state_of(&fds[i]);

		fds[i].revents = state & (short)(fds[i].events | POLLNVAL);
		ready += !!fds[i].revents;
	}
	if (!ready)
		ex_idle(EX_PC, (uintptr_t)fds, 0);
	return ready;
}
