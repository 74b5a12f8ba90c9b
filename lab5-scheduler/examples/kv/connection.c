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
 *
 * When it is us who end it, after an error in the protocol or QUIT, the client
 * may still be sending. Closing with its bytes unread would make the kernel
 * send a reset, and that overtakes the reply: so what comes is first read and
 * forgotten, for a while.
 */
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "connection.h"
#include "server.h"

enum {
	IN_ROOM = 16 << 10,
	REPLY_ROOM = 16 << 10,
	REPLY_FULL = 64 << 10, /* send before more requests are looked at */
	DRAIN_MS = 1000,
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

bool connection_make_room(struct connection *f)
{
	f->size -= f->start;
	if (f->start && f->size)
		memmove(f->in, f->in + f->start, f->size);
	f->start = 0;
	if (!f->size && f->room > IN_ROOM)
		return resize(f, IN_ROOM);
	return f->size < f->room || resize(f, f->room * 2);
}

static bool run(struct connection *f, const char *from)
{
	struct kv_call call = {
		.store = f->store,
		.more = f->more,
		.owner = f,
		.parser = &f->parser,
		.from = from,
		.reply = &f->reply,
	};

	return kv_command_run(&call);
}

/*
 * Carry out what is there; stop early when the replies are many, and when a
 * request has to wait.
 */
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
		f->open = run(f, from);
		f->start += f->parser.at;
		resp_parser_next(&f->parser);
		f->full = f->wait || f->reply.size >= REPLY_FULL;
	}
	if (result == RESP_ERROR) {
		resp_put_protocol_error(&f->reply, f->parser.error);
		f->open = false;
	}
}

static struct co_task *drain_body(struct co_task *self)
{
	struct drain *f = co_frame(self, struct drain);

	CO_BEGIN(self);
	do
		CO_AWAIT(self, co_recv(&f->io, f->fd, f->to, IN_ROOM, 0));
	while (co_awaited(self) > 0);
	CO_END(self);
}

/* Say that we are done, and await that the client is. */
static struct co_awaiter *drain(struct connection *f)
{
	shutdown(f->fd, SHUT_WR);
	f->drain.to = f->in;
	f->drain.fd = f->fd;
	co_task_init(&f->drain.task, drain_body, "drain");
	return co_with_timeout(&f->drain.limit, &f->drain.task, DRAIN_MS);
}

static struct co_awaiter *send_replies(struct connection *f)
{
	return co_send_all(&f->transfer, f->fd, f->reply.data, f->reply.size);
}

struct co_task *connection_body(struct co_task *self)
{
	struct connection *f = co_frame(self, struct connection);

	CO_BEGIN(self);
	while (f->open && connection_make_room(f)) {
		CO_AWAIT(self, co_recv(&f->io, f->fd, f->in + f->size,
				       f->room - f->size, 0));
		if (co_awaited(self) <= 0)
			break;
		f->size += (size_t)co_awaited(self);
		do {
			answer(f);
			if (f->reply.size) {
				CO_AWAIT(self, send_replies(f));
				/* The client is gone: that is how it ends. */
				if (co_awaited(self) < 0)
					return co_finish(self, 0);
				resp_writer_cut(&f->reply, 0, REPLY_ROOM);
			}
			if (f->wait)
				CO_AWAIT(self, f->wait);
			f->wait = NULL;
		} while (f->full);
	}
	if (!f->open)
		CO_AWAIT(self, drain(f));
	CO_END(self);
}

void connection_release(struct co_task *self)
{
	struct connection *f = co_frame(self, struct connection);

	close(f->fd);
	resp_parser_fini(&f->parser);
	resp_writer_fini(&f->reply);
	free(f->in);
}

int connection_init(struct connection *f, struct store *store, int fd)
{
	int one = 1;

	f->store = store;
	f->more = NULL;
	f->wait = NULL;
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

int connection_start(struct kv_server *server, int fd)
{
	struct co_task *task = co_task_create(
		sizeof(struct connection), connection_body, "connection");
	int err;

	if (!task) {
		close(fd);
		return -ENOMEM;
	}
	err = connection_init(
		co_frame(task, struct connection), server->store, fd);
	if (!err)
		err = co_scheduler_submit(server->scheduler, task);
	if (err)
		co_task_destroy(task);
	return err;
}
