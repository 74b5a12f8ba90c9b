// SPDX-License-Identifier: MIT
/*
 * Lab 4: the echo server, one coroutine for each connection.
 */
#include "../servers/echo.h"
#include "co/context.h"
#include "co/io.h"

struct connection {
	struct co_task task;
	struct co_callback ended;
	struct co_io io;
	struct co_transfer transfer;
	int fd;
	char buffer[ECHO_BUFFER];
};

static struct co_task *connection_body(struct co_task *self)
{
	struct connection *f = co_frame(self, struct connection);

	CO_BEGIN(self);
	for (;;) {
		CO_AWAIT(self,
			co_recv(&f->io, f->fd, f->buffer, ECHO_BUFFER, 0));
		if (co_awaited(self) <= 0)
			break;
		CO_AWAIT(self, co_send_all(&f->transfer, f->fd, f->buffer,
				       (size_t)co_awaited(self)));
		if (co_awaited(self) < 0)
			break;
	}
	CO_AWAIT(self, co_close(&f->io, f->fd));
	CO_END(self);
}

static void connection_ended(struct co_callback *callback, struct co_task *task)
{
	(void)callback;
	co_task_destroy(task);
}

struct acceptor {
	struct co_task task;
	struct co_io io;
	int listener;
};

static struct co_task *acceptor_body(struct co_task *self)
{
	struct acceptor *f = co_frame(self, struct acceptor);
	struct connection *c;
	struct co_task *task;

	CO_BEGIN(self);
	for (;;) {
		CO_TRY(self, co_accept(&f->io, f->listener));
		task = co_task_create(
			sizeof(*c), connection_body, "connection");
		c = co_frame(task, struct connection);
		c->fd = co_awaited(self);
		co_task_on_release(task, &c->ended, connection_ended);
		co_context_submit(co_context_here(), task);
	}
	CO_END(self);
}

static void echo_serve(int listener)
{
	struct acceptor acceptor = {.listener = listener};
	struct co_context *context;

	co_task_init(&acceptor.task, acceptor_body, "acceptor");
	if (co_context_create("echo", 1024, &context) ||
		co_context_submit(context, &acceptor.task) ||
		co_context_start(context))
		return;
	co_context_join(context);
}

ECHO_ROWS
