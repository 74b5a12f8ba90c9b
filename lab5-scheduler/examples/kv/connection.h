/* SPDX-License-Identifier: MIT */
/*
 * The frame of a connection, for who begins a larger one with it: lab 6 has
 * commands that wait.
 */
#ifndef KV_CONNECTION_H
#define KV_CONNECTION_H

#include "co/io.h"
#include "co/sleep.h"
#include "command.h"

/* Reads and forgets, until the client has closed. */
struct drain {
	struct co_task task;
	struct co_io io;
	struct co_timeout limit;
	char *to;
	int fd;
};

struct connection {
	struct co_task task;
	struct co_io io;
	struct co_transfer transfer;
	struct drain drain;
	struct store *store;
	const struct kv_more *more; /* NULL: no other commands */
	struct co_awaiter *wait;    /* set by one: before the next request */
	struct resp_parser parser;
	struct resp_writer reply;
	char *in;
	size_t start, size, room;
	int fd;
	bool open; /* more requests are welcome */
	bool full; /* requests wait for the replies to be sent */
};

/*
 * Make the connection of the client at @fd, at the head of a task that was just
 * created with connection_body(). Other commands may be given to it before it
 * starts.
 *
 * Ownership: takes @fd; connection_release() is the task's cleanup from here
 *            on, whatever is returned, unless another calls it.
 * Returns:   0; -ENOMEM.
 */
int connection_init(struct connection *connection, struct store *store, int fd);
struct co_task *connection_body(struct co_task *self);
void connection_release(struct co_task *self);

/*
 * Room to receive into, behind @size. It doubles as bytes really come, whatever
 * length a client announces; the parser refuses what would be over its limit.
 *
 * Returns: false when there is no memory: then nothing has changed.
 */
bool connection_make_room(struct connection *connection);

#endif
