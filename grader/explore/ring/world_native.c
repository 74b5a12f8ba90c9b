// SPDX-License-Identifier: MIT
/*
 * The world of a ring on a machine without io_uring: real descriptors, tried
 * when poll() says that they will not block, and the tame choice everywhere.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <fcntl.h>

#include "sim.h"

enum {
	MAX_POLLED = 4096,
};

void sim_opened(const struct sim_ring *r)
{
	static bool said;

	(void)r;
	if (!said)
		fputs("corolab: simulated io_uring (RING=sim): for learning, "
		      "not for measuring\n",
			stderr);
	said = true;
}

unsigned sim_choose(unsigned n)
{
	(void)n;
	return 0;
}

uint64_t sim_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

void sim_enter(const char *what, const struct sim_ring *r)
{
	(void)what;
	(void)r;
}

void sim_changed(void)
{
}

void *sim_alloc(size_t size)
{
	void *p = malloc(size);

	if (!p) {
		fputs("corolab: no memory for the simulated io_uring\n",
			stderr);
		abort();
	}
	return p;
}

void sim_free(void *p)
{
	free(p);
}

void sim_eventfd_signal(int fd)
{
	uint64_t one = 1;

	if (write(fd, &one, sizeof(one)) < 0) {
		/* The counter is full: whoever reads it is woken anyway. */
	}
}

/* What @op waits for; 0: nothing. */
static short events_of(const struct sim_op *op)
{
	switch (op->sqe.opcode) {
	case IORING_OP_READ:
	case IORING_OP_RECV:
	case IORING_OP_ACCEPT:
		return POLLIN;
	case IORING_OP_WRITE:
	case IORING_OP_SEND:
		return POLLOUT;
	case IORING_OP_POLL_ADD:
		return (short)op->sqe.poll32_events;
	default:
		return 0;
	}
}

bool sim_device_ready(const struct sim_op *op)
{
	struct pollfd p = {.fd = op->sqe.fd, .events = events_of(op)};

	/* A bad descriptor is ready, to fail; poll() passes over negatives. */
	return !p.events || p.fd < 0 || poll(&p, 1, 0) != 0;
}

void sim_block(struct sim_ring *r, uint64_t deadline)
{
	static _Thread_local struct pollfd fds[MAX_POLLED];
	uint64_t timer = sim_next_deadline(r);
	uint64_t now = sim_now();
	const struct sim_op *op;
	struct timespec left;
	nfds_t n = 0;

	if (timer < deadline)
		deadline = timer;
	for (op = r->ops; op && n < MAX_POLLED; op = op->next)
		if (events_of(op))
			fds[n++] = (struct pollfd){
				.fd = op->sqe.fd, .events = events_of(op)};
	now = deadline > now ? deadline - now : 0;
	left.tv_sec = (time_t)(now / 1000000000);
	left.tv_nsec = (long)(now % 1000000000);
	ppoll(fds, n, deadline == SIM_NEVER ? NULL : &left, NULL);
}

static int result_of(ssize_t n)
{
	return n < 0 ? -errno : (int)n;
}

/* What has no offset (a pipe, a socket, an eventfd) says so: then without. */
static int run_read(const struct io_uring_sqe *s, size_t limit)
{
	void *to = (void *)(uintptr_t)s->addr;
	ssize_t n = -1;

	errno = ESPIPE;
	if (s->off != UINT64_MAX)
		n = pread(s->fd, to, limit, (off_t)s->off);
	if (n < 0 && errno == ESPIPE)
		n = read(s->fd, to, limit);
	return result_of(n);
}

static int run_write(const struct io_uring_sqe *s, size_t limit)
{
	const void *from = (const void *)(uintptr_t)s->addr;
	ssize_t n = -1;

	errno = ESPIPE;
	if (s->off != UINT64_MAX)
		n = pwrite(s->fd, from, limit, (off_t)s->off);
	if (n < 0 && errno == ESPIPE)
		n = write(s->fd, from, limit);
	return result_of(n);
}

int sim_device_run(const struct sim_op *op, size_t limit)
{
	const struct io_uring_sqe *s = &op->sqe;
	void *addr = (void *)(uintptr_t)s->addr;
	struct pollfd p;

	switch (s->opcode) {
	case IORING_OP_READ:
		return run_read(s, limit);
	case IORING_OP_WRITE:
		return run_write(s, limit);
	case IORING_OP_RECV:
		/* Never waits for all: this thread has others to serve. */
		return result_of(recv(s->fd, addr, limit,
			((int)s->msg_flags & ~MSG_WAITALL) | MSG_DONTWAIT));
	case IORING_OP_SEND:
		/* What does not fit now goes with the caller's next send. */
		return result_of(send(
			s->fd, addr, limit, (int)s->msg_flags | MSG_DONTWAIT));
	case IORING_OP_ACCEPT:
		return result_of(
			accept4(s->fd, addr, (socklen_t *)(uintptr_t)s->addr2,
				(int)s->accept_flags));
	case IORING_OP_CONNECT:
		return result_of(connect(s->fd, addr, (socklen_t)s->off));
	case IORING_OP_SOCKET:
		return result_of(socket(s->fd, (int)s->off, (int)s->len));
	case IORING_OP_OPENAT:
		return result_of(openat(
			s->fd, addr, (int)s->open_flags, (mode_t)s->len));
	case IORING_OP_CLOSE:
		return result_of(close(s->fd));
	case IORING_OP_SHUTDOWN:
		return result_of(shutdown(s->fd, (int)s->len));
	case IORING_OP_POLL_ADD:
		p = (struct pollfd){.fd = s->fd, .events = events_of(op)};
		return poll(&p, 1, 0) < 0 ? -errno : p.revents;
	default:
		return -EINVAL;
	}
}
