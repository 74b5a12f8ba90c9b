/* SPDX-License-Identifier: MIT */
/*
 * What the simulated descriptors (vfs.c) and the ring's use of them (device.c)
 * share. Everything here is reset with the program's data before a schedule.
 */
#ifndef SIM_DESCRIPTOR_H
#define SIM_DESCRIPTOR_H

#include "../runtime.h"
#include "sim.h"

enum {
	SIM_BACKLOG = 16,
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
	int backlog[SIM_BACKLOG];
	unsigned waiting;
};

/* The descriptor @fd, or NULL when there is none. */
struct descriptor *vfs_get(int fd);
int vfs_make(enum kind kind);
int vfs_close_descriptor(int fd);

int vfs_open_file(const struct io_uring_sqe *sqe);
int vfs_read_file(
	struct descriptor *d, const struct io_uring_sqe *sqe, size_t limit);
int vfs_write_file(
	struct descriptor *d, const struct io_uring_sqe *sqe, size_t limit);

int vfs_connect_to(int fd, uint16_t port);
int vfs_accept_from(struct descriptor *d);
int vfs_receive(struct descriptor *d, void *to, size_t limit);
int vfs_transmit(struct descriptor *d, const void *from, size_t limit);
void vfs_finish_sending(struct descriptor *d);

/* Whether an operation on @fd would not wait; pure. (device.c) */
bool vfs_readable(int fd);
bool vfs_writable(int fd);

#endif
