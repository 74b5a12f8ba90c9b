// SPDX-License-Identifier: MIT
/*
 * What the ring does with the simulated descriptors of vfs.c.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>

#include "descriptor.h"

static bool stream_readable(const struct descriptor *d)
{
	return d->count || d->peer_finished;
}

static bool stream_writable(const struct descriptor *d)
{
	const struct descriptor *peer = d->peer < 0 ? NULL : vfs_get(d->peer);

	return !peer || peer->count < peer->capacity;
}

bool vfs_readable(int fd)
{
	const struct descriptor *d = vfs_get(fd);

	if (ex_eventfd_known(fd))
		return ex_eventfd_readable(fd);
	if (!d)
		return true; /* to fail with -EBADF */
	if (d->kind == STREAM)
		return stream_readable(d);
	return d->kind != LISTENER || d->waiting;
}

bool vfs_writable(int fd)
{
	const struct descriptor *d = vfs_get(fd);

	return !d || d->kind != STREAM || stream_writable(d);
}

bool sim_device_ready(const struct sim_op *op)
{
	const struct io_uring_sqe *sqe = &op->sqe;

	switch (sqe->opcode) {
	case IORING_OP_READ:
	case IORING_OP_RECV:
	case IORING_OP_ACCEPT:
		return vfs_readable(sqe->fd);
	case IORING_OP_WRITE:
	case IORING_OP_SEND:
		return vfs_writable(sqe->fd);
	case IORING_OP_POLL_ADD:
		return (sqe->poll32_events & POLLIN && vfs_readable(sqe->fd)) ||
		       (sqe->poll32_events & POLLOUT && vfs_writable(sqe->fd));
	default:
		return true;
	}
}

static int device_read(const struct io_uring_sqe *sqe, size_t limit)
{
	void *to = (void *)(uintptr_t)sqe->addr;
	struct descriptor *d = vfs_get(sqe->fd);

	if (ex_eventfd_known(sqe->fd))
		return sqe->len < 8 ? -EINVAL : ex_eventfd_take(sqe->fd, to);
	if (!d)
		return -EBADF;
	if (d->kind == FILE_END && sqe->opcode == IORING_OP_READ)
		return vfs_read_file(d, sqe, limit);
	return d->kind == STREAM ? vfs_receive(d, to, limit) : -ENOTCONN;
}

static int device_write(const struct io_uring_sqe *sqe, size_t limit)
{
	const void *from = (const void *)(uintptr_t)sqe->addr;
	struct descriptor *d = vfs_get(sqe->fd);
	uint64_t n;

	if (ex_eventfd_known(sqe->fd)) {
		if (sqe->len < 8)
			return -EINVAL;
		memcpy(&n, from, 8);
		ex_eventfd_add(sqe->fd, n);
		return 8;
	}
	if (!d)
		return -EBADF;
	if (d->kind == FILE_END && sqe->opcode == IORING_OP_WRITE)
		return vfs_write_file(d, sqe, limit);
	return d->kind == STREAM ? vfs_transmit(d, from, limit) : -ENOTCONN;
}

static int device_connect(const struct io_uring_sqe *sqe)
{
	const struct sockaddr_in *to = (const void *)(uintptr_t)sqe->addr;
	struct descriptor *d = vfs_get(sqe->fd);

	if (!d)
		return -EBADF;
	if (d->kind != FRESH_SOCKET)
		return -EISCONN;
	return vfs_connect_to(sqe->fd, ntohs(to->sin_port));
}

static int device_accept(const struct io_uring_sqe *sqe)
{
	struct descriptor *d = vfs_get(sqe->fd);

	if (!d)
		return -EBADF;
	return d->kind == LISTENER ? vfs_accept_from(d) : -EINVAL;
}

static int device_shutdown(const struct io_uring_sqe *sqe)
{
	struct descriptor *d = vfs_get(sqe->fd);

	if (!d || d->kind != STREAM)
		return d ? -ENOTCONN : -EBADF;
	vfs_finish_sending(d);
	return 0;
}

/* An operation in flight owns its buffer: freed memory is a fault. */
static void check_buffer(const struct io_uring_sqe *sqe, const char *what)
{
	ex_heap_check(
		(const void *)(uintptr_t)sqe->addr, sqe->len, what, EX_PC);
}

int sim_device_run(const struct sim_op *op, size_t limit)
{
	const struct io_uring_sqe *sqe = &op->sqe;

	switch (sqe->opcode) {
	case IORING_OP_READ:
	case IORING_OP_RECV:
		check_buffer(sqe, "write by the kernel");
		return device_read(sqe, limit);
	case IORING_OP_WRITE:
	case IORING_OP_SEND:
		check_buffer(sqe, "read by the kernel");
		return device_write(sqe, limit);
	case IORING_OP_ACCEPT:
		return device_accept(sqe);
	case IORING_OP_CONNECT:
		return device_connect(sqe);
	case IORING_OP_SOCKET:
		return vfs_make(FRESH_SOCKET);
	case IORING_OP_OPENAT:
		return vfs_open_file(sqe);
	case IORING_OP_CLOSE:
		return vfs_close_descriptor(sqe->fd);
	case IORING_OP_SHUTDOWN:
		return device_shutdown(sqe);
	case IORING_OP_POLL_ADD:
		return (vfs_readable(sqe->fd) ? POLLIN : 0) |
		       (vfs_writable(sqe->fd) ? POLLOUT : 0);
	default:
		return -EINVAL;
	}
}
