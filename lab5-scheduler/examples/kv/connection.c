// SPDX-License-Identifier: MIT
/*
 * A connection: receive, carry out all requests that are whole, send all their
 * replies at once. So a client that sends many requests together costs two
 * operations for all of them.
 *
 *	in   |  dealt with  | a request | a part of one |        |
 *	     0              start                       size     room
 *
 * While replies are sent nothing is received: a client that does not read
 * holds up itself, and what it can make us keep is one request and one reply
 * over REPLY_FULL.
 */
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "co/io.h"
#include "command.h"
#include "server.h"

enum {
	IN_ROOM = 16 << 10,
	REPLY_ROOM = 16 << 10,
	REPLY_FULL = 64 << 10, /* send before more requests are looked at */
};

struct connection {
	struct co_task task;
	struct co_callback ended;
	struct co_io io;
	struct co_transfer transfer;
	struct store *store;
	struct resp_parser parser;
	struct resp_writer reply;
	char *in;
	size_t start, size, room;
	int fd;
	bool open; /* more requests are welcome */
	bool full; /* requests wait for the replies to be sent */
};

static bool resize(struct connection *f, size_t room)
{
	char *in = realloc(f->in, room);

	if (!in)
		return false;
	f->in = in;
	f->room = room;
	return true;
}

/*
 * Room to receive into. It doubles as bytes really come, whatever length a
 * client announces; the parser refuses what would be over its limit.
 */
static bool make_room(struct connection *f)
{
	f->size -= f->start;
	if (f->start && f->size)
		memmove(f->in, f->in + f->start, f->size);
	f->start = 0;
	if (!f->size && f->room > IN_ROOM)
		return resize(f, IN_ROOM);
	return f->size < f->room || resize(f, f->room * 2);
}

/* Carry out what is there, and stop early when the replies are many. */
static void answer(struct connection *f)
{
	enum resp_result result = RESP_MORE;
	const char *from;

	f->full = false;
	while (f->open && !f->full) {
		from = f->in + f->start;
		result = resp_parse(&f->parser, from, f->size - f->start);
		if (result != RESP_REQUEST)
			break;
		f->open = command_run(f->store, &f->parser, from, &f->reply);
		f->start += f->parser.at;
		resp_parser_next(&f->parser);
		f->full = f->reply.size >= REPLY_FULL;
	}
	if (result == RESP_ERROR) {
		resp_put_protocol_error(&f->reply, f->parser.error);
		f->open = false;
	}
}

static struct co_task *connection_body(struct co_task *self)
{
	struct connection *f = co_frame(self, struct connection);

	CO_BEGIN(self);
	while (f->open && make_room(f)) {
		CO_AWAIT(self, co_recv(&f->io, f->fd, f->in + f->size,
				       f->room - f->size, 0));
		if (co_awaited(self) <= 0)
			break;
		f->size += (size_t)co_awaited(self);
		do {
			answer(f);
			if (!f->reply.size)
				break;
			CO_AWAIT(self, co_send_all(&f->transfer, f->fd,
					       f->reply.data, f->reply.size));
			/* The client is gone: that is how it ends. */
			if (co_awaited(self) < 0)
				return co_finish(self, 0);
			resp_writer_cut(&f->reply, 0, REPLY_ROOM);
		} while (f->full);
	}
	CO_END(self);
}

static void connection_release(struct co_task *self)
{
	struct connection *f = co_frame(self, struct connection);

	close(f->fd);
	resp_parser_fini(&f->parser);
	resp_writer_fini(&f->reply);
	free(f->in);
}

static void free_task(struct co_callback *callback, struct co_task *task)
{
	(void)callback;
	co_task_destroy(task);
}

void task_free_at_end(struct co_task *task, struct co_callback *callback)
{
	co_task_on_release(task, callback, free_task);
}

/* Returns -ENOMEM; connection_release() works in every case. */
static int connection_init(struct connection *f, struct store *store, int fd)
{
	int one = 1;

	f->store = store;
	f->fd = fd;
	f->open = true;
	f->start = f->size = 0;
	f->room = IN_ROOM;
	resp_parser_init(&f->parser);
	f->in = malloc(IN_ROOM);
	co_task_set_cleanup(&f->task, connection_release);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	if (resp_writer_init(&f->reply, REPLY_ROOM, RESP_TOTAL_MAX) || !f->in)
		return -ENOMEM;
	return 0;
}

int connection_start(struct store *store, int fd)
{
	struct co_task *task = co_task_create(
		sizeof(struct connection), connection_body, "connection");
	struct connection *f;
	int err;

	if (!task) {
		close(fd);
		return -ENOMEM;
	}
	f = co_frame(task, struct connection);
	err = connection_init(f, store, fd);
	if (!err)
		err = co_context_submit(co_context_here(), task);
	if (err)
		co_task_destroy(task);
	else
		task_free_at_end(task, &f->ended);
	return err;
}
