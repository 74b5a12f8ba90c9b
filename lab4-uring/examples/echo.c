// SPDX-License-Identifier: MIT
/*
 * An echo server, one coroutine for each connection.
 *
 *	lab4-echo              serve one client of our own, and end
 *	lab4-echo --serve      print the port, and serve until killed
 *
 * Both sides of the demonstration run on one context: nobody waits for anybody
 * but in the ring.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "co/context.h"
#include "co/io.h"
#include "co/sleep.h"

enum {
	ENTRIES = 256,
	BACKLOG = 128,
	SIZE = 4096,
	PAUSE_MS = 20, /* when there is no descriptor for a client */
};

/* One connection; it frees itself when it has ended. */
struct connection {
	struct co_task task;
	struct co_callback ended;
	struct co_io io;
	struct co_transfer transfer;
	char buffer[SIZE];
	int fd;
};

static struct co_task *connection_body(struct co_task *self)
{
	struct connection *f = co_frame(self, struct connection);

	CO_BEGIN(self);
	for (;;) {
		CO_AWAIT(self, co_recv(&f->io, f->fd, f->buffer, SIZE, 0));
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

/* Returns 0; or -errno, and then @fd is still the caller's. */
static int serve(int fd)
{
	struct co_task *task = co_task_create(
		sizeof(struct connection), connection_body, "connection");
	int err;

	if (!task)
		return -ENOMEM;
	co_frame(task, struct connection)->fd = fd;
	co_task_on_release(task, &co_frame(task, struct connection)->ended,
		connection_ended);
	err = co_context_submit(co_context_here(), task);
	if (err)
		co_task_destroy(task);
	return err;
}

struct server {
	struct co_task task;
	struct co_io io;
	struct co_sleep pause;
	int listener;
	long left; /* clients to serve; negative: no limit */
	int fd;
};

static bool is_worth_a_pause(int error)
{
	return error == -EMFILE || error == -ENFILE || error == -ENOMEM ||
	       error == -ENOBUFS;
}

static struct co_task *server_body(struct co_task *self)
{
	struct server *f = co_frame(self, struct server);

	CO_BEGIN(self);
	while (f->left) {
		CO_AWAIT(self, co_accept(&f->io, f->listener));
		f->fd = co_awaited(self);
		if (is_worth_a_pause(f->fd)) {
			CO_TRY(self, co_sleep_ms(&f->pause, PAUSE_MS));
			continue;
		}
		if (f->fd == -ECONNABORTED || f->fd == -EINTR)
			continue;
		if (f->fd < 0)
			return co_finish(self, f->fd);
		if (serve(f->fd))
			CO_AWAIT(self, co_close(&f->io, f->fd));
		f->left -= f->left > 0;
	}
	CO_END(self);
}

/* The client of the demonstration. */
struct client {
	struct co_task task;
	struct co_io io;
	struct co_transfer transfer;
	struct sockaddr_in address;
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
	CO_TRY(self, co_connect(&f->io, f->fd, (struct sockaddr *)&f->address,
			     sizeof(f->address)));
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

/* A listening socket on a port that the system chose, or -1. */
static int listen_on_loopback(struct sockaddr_in *address)
{
	socklen_t size = sizeof(*address);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	*address = (struct sockaddr_in){.sin_family = AF_INET};
	address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || bind(fd, (struct sockaddr *)address, sizeof(*address)) ||
		listen(fd, BACKLOG) ||
		getsockname(fd, (struct sockaddr *)address, &size)) {
		perror("echo: cannot listen on loopback");
		return -1;
	}
	return fd;
}

static int run(struct server *server, struct client *client)
{
	struct co_context *context;
	int err = co_context_create("echo", ENTRIES, &context);

	if (!err)
		err = co_context_submit(context, &server->task);
	if (!err && client)
		err = co_context_submit(context, &client->task);
	if (!err)
		err = co_context_start(context);
	if (err) {
		fprintf(stderr, "echo: %s\n", strerror(-err));
		return err;
	}
	co_context_join(context);
	co_context_destroy(context);
	return server->task.error ? server->task.error
				  : (client ? client->task.error : 0);
}

int main(int argc, char **argv)
{
	bool forever = argc == 2 && !strcmp(argv[1], "--serve");
	struct server server = {.left = forever ? -1 : 1};
	struct client client = {.fd = -1};

	if (argc > 1 && !forever) {
		fprintf(stderr, "usage: %s [--serve]\n", argv[0]);
		return 2;
	}
	server.listener = listen_on_loopback(&client.address);
	if (server.listener < 0)
		return 1;
	co_task_init(&server.task, server_body, "server");
	co_task_init(&client.task, client_body, "client");
	if (forever) {
		printf("port %d\n", ntohs(client.address.sin_port));
		fflush(stdout);
	}
	return run(&server, forever ? NULL : &client) ? 1 : 0;
}
