// SPDX-License-Identifier: MIT
/*
 * Files and sockets in memory, and what the ring does with them.
 *
 * A socket is one end of a pair: it owns the bytes that it will receive. All
 * of this is reset with the program's data before each schedule; the memory
 * comes from the explorer's heap.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>

#include "../runtime.h"
#include "sim.h"
#include "vfs.h"

enum {
	FIRST_FD = 2000,
	MAX_FDS = 128,
	MAX_FILES = 8,
	BACKLOG = 16,
	DEFAULT_CAPACITY = 4096,
};

enum kind {
	FREE,
	FILE_END,
	STREAM,
	LISTENER,
	FRESH_SOCKET, /* by IORING_OP_SOCKET, not connected yet */
};

struct file {
	char path[64];
	char *data;
	size_t size, capacity;
};

struct descriptor {
	enum kind kind;
	struct file *file;
	size_t offset;

	/* A stream: what it will receive, and the other end. */
	int peer; /* -1: gone */
	char *received;
	size_t count, capacity;
	bool peer_finished; /* no more will come */
	struct ex_clock clock;

	/* A listener. */
	uint16_t port;
	int backlog[BACKLOG];
	unsigned waiting;
};

static struct descriptor descriptors[MAX_FDS];
static struct file files[MAX_FILES];
static unsigned n_files;
static unsigned refuse;

static struct descriptor *get(int fd)
{
	struct descriptor *d;

	if (fd < FIRST_FD || fd >= FIRST_FD + MAX_FDS)
		return NULL;
	d = &descriptors[fd - FIRST_FD];
	return d->kind == FREE ? NULL : d;
}

/* The lowest free number, as the kernel does: a stale one gets reused. */
static int make(enum kind kind)
{
	int i;

	if (refuse) {
		refuse--;
		return -EMFILE;
	}
	for (i = 0; i < MAX_FDS; i++) {
		if (descriptors[i].kind == FREE) {
			memset(&descriptors[i], 0, sizeof(descriptors[i]));
			descriptors[i].kind = kind;
			descriptors[i].peer = -1;
			return FIRST_FD + i;
		}
	}
	return -EMFILE;
}

void vfs_refuse_descriptors(unsigned times)
{
	refuse = times;
}

unsigned vfs_open_count(void)
{
	unsigned n = 0;
	int i;

	for (i = 0; i < MAX_FDS; i++)
		n += descriptors[i].kind != FREE;
	return n;
}

/* ---- Files ---- */

static struct file *find_file(const char *path)
{
	unsigned i;

	for (i = 0; i < n_files; i++)
		if (!strcmp(files[i].path, path))
			return &files[i];
	return NULL;
}

static struct file *add_file(const char *path)
{
	struct file *f = &files[n_files++];

	if (n_files > MAX_FILES)
		ex_error("more than %d simulated files", MAX_FILES);
	strncpy(f->path, path, sizeof(f->path) - 1);
	return f;
}

static void grow(struct file *f, size_t size)
{
	char *bigger;

	if (size <= f->capacity)
		return;
	bigger = ex_heap_alloc(2 * size, 16, EX_PC);
	memset(bigger, 0, 2 * size);
	if (f->size)
		memcpy(bigger, f->data, f->size);
	f->data = bigger;
	f->capacity = 2 * size;
}

void vfs_add_file(const char *path, const void *data, size_t size)
{
	struct file *f = add_file(path);

	grow(f, size);
	memcpy(f->data, data, size);
	f->size = size;
}

ssize_t vfs_file_content(const char *path, const void **data)
{
	struct file *f = find_file(path);

	if (!f)
		return -1;
	*data = f->data;
	return (ssize_t)f->size;
}

static int open_file(const struct io_uring_sqe *sqe)
{
	const char *path = (const char *)(uintptr_t)sqe->addr;
	struct file *f = find_file(path);
	int fd;

	if (!f && !(sqe->open_flags & O_CREAT))
		return -ENOENT;
	fd = make(FILE_END);
	if (fd < 0)
		return fd;
	if (!f)
		f = add_file(path);
	else if (sqe->open_flags & O_TRUNC)
		f->size = 0;
	get(fd)->file = f;
	return fd;
}

/* An offset of -1 is the descriptor's own position. */
static size_t *position(
	struct descriptor *d, const struct io_uring_sqe *sqe, size_t *given)
{
	*given = (size_t)sqe->off;
	return sqe->off == UINT64_MAX ? &d->offset : given;
}

static int read_file(
	struct descriptor *d, const struct io_uring_sqe *sqe, size_t limit)
{
	struct file *f = d->file;
	size_t given;
	size_t *at = position(d, sqe, &given);
	size_t left = *at < f->size ? f->size - *at : 0;
	size_t n = left < limit ? left : limit;

	if (n)
		memcpy((void *)(uintptr_t)sqe->addr, f->data + *at, n);
	*at += n;
	return (int)n;
}

