// SPDX-License-Identifier: MIT
/*
 * An echo server, one coroutine for each connection.
 *
 *	lab4-echo              serve one client of our own, and end
 *	lab4-echo --port N     print the port, and serve until SIGINT or SIGTERM
 *
 * Both sides of the demonstration run on one context: nobody waits for anybody
 * but in the ring. A client that does not read what it is sent is read from no
 * more: its coroutine awaits the send.
 */
#include <stdio.h>
#include <string.h>

#include "shared/command.h"

enum {
	SIZE = 4096
};

struct echo {
	struct connection connection;
	struct co_io io;
	struct co_transfer transfer;
	char buffer[SIZE];
};

static struct co_task *echo_body(struct co_task *self)
{
	struct echo *f = co_container_of(self, struct echo, connection.task);
	int fd = f->connection.fd;

	CO_BEGIN(self);
	for (;;) {
		CO_AWAIT(self, co_recv(&f->io, fd, f->buffer, SIZE, 0));
		if (co_awaited(self) <= 0)
			break;
		CO_TRY(self, co_send_all(&f->transfer, fd, f->buffer,
				     (size_t)co_awaited(self)));
	}
	CO_END(self);
}

/* The client of the demonstration. */
struct client {
	struct co_task task;
	struct co_io io;
	struct co_transfer transfer;
	const struct server *server;
	char buffer[32];
	int fd, i;
};

static const char *const words[] = {"who", "waits,", "when", "no thread does?"};

static struct co_task *client_body(struct co_task *self)
{
	struct client *f = co_frame(self, struct client);

	CO_BEGIN(self);
	CO_TRY(self, co_socket(&f->io, AF_INET, SOCK_STREAM, 0));
	f->fd = co_awaited(self);
	CO_TRY(self, co_connect(&f->io, f->fd,
			     (const struct sockaddr *)&f->server->address,
			     sizeof(f->server->address)));
	for (f->i = 0; f->i < 4; f->i++) {
		CO_TRY(self, co_send_all(&f->transfer, f->fd, words[f->i],
				     strlen(words[f->i])));
		memset(f->buffer, 0, sizeof(f->buffer));
		CO_TRY(self, co_read_full(&f->transfer, f->fd, f->buffer,
				     strlen(words[f->i]), CO_NO_OFFSET));
		printf("echo: %s\n", f->buffer);
	}
	CO_TRY(self, co_close(&f->io, f->fd));
	CO_END(self);
}

int main(int argc, char **argv)
{
	struct command command = {.serve = false};
	struct server server = {
		.name = "echo",
		.connection = echo_body,
		.frame_size = sizeof(struct echo),
	};
	struct client client = {.server = &server};

	if (command_parse(&command, argc, argv))
		return 2;
	server.left = command.serve ? -1 : 1;
	co_task_init(&client.task, client_body, "client");
	return command_run(&command, &server, &client.task);
}
