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

/* Without a token there is nothing else to wait for, and nobody else to ask. */
static void operation_completed(struct co_completer *completer, int res)
{
	struct co_io *io = co_container_of(completer, struct co_io, done);

	co_deliver(io->self, res);
	co__task_queue(io->self, &co_engine_here()->ready);
}

static void arrive(struct co_io *io)
{
	if (--io->pending)
		return;
	co_deliver(io->self, io->result);
	co_task_wake(io->self);
}

static void cancellable_completed(struct co_completer *completer, int res)
{
	struct co_io *io = co_container_of(completer, struct co_io, done);

	io->result = res;
	io->completed = true;
	/* From here on nobody asks any more; who did is on the way. */
	co_cancel_deregister(&io->cancel);
	if (io->asked && !io->answered)
		io->pending++;
	arrive(io);
}

static void cancel_completed(struct co_completer *completer, int res)
{
	(void)res; /* too late, or not: the operation's completion tells */
	arrive(co_container_of(completer, struct co_io, undone));
}

/* The request has reached the engine. */
static void send_cancel(struct co_work *work, int error)
{
	struct co_io *io = co_container_of(work, struct co_io, cancel_work);
	struct io_uring_sqe *sqe;

	if (io->completed) {
		arrive(io);
		return;
	}
	io->answered = true;
	/* Dropped: the engine ends, and cancels everything by itself. */
	if (error)
		return;
	sqe = co_ring_sqe(&io->engine->ring);
	if (!sqe) {
		io->answered = false;
		co_engine_post(io->engine, work);
		return;
	}
	io_uring_prep_cancel64(sqe, (uintptr_t)&io->done, 0);
	co_sqe_address(sqe, &io->undone, io->self, "cancel");
	io->pending++;
}

/* Any thread. */
static void token_asked(struct co_cancel_callback *callback)
{
	struct co_io *io = co_container_of(callback, struct co_io, cancel);

	io->asked = true;
	if (co_post(io->engine->executor, &io->cancel_work))
		io->asked = false; /* shut: it cancels everything by itself */
}

/* Returns: 0; -errno when @self cannot start an operation on @engine. */
static int may_start(const struct co_engine *engine, const struct co_task *self)
{
	if (!engine || engine->executor != self->executor)
		return -EINVAL;
	return co_cancel_requested(self->cancel) ? -ECANCELED : 0;
}

/* Apart, so that who has no token saves no registers for it. */
static __attribute__((noinline)) void listen_to(struct co_io *io,
	struct co_engine *engine, struct co_cancel_token *token)
{
	io->engine = engine;
	io->pending = 1;
	io->completed = io->answered = io->asked = false;
	io->done.complete = cancellable_completed;
	io->undone.complete = cancel_completed;
	co_work_init(&io->cancel_work, send_cancel);
	co_cancel_register(token, &io->cancel, token_asked);
}

/*
 * Word by word, as it was written a moment ago. A wider load, which spans two
 * of the stores, has to wait until both have left the store buffer.
 */
static void copy_entry(struct io_uring_sqe *to, const struct io_uring_sqe *from)
{
	typedef uint64_t word __attribute__((may_alias));
	const word *f = (const word *)from;
	word *t = (word *)to;
	size_t i;

#pragma GCC unroll 8
	for (i = 0; i < sizeof(*to) / sizeof(*t); i++)
		t[i] = f[i];
}

static struct co_task *io_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_io *io = co_container_of(awaiter, struct co_io, awaiter);
	struct co_engine *engine = co_engine_here();
	int err = may_start(engine, self);
	struct io_uring_sqe *sqe = err ? NULL : co_ring_sqe(&engine->ring);

	if (!sqe) {
		io->result = err ? err : -EAGAIN;
		return self;
	}
	copy_entry(sqe, &io->sqe);
	co_sqe_address(sqe, &io->done, self, io->name);
	io->self = self;
	io->done.complete = operation_completed;
	if (self->cancel)
		listen_to(io, engine, self->cancel);
	return NULL;
}

/* Only when it did not suspend: a completion delivers. */
static int io_resume(struct co_awaiter *awaiter, struct co_task *self)
{
	(void)self;
	return co_container_of(awaiter, struct co_io, awaiter)->result;
}

static int io_detach(
	struct co_awaiter *awaiter, struct co_task *self, int error)
{
	(void)awaiter;
	(void)self;
	(void)error;
	/* The kernel has the buffer: nobody can take it back at once. */
	return -EBUSY;
}

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

struct co_awaiter *co_nop(struct co_io *io)
{
	io_uring_prep_nop(&io->sqe);
	return ready_to_await(io, "nop");
}

struct co_awaiter *co_openat(
	struct co_io *io, int folder, const char *path, int flags, mode_t mode)
{
	io_uring_prep_openat(&io->sqe, folder, path, flags, mode);
	return ready_to_await(io, "openat");
}

struct co_awaiter *co_read(
	struct co_io *io, int fd, void *to, unsigned size, uint64_t offset)
{
	io_uring_prep_read(&io->sqe, fd, to, size, offset);
	return ready_to_await(io, "read");
}

struct co_awaiter *co_write(struct co_io *io, int fd, const void *from,
	unsigned size, uint64_t offset)
{
	io_uring_prep_write(&io->sqe, fd, from, size, offset);
	return ready_to_await(io, "write");
}

struct co_awaiter *co_close(struct co_io *io, int fd)
{
	io_uring_prep_close(&io->sqe, fd);
	return ready_to_await(io, "close");
}

struct co_awaiter *co_socket(
	struct co_io *io, int domain, int type, int protocol)
{
	io_uring_prep_socket(&io->sqe, domain, type, protocol, 0);
	return ready_to_await(io, "socket");
}

struct co_awaiter *co_accept(struct co_io *io, int fd)
{
	io_uring_prep_accept(&io->sqe, fd, NULL, NULL, SOCK_CLOEXEC);
	return ready_to_await(io, "accept");
}

struct co_awaiter *co_connect(struct co_io *io, int fd,
	const struct sockaddr *address, socklen_t size)
{
	io_uring_prep_connect(&io->sqe, fd, address, size);
	return ready_to_await(io, "connect");
}

struct co_awaiter *co_recv(
	struct co_io *io, int fd, void *to, size_t size, int flags)
{
	io_uring_prep_recv(&io->sqe, fd, to, size, flags);
	return ready_to_await(io, "recv");
}

struct co_awaiter *co_send(
	struct co_io *io, int fd, const void *from, size_t size, int flags)
{
	io_uring_prep_send(&io->sqe, fd, from, size, flags | MSG_NOSIGNAL);
	return ready_to_await(io, "send");
}

struct co_awaiter *co_io_timeout(
	struct co_io *io, struct __kernel_timespec *time)
{
	io_uring_prep_timeout(&io->sqe, time, 0, 0);
	return ready_to_await(io, "timeout");
}

struct co_awaiter *co_io_cancel(struct co_io *io, struct co_io *target)
{
	io_uring_prep_cancel64(&io->sqe, (uintptr_t)&target->done, 0);
	return ready_to_await(io, "cancel");
}
