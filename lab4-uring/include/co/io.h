/* SPDX-License-Identifier: MIT */
/*
 * I/O as awaiters (lab 4, part D).
 *
 *	CO_AWAIT(self, co_recv(&f->io, fd, f->buffer, sizeof(f->buffer), 0));
 *	n = co_awaited(self);
 *
 * The result is the CQE's: a count or a descriptor, or -errno. A transfer may
 * be short: that is not an error, and co_read_full(), co_write_all() and
 * co_send_all() go on where it stopped.
 *
 * The rules of the interface:
 *  - The task runs on the thread of an engine, and belongs to its executor; on
 *    any other the result is -EINVAL and nothing was started.
 *  - When the ring has no entry for it (co_ring_sqe()), the result is -EAGAIN
 *    and nothing was started.
 *  - When the task's token is asked, the operation is cancelled in the kernel.
 *    The await ends with the operation's completion, -ECANCELED or what it
 *    came to before that, and never earlier: until then the kernel may write
 *    to the buffer, and the awaiter lies in the frame.
 *  - Nor does it end before the cancel has come back: its target is known by
 *    an address, and the next operation may have the same one.
 *  - A task that awaits I/O cannot be killed (-EBUSY): ask its token.
 */
#ifndef CO_IO_H
#define CO_IO_H

#include <sys/socket.h>

#include "co/cancel.h"
#include "co/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sits in the frame of the task that awaits; one operation at a time. */
struct co_io {
	struct co_awaiter awaiter;
	struct io_uring_sqe sqe; /* what to do, prepared */
	const char *name;

	/* Owner of the engine only. */
	struct co_completer done;   /* the operation's completion */
	struct co_completer undone; /* the cancel's completion */
	struct co_task *self;
	struct co_engine *engine;
	unsigned pending; /* who still has to arrive */
	bool completed;   /* the operation has */
	bool answered;    /* @cancel_work has run */
	int result;

	/* The request to cancel, on its way from any thread to the engine. */
	struct co_cancel_callback cancel;
	struct co_work cancel_work;
	bool asked; /* @cancel_work was posted; read after deregistering */
};

/*
 * Prepare one operation; awaiting it starts it. Buffers, paths and addresses
 * stay the caller's and valid until the await ends. co_send() never raises
 * SIGPIPE: a peer that is gone is -EPIPE. co_io_timeout() ends with -ETIME.
 *
 * Context: inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
struct co_awaiter *co_nop(struct co_io *io);
struct co_awaiter *co_openat(
	struct co_io *io, int folder, const char *path, int flags, mode_t mode);
struct co_awaiter *co_read(
	struct co_io *io, int fd, void *to, unsigned size, uint64_t offset);
struct co_awaiter *co_write(struct co_io *io, int fd, const void *from,
	unsigned size, uint64_t offset);
struct co_awaiter *co_close(struct co_io *io, int fd);
struct co_awaiter *co_socket(
	struct co_io *io, int domain, int type, int protocol);
struct co_awaiter *co_accept(struct co_io *io, int fd);
struct co_awaiter *co_connect(struct co_io *io, int fd,
	const struct sockaddr *address, socklen_t size);
struct co_awaiter *co_recv(
	struct co_io *io, int fd, void *to, size_t size, int flags);
struct co_awaiter *co_send(
	struct co_io *io, int fd, const void *from, size_t size, int flags);
struct co_awaiter *co_io_timeout(
	struct co_io *io, struct __kernel_timespec *time);

/*
 * Cancel the operation of @target, which another task of the same engine
 * awaits. The result is 0; -ENOENT when it is not in flight; -EALREADY when it
 * has begun and will end by itself.
 */
struct co_awaiter *co_io_cancel(struct co_io *io, struct co_io *target);

/* The offset of what has no place: a socket, a pipe. */
#define CO_NO_OFFSET UINT64_MAX

enum co_transfer_kind {
	CO_READ_FULL,
	CO_WRITE_ALL,
	CO_SEND_ALL,
};

/* A coroutine that goes on where a short transfer stopped. */
struct co_transfer {
	struct co_task task;
	struct co_io io;
	enum co_transfer_kind kind;
	int fd;
	char *at;
	size_t left;
	size_t moved;
	uint64_t offset;
};

/*
 * Read until @size bytes are there or the end of the file; write or send until
 * all are gone. The result is 0 or the error that ended it, -EINTR excepted;
 * @moved tells how far it came in either case. For a socket send: a write to a
 * peer that is gone raises SIGPIPE.
 */
struct co_awaiter *co_read_full(struct co_transfer *transfer, int fd, void *to,
	size_t size, uint64_t offset);
struct co_awaiter *co_write_all(struct co_transfer *transfer, int fd,
	const void *from, size_t size, uint64_t offset);
struct co_awaiter *co_send_all(
	struct co_transfer *transfer, int fd, const void *from, size_t size);

#ifdef __cplusplus
}
#endif

#endif