static int write_file(
	struct descriptor *d, const struct io_uring_sqe *sqe, size_t limit)
{
	struct file *f = d->file;
	size_t given;
	size_t *at = position(d, sqe, &given);

	grow(f, *at + limit);
	memcpy(f->data + *at, (const void *)(uintptr_t)sqe->addr, limit);
	*at += limit;
	if (*at > f->size)
		f->size = *at;
	return (int)limit;
}

/* ---- Sockets ---- */

static void prepare_stream(int fd, int peer, size_t capacity)
{
	struct descriptor *d = get(fd);

	d->kind = STREAM;
	d->peer = peer;
	d->capacity = capacity;
	d->received = ex_heap_alloc(capacity, 16, EX_PC);
}

void vfs_socketpair(int fds[2], size_t capacity)
{
	size_t size = capacity ? capacity : DEFAULT_CAPACITY;

	fds[0] = make(STREAM);
	fds[1] = make(STREAM);
	if (fds[0] < 0 || fds[1] < 0)
		ex_error("no simulated descriptor is left");
	prepare_stream(fds[0], fds[1], size);
	prepare_stream(fds[1], fds[0], size);
}

int vfs_listen(uint16_t port)
{
	int fd = make(LISTENER);

	if (fd >= 0)
		get(fd)->port = port;
	return fd;
}

static struct descriptor *find_listener(uint16_t port)
{
	int i;

	for (i = 0; i < MAX_FDS; i++)
		if (descriptors[i].kind == LISTENER &&
			descriptors[i].port == port)
			return &descriptors[i];
	return NULL;
}

/* @fd becomes one end; the other waits in the listener's backlog. */
static int connect_to(int fd, uint16_t port)
{
	struct descriptor *listener = find_listener(port);
	int other;

	if (!listener || listener->waiting == BACKLOG)
		return -ECONNREFUSED;
	other = make(STREAM);
	if (other < 0)
		return other;
	prepare_stream(fd, other, DEFAULT_CAPACITY);
	prepare_stream(other, fd, DEFAULT_CAPACITY);
	listener->backlog[listener->waiting++] = other;
	ex_release(&listener->clock);
	ex_wrote();
	return 0;
}

static int accept_from(struct descriptor *d)
{
	int fd;

	if (refuse) {
		refuse--;
		return -EMFILE;
	}
	fd = d->backlog[0];
	d->waiting--;
	memmove(d->backlog, d->backlog + 1, d->waiting * sizeof(d->backlog[0]));
	ex_acquire(&d->clock);
	return fd;
}

static int receive(struct descriptor *d, void *to, size_t limit)
{
	size_t n = d->count < limit ? d->count : limit;

	memcpy(to, d->received, n);
	d->count -= n;
	memmove(d->received, d->received + n, d->count);
	ex_acquire(&d->clock);
	ex_wrote();
	return (int)n;
}

static int transmit(struct descriptor *d, const void *from, size_t limit)
{
	struct descriptor *peer = d->peer < 0 ? NULL : get(d->peer);
	size_t room, n;

	if (!peer)
		return -EPIPE;
	room = peer->capacity - peer->count;
	n = room < limit ? room : limit;
	memcpy(peer->received + peer->count, from, n);
	peer->count += n;
	ex_release(&peer->clock);
	ex_wrote();
	return (int)n;
}

static void finish_sending(struct descriptor *d)
{
	struct descriptor *peer = d->peer < 0 ? NULL : get(d->peer);

	if (peer)
		peer->peer_finished = true;
	ex_wrote();
}

static int close_descriptor(int fd)
{
	struct descriptor *d = get(fd);
	struct descriptor *peer;

	if (!d)
		return -EBADF;
	if (d->kind == STREAM) {
		finish_sending(d);
		peer = d->peer < 0 ? NULL : get(d->peer);
		if (peer)
			peer->peer = -1;
	}
	d->kind = FREE;
	ex_wrote();
	return 0;
}

/* ---- The ring's side ---- */

static bool stream_readable(const struct descriptor *d)
{
	return d->count || d->peer_finished;
}

static bool stream_writable(const struct descriptor *d)
{
	const struct descriptor *peer = d->peer < 0 ? NULL : get(d->peer);

	return !peer || peer->count < peer->capacity;
}

static bool readable(int fd)
{
	const struct descriptor *d = get(fd);

	if (ex_eventfd_known(fd))
		return ex_eventfd_readable(fd);
	if (!d)
		return true; /* to fail with -EBADF */
	if (d->kind == STREAM)
		return stream_readable(d);
	return d->kind != LISTENER || d->waiting;
}

static bool writable(int fd)
{
	const struct descriptor *d = get(fd);

	return !d || d->kind != STREAM || stream_writable(d);
}

