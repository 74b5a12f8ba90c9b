// SPDX-License-Identifier: MIT
/*
 * Part D: I/O to await.
 *
 * Up to three arrive before the task goes on: the operation's completion, the
 * request to cancel it, which comes from any thread as a piece of work, and the
 * completion of the cancel that the request became. All of them arrive on the
 * engine's thread, so that a plain count is enough.
 */
#include "co/io.h"

static struct co_task *io_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	/*
	 * TODO(lab4.D): when the operation cannot start, its result says
	 * why, and the task does not suspend. Otherwise it is in the ring,
	 * addressed to this awaiter, and the task goes on when it has
	 * completed; a request to cancel reaches the kernel, and nothing that
	 * is on its way finds the awaiter gone.
	 */
	CO_NOT_STARTED("lab4.D");
	(void)awaiter;
	(void)self;
	return self;
}

static int io_resume(struct co_awaiter *awaiter, struct co_task *self)
{
	/*
	 * TODO(lab4.D): the result of an operation that did not suspend.
	 */
	CO_NOT_STARTED("lab4.D");
	(void)awaiter;
	(void)self;
	return -ENOSYS;
}

static int io_detach(
	struct co_awaiter *awaiter, struct co_task *self, int error)
{
	/*
	 * TODO(lab4.D): nobody can take a buffer back from the kernel at
	 * once.
	 */
	CO_NOT_STARTED("lab4.D");
	(void)awaiter;
	(void)self;
	(void)error;
	return -EBUSY;
}

/* Given. */
static struct co_awaiter *ready_to_await(struct co_io *io, const char *name)
{
	static const struct co_awaiter_ops ops = {
		.name = "I/O",
		.suspend = io_suspend,
		.resume = io_resume,
		.detach = io_detach,
	};

	io->awaiter.ops = &ops;
	io->name = name;
	return &io->awaiter;
}

/* Given. */
struct co_awaiter *co_nop(struct co_io *io)
{
	io_uring_prep_nop(&io->sqe);
	return ready_to_await(io, "nop");
}

/* Given. */
struct co_awaiter *co_openat(
	struct co_io *io, int folder, const char *path, int flags, mode_t mode)
{
	io_uring_prep_openat(&io->sqe, folder, path, flags, mode);
	return ready_to_await(io, "openat");
}

/* Given. */
struct co_awaiter *co_read(
	struct co_io *io, int fd, void *to, unsigned size, uint64_t offset)
{
	io_uring_prep_read(&io->sqe, fd, to, size, offset);
	return ready_to_await(io, "read");
}

/* Given. */
struct co_awaiter *co_write(struct co_io *io, int fd, const void *from,
	unsigned size, uint64_t offset)
{
	io_uring_prep_write(&io->sqe, fd, from, size, offset);
	return ready_to_await(io, "write");
}

/* Given. */
struct co_awaiter *co_close(struct co_io *io, int fd)
{
	io_uring_prep_close(&io->sqe, fd);
	return ready_to_await(io, "close");
}

/* Given. */
struct co_awaiter *co_socket(
	struct co_io *io, int domain, int type, int protocol)
{
	io_uring_prep_socket(&io->sqe, domain, type, protocol, 0);
	return ready_to_await(io, "socket");
}

struct co_awaiter *co_accept(struct co_io *io, int fd)
{
	/*
	 * TODO(lab4.D): @io accepts a connection on @fd.
	 */
	CO_NOT_STARTED("lab4.D");
	(void)fd;
	return ready_to_await(io, "nothing");
}

struct co_awaiter *co_connect(struct co_io *io, int fd,
	const struct sockaddr *address, socklen_t size)
{
	/*
	 * TODO(lab4.D): @io connects @fd.
	 */
	CO_NOT_STARTED("lab4.D");
	(void)fd;
	(void)address;
	(void)size;
	return ready_to_await(io, "nothing");
}

struct co_awaiter *co_recv(
	struct co_io *io, int fd, void *to, size_t size, int flags)
{
	/*
	 * TODO(lab4.D): @io receives from @fd.
	 */
	CO_NOT_STARTED("lab4.D");
	(void)fd;
	(void)to;
	(void)size;
	(void)flags;
	return ready_to_await(io, "nothing");
}

struct co_awaiter *co_send(
	struct co_io *io, int fd, const void *from, size_t size, int flags)
{
	/*
	 * TODO(lab4.D): @io sends to @fd, and a peer that is gone raises no
	 * signal.
	 */
	CO_NOT_STARTED("lab4.D");
	(void)fd;
	(void)from;
	(void)size;
	(void)flags;
	return ready_to_await(io, "nothing");
}

/* Given. */
struct co_awaiter *co_io_timeout(
	struct co_io *io, struct __kernel_timespec *time)
{
	io_uring_prep_timeout(&io->sqe, time, 0, 0);
	return ready_to_await(io, "timeout");
}

/* Given. */
struct co_awaiter *co_io_cancel(struct co_io *io, struct co_io *target)
{
	io_uring_prep_cancel64(&io->sqe, (uintptr_t)&target->done, 0);
	return ready_to_await(io, "cancel");
}
