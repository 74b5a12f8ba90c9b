// SPDX-License-Identifier: MIT
/*
 * Part D: transfers that go on where a short one stopped.
 */
#include "co/io.h"

enum {
	LARGEST = 1 << 30 /* of one operation; the kernel's own is 2 GiB */
};

static struct co_awaiter *next_piece(struct co_transfer *t)
{
	unsigned size = t->left < LARGEST ? (unsigned)t->left : LARGEST;

	switch (t->kind) {
	case CO_READ_FULL:
		return co_read(&t->io, t->fd, t->at, size, t->offset);
	case CO_WRITE_ALL:
		return co_write(&t->io, t->fd, t->at, size, t->offset);
	case CO_SEND_ALL:
		break;
	}
	return co_send(&t->io, t->fd, t->at, size, 0);
}

static void moved(struct co_transfer *t, size_t n)
{
	t->at += n;
	t->left -= n;
	t->moved += n;
	if (t->offset != CO_NO_OFFSET)
		t->offset += n;
}

/* What to make of @n that moved nothing. */
static int end_of_transfer(const struct co_transfer *t, int n)
{
	if (n < 0)
		return n;
	/* A file ends; what takes nothing and says no error is broken. */
	return t->kind == CO_READ_FULL ? 0 : -EIO;
}

static struct co_task *transfer_body(struct co_task *self)
{
	struct co_transfer *t = co_frame(self, struct co_transfer);
	int n;

	CO_BEGIN(self);
	while (t->left) {
		CO_AWAIT(self, next_piece(t));
		n = co_awaited(self);
		if (n == -EINTR)
			continue;
		if (n <= 0)
			return co_finish(self, end_of_transfer(t, n));
		moved(t, (size_t)n);
	}
	CO_END(self);
}

static struct co_awaiter *transfer(struct co_transfer *t,
	enum co_transfer_kind kind, int fd, char *at, size_t size)
{
	static const char *const names[] = {
		[CO_READ_FULL] = "read full",
		[CO_WRITE_ALL] = "write all",
		[CO_SEND_ALL] = "send all",
	};

	co_task_init(&t->task, transfer_body, names[kind]);
	t->kind = kind;
	t->fd = fd;
	t->at = at;
	t->left = size;
	t->moved = 0;
	t->offset = CO_NO_OFFSET;
	return co_task_await(&t->task);
}

struct co_awaiter *co_read_full(
	struct co_transfer *t, int fd, void *to, size_t size, uint64_t offset)
{
	struct co_awaiter *awaiter = transfer(t, CO_READ_FULL, fd, to, size);

	t->offset = offset;
	return awaiter;
}

struct co_awaiter *co_write_all(struct co_transfer *t, int fd, const void *from,
	size_t size, uint64_t offset)
{
	struct co_awaiter *awaiter = transfer(
		t, CO_WRITE_ALL, fd, (char *)(uintptr_t)from, size);

	t->offset = offset;
	return awaiter;
}

struct co_awaiter *co_send_all(
	struct co_transfer *t, int fd, const void *from, size_t size)
{
	return transfer(t, CO_SEND_ALL, fd, (char *)(uintptr_t)from, size);
}