bool sim_device_ready(const struct sim_op *op)
{
	const struct io_uring_sqe *sqe = &op->sqe;

	switch (sqe->opcode) {
	case IORING_OP_READ:
	case IORING_OP_RECV:
	case IORING_OP_ACCEPT:
		return readable(sqe->fd);
	case IORING_OP_WRITE:
	case IORING_OP_SEND:
		return writable(sqe->fd);
	case IORING_OP_POLL_ADD:
		return (sqe->poll32_events & POLLIN && readable(sqe->fd)) ||
		       (sqe->poll32_events & POLLOUT && writable(sqe->fd));
	default:
		return true;
	}
}

static int device_read(const struct io_uring_sqe *sqe, size_t limit)
{
	void *to = (void *)(uintptr_t)sqe->addr;
	struct descriptor *d = get(sqe->fd);

	if (ex_eventfd_known(sqe->fd))
		return sqe->len < 8 ? -EINVAL : ex_eventfd_take(sqe->fd, to);
	if (!d)
		return -EBADF;
	if (d->kind == FILE_END && sqe->opcode == IORING_OP_READ)
		return read_file(d, sqe, limit);
	return d->kind == STREAM ? receive(d, to, limit) : -ENOTCONN;
}

static int device_write(const struct io_uring_sqe *sqe, size_t limit)
{
	const void *from = (const void *)(uintptr_t)sqe->addr;
	struct descriptor *d = get(sqe->fd);
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
		return write_file(d, sqe, limit);
	return d->kind == STREAM ? transmit(d, from, limit) : -ENOTCONN;
}

static int device_connect(const struct io_uring_sqe *sqe)
{
	const struct sockaddr_in *to = (const void *)(uintptr_t)sqe->addr;
	struct descriptor *d = get(sqe->fd);

	if (!d)
		return -EBADF;
	if (d->kind != FRESH_SOCKET)
		return -EISCONN;
	return connect_to(sqe->fd, ntohs(to->sin_port));
}

static int device_accept(const struct io_uring_sqe *sqe)
{
	struct descriptor *d = get(sqe->fd);

	if (!d)
		return -EBADF;
	return d->kind == LISTENER ? accept_from(d) : -EINVAL;
}

static int device_shutdown(const struct io_uring_sqe *sqe)
{
	struct descriptor *d = get(sqe->fd);

	if (!d || d->kind != STREAM)
		return d ? -ENOTCONN : -EBADF;
	finish_sending(d);
	return 0;
}

int sim_device_run(const struct sim_op *op, size_t limit)
{
	const struct io_uring_sqe *sqe = &op->sqe;

	switch (sqe->opcode) {
	case IORING_OP_READ:
	case IORING_OP_RECV:
		return device_read(sqe, limit);
	case IORING_OP_WRITE:
	case IORING_OP_SEND:
		return device_write(sqe, limit);
	case IORING_OP_ACCEPT:
		return device_accept(sqe);
	case IORING_OP_CONNECT:
		return device_connect(sqe);
	case IORING_OP_SOCKET:
		return make(FRESH_SOCKET);
	case IORING_OP_OPENAT:
		return open_file(sqe);
	case IORING_OP_CLOSE:
		return close_descriptor(sqe->fd);
	case IORING_OP_SHUTDOWN:
		return device_shutdown(sqe);
	case IORING_OP_POLL_ADD:
		return (readable(sqe->fd) ? POLLIN : 0) |
		       (writable(sqe->fd) ? POLLOUT : 0);
	default:
		return -EINVAL;
	}
}

/* ---- The test's side ---- */

static bool fd_readable(void *arg)
{
	return readable(*(int *)arg);
}

static bool fd_writable(void *arg)
{
	return writable(*(int *)arg);
}

static void wait_for(
	const char *op, int *fd, bool (*ready)(void *), uintptr_t pc)
{
	struct ex_waiting w = {
		.op = op,
		.object = get(*fd),
		.pc = pc,
		.ready = ready,
		.arg = fd,
		.deadline = EX_NEVER,
		.holder = -1,
	};

	ex_wait(&w);
}

int vfs_connect(uint16_t port)
{
	int fd, err;

	ex_step("connects", NULL, EX_PC);
	fd = make(FRESH_SOCKET);
	if (fd < 0)
		return fd;
	err = connect_to(fd, port);
	if (!err)
		return fd;
	close_descriptor(fd);
	return err;
}

ssize_t vfs_send(int fd, const void *data, size_t size)
{
	const char *from = data;
	size_t sent = 0;
	int n;

	while (sent < size) {
		wait_for("sends", &fd, fd_writable, EX_PC);
		if (!get(fd))
			return -EBADF;
		n = transmit(get(fd), from + sent, size - sent);
		if (n < 0)
			return n;
		sent += (size_t)n;
	}
	return (ssize_t)sent;
}

ssize_t vfs_recv(int fd, void *data, size_t size)
{
	wait_for("receives", &fd, fd_readable, EX_PC);
	return get(fd) ? receive(get(fd), data, size) : -EBADF;
}

int vfs_close(int fd)
{
	ex_step("closes", get(fd), EX_PC);
	return close_descriptor(fd);
}
