// SPDX-License-Identifier: MIT
/*
 * Files and sockets in memory, and the test's side of them.
 *
 * A socket is one end of a pair: it owns the bytes that it will receive. All
 * of this is reset with the program's data before each schedule; the memory
 * comes from the explorer's heap.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "descriptor.h"
#include "vfs.h"

enum {
	FIRST_FD = 2000,
	MAX_FDS = 128,
	MAX_FILES = 8,
	DEFAULT_CAPACITY = 4096,
};

static struct descriptor descriptors[MAX_FDS];
static struct file files[MAX_FILES];
static unsigned n_files;
static unsigned refuse;

struct descriptor *vfs_get(int fd)
{
	struct descriptor *d;

	if (fd < FIRST_FD || fd >= FIRST_FD + MAX_FDS)
		return NULL;
	d = &descriptors[fd - FIRST_FD];
	return d->kind == FREE ? NULL : d;
}

/* The lowest free number, as the kernel does: a stale one gets reused. */
int vfs_make(enum kind kind)
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

int vfs_open_file(const struct io_uring_sqe *sqe)
{
	const char *path = (const char *)(uintptr_t)sqe->addr;
	struct file *f = find_file(path);
	int fd;

	if (!f && !(sqe->open_flags & O_CREAT))
		return -ENOENT;
	fd = vfs_make(FILE_END);
	if (fd < 0)
		return fd;
	if (!f)
		f = add_file(path);
	else if (sqe->open_flags & O_TRUNC)
		f->size = 0;
	vfs_get(fd)->file = f;
	return fd;
}

/* An offset of -1 is the descriptor's own position. */
static size_t *position(
	struct descriptor *d, const struct io_uring_sqe *sqe, size_t *given)
{
	*given = (size_t)sqe->off;
	return sqe->off == UINT64_MAX ? &d->offset : given;
}

int vfs_read_file(
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

int vfs_write_file(
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
	struct descriptor *d = vfs_get(fd);

	d->kind = STREAM;
	d->peer = peer;
	d->capacity = capacity;
	d->received = ex_heap_alloc(capacity, 16, EX_PC);
}

void vfs_socketpair(int fds[2], size_t capacity)
{
	size_t size = capacity ? capacity : DEFAULT_CAPACITY;

	fds[0] = vfs_make(STREAM);
	fds[1] = vfs_make(STREAM);
	if (fds[0] < 0 || fds[1] < 0)
		ex_error("no simulated descriptor is left");
	prepare_stream(fds[0], fds[1], size);
	prepare_stream(fds[1], fds[0], size);
}

int vfs_listen(uint16_t port)
{
	int fd = vfs_make(LISTENER);

	if (fd >= 0)
		vfs_get(fd)->port = port;
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
int vfs_connect_to(int fd, uint16_t port)
{
	struct descriptor *listener = find_listener(port);
	int other;

	if (!listener || listener->waiting == SIM_BACKLOG)
		return -ECONNREFUSED;
	other = vfs_make(STREAM);
	if (other < 0)
		return other;
	prepare_stream(fd, other, DEFAULT_CAPACITY);
	prepare_stream(other, fd, DEFAULT_CAPACITY);
	listener->backlog[listener->waiting++] = other;
	ex_release(&listener->clock);
	ex_wrote();
	return 0;
}

int vfs_accept_from(struct descriptor *d)
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

int vfs_receive(struct descriptor *d, void *to, size_t limit)
{
	size_t n = d->count < limit ? d->count : limit;

	memcpy(to, d->received, n);
	d->count -= n;
	memmove(d->received, d->received + n, d->count);
	ex_acquire(&d->clock);
	ex_wrote();
	return (int)n;
}

int vfs_transmit(struct descriptor *d, const void *from, size_t limit)
{
	struct descriptor *peer = d->peer < 0 ? NULL : vfs_get(d->peer);
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

void vfs_finish_sending(struct descriptor *d)
{
	struct descriptor *peer = d->peer < 0 ? NULL : vfs_get(d->peer);

	if (peer)
		peer->peer_finished = true;
	ex_wrote();
}

int vfs_close_descriptor(int fd)
{
	struct descriptor *d = vfs_get(fd);
	struct descriptor *peer;

	if (!d)
		return -EBADF;
	if (d->kind == STREAM) {
		vfs_finish_sending(d);
		peer = d->peer < 0 ? NULL : vfs_get(d->peer);
		if (peer)
			peer->peer = -1;
	}
	d->kind = FREE;
	ex_wrote();
	return 0;
}

/* ---- The test's side ---- */

static bool fd_readable(void *arg)
{
	return vfs_readable(*(int *)arg);
}

static bool fd_writable(void *arg)
{
	return vfs_writable(*(int *)arg);
}

static void wait_for(
	const char *op, int *fd, bool (*ready)(void *), uintptr_t pc)
{
	struct ex_waiting w = {
		.op = op,
		.object = vfs_get(*fd),
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
	fd = vfs_make(FRESH_SOCKET);
	if (fd < 0)
		return fd;
	err = vfs_connect_to(fd, port);
	if (!err)
		return fd;
	vfs_close_descriptor(fd);
	return err;
}

ssize_t vfs_send(int fd, const void *data, size_t size)
{
	const char *from = data;
	size_t sent = 0;
	int n;

	while (sent < size) {
		wait_for("sends", &fd, fd_writable, EX_PC);
		if (!vfs_get(fd))
			return -EBADF;
		n = vfs_transmit(vfs_get(fd), from + sent, size - sent);
		if (n < 0)
			return n;
		sent += (size_t)n;
	}
	return (ssize_t)sent;
}

ssize_t vfs_recv(int fd, void *data, size_t size)
{
	wait_for("receives", &fd, fd_readable, EX_PC);
	return vfs_get(fd) ? vfs_receive(vfs_get(fd), data, size) : -EBADF;
}

int vfs_close(int fd)
{
	ex_step("closes", vfs_get(fd), EX_PC);
	return vfs_close_descriptor(fd);
}
