// SPDX-License-Identifier: MIT
/*
 * A small HTTP/1.1 server: GET and HEAD of one page, connections kept alive,
 * requests that follow each other at once.
 *
 *	lab4-http              serve one client of our own, and end
 *	lab4-http --serve      print the port, and serve until killed
 *
 * A request has at most LIMIT bytes, and what is wrong with it is an answer to
 * that client alone: 400, 404, 405, 431 or 505. Bodies are not read: a request
 * with one is answered and its connection closed.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "co/context.h"
#include "co/io.h"
#include "co/sleep.h"

enum {
	ENTRIES = 256,
	BACKLOG = 128,
	LIMIT = 4096,
	PAUSE_MS = 20, /* when there is no descriptor for a client */
};

#define PAGE "Nobody waits here.\n"

/* What a request comes to. */
struct answer {
	int status;
	bool head;  /* without the body */
	bool close; /* the connection ends here */
};

/* Parsing: @text is one whole head, its empty line included. ----------------
 */

/* The length of the head at the start of @text, or 0: not there yet. */
static size_t head_length(const char *text, size_t size)
{
	const char *end = memmem(text, size, "\r\n\r\n", 4);

	return end ? (size_t)(end - text) + 4 : 0;
}

/* Whether @word, of @size bytes, is @name. */
static bool is(const char *word, size_t size, const char *name)
{
	return size == strlen(name) && !memcmp(word, name, size);
}

/* Take the word up to @until from @line; its length, or -1 without one. */
static long word_length(const char *line, size_t size, const char *until)
{
	const char *end = memmem(line, size, until, strlen(until));

	return end && end != line ? (long)(end - line) : -1;
}

/* What follows @name in the field at @line, or NULL when it is another. */
static const char *value_of(const char *line, size_t size, const char *name)
{
	size_t n = strlen(name);

	if (size <= n || line[n] != ':' || strncasecmp(line, name, n))
		return NULL;
	for (n++; n < size && line[n] == ' ';)
		n++;
	return line + n;
}

static void parse_field(const char *line, size_t size, struct answer *a)
{
	const char *end = line + size;
	const char *value = value_of(line, size, "connection");

	if (value && end - value >= 5 && !strncasecmp(value, "close", 5))
		a->close = true;
	/* A body follows, or something that we cannot tell from one. */
	value = value_of(line, size, "content-length");
	if (value && !is(value, (size_t)(end - value), "0"))
		a->close = true;
	if (value_of(line, size, "transfer-encoding"))
		a->close = true;
	/* A field has a name and a colon, and no zero byte. */
	if (word_length(line, size, ":") < 0 || memchr(line, '\0', size))
		a->status = 400;
}

static void parse_request_line(const char *line, size_t size, struct answer *a)
{
	long method = word_length(line, size, " ");
	const char *path = line + method + 1;
	size_t left = size - (size_t)method - 1;
	long length = method < 0 ? -1 : word_length(path, left, " ");

	a->status = 400;
	if (length < 0 || memchr(line, '\0', size))
		return;
	if (left - (size_t)length - 1 != 8 ||
		memcmp(path + length + 1, "HTTP/", 5))
		return;
	if (!is(path + length + 1, 8, "HTTP/1.1")) {
		a->status = 505;
		return;
	}
	a->head = is(line, (size_t)method, "HEAD");
	if (!a->head && !is(line, (size_t)method, "GET"))
		a->status = 405;
	else
		a->status = is(path, (size_t)length, "/") ? 200 : 404;
}

static struct answer parse(const char *text, size_t size)
{
	struct answer a = {.status = 0};
	long n = word_length(text, size, "\r\n");

	if (n < 0)
		return (struct answer){.status = 400, .close = true};
	parse_request_line(text, (size_t)n, &a);
	for (;;) {
		text += n + 2;
		size -= (size_t)n + 2;
		n = word_length(text, size, "\r\n");
		if (n < 0)
			break;
		parse_field(text, (size_t)n, &a);
	}
	if (a.status == 400 || a.status == 405 || a.status == 505)
		a.close = true;
	return a;
}

static const char *reason(int status)
{
	switch (status) {
	case 200:
		return "OK";
	case 404:
		return "Not Found";
	case 405:
		return "Method Not Allowed";
	case 431:
		return "Request Header Fields Too Large";
	case 505:
		return "HTTP Version Not Supported";
	default:
		return "Bad Request";
	}
}

/* Returns the length; @to has room for every answer that there is. */
static size_t write_answer(char *to, size_t size, struct answer a)
{
	const char *body = a.status == 200 ? PAGE : "";
	int n = snprintf(to, size,
		"HTTP/1.1 %d %s\r\nContent-Length: %zu\r\n%s\r\n%s", a.status,
		reason(a.status), strlen(body),
		a.close ? "Connection: close\r\n" : "", a.head ? "" : body);

	return (size_t)n;
}

/* One connection; it frees itself when it has ended. ------------------------
 */

struct connection {
	struct co_task task;
	struct co_callback ended;
	struct co_io io;
	struct co_transfer transfer;
	char request[LIMIT];
	char reply[256];
	size_t got;  /* bytes of @request */
	size_t head; /* of these the first head */
	struct answer answer;
	int fd;
};

static void answer_first(struct connection *f)
{
	f->answer = parse(f->request, f->head);
	f->got -= f->head;
	memmove(f->request, f->request + f->head, f->got);
}

static struct co_task *connection_body(struct co_task *self)
{
	struct connection *f = co_frame(self, struct connection);

	CO_BEGIN(self);
	f->got = 0;
	do {
		while (!(f->head = head_length(f->request, f->got)) &&
			f->got < LIMIT) {
			CO_AWAIT(self,
				co_recv(&f->io, f->fd, f->request + f->got,
					LIMIT - f->got, 0));
			if (co_awaited(self) <= 0)
				goto gone;
			f->got += (size_t)co_awaited(self);
		}
		if (f->head)
			answer_first(f);
		else
			f->answer = (struct answer){
				.status = 431, .close = true};
		CO_AWAIT(self, co_send_all(&f->transfer, f->fd, f->reply,
				       write_answer(f->reply, sizeof(f->reply),
					       f->answer)));
	} while (co_awaited(self) == 0 && !f->answer.close);
gone:
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

/* The client of the demonstration: three requests at once. */
struct client {
	struct co_task task;
	struct co_io io;
	struct co_transfer transfer;
	struct sockaddr_in address;
	char reply[1024];
	int fd;
};

static const char requests[] = "GET / HTTP/1.1\r\nHost: here\r\n\r\n"
			       "HEAD /nothing HTTP/1.1\r\nHost: here\r\n\r\n"
			       "BREW / HTTP/1.1\r\nHost: here\r\n\r\n";

static void print_status_lines(char *text)
{
	char *line;

	while ((line = strsep(&text, "\n")))
		if (!strncmp(line, "HTTP/", 5))
			printf("%.*s\n", (int)strcspn(line, "\r"), line);
}

static struct co_task *client_body(struct co_task *self)
{
	struct client *f = co_frame(self, struct client);

	CO_BEGIN(self);
	CO_TRY(self, co_socket(&f->io, AF_INET, SOCK_STREAM, 0));
	f->fd = co_awaited(self);
	CO_TRY(self, co_connect(&f->io, f->fd, (struct sockaddr *)&f->address,
			     sizeof(f->address)));
	CO_TRY(self, co_send_all(&f->transfer, f->fd, requests,
			     sizeof(requests) - 1));
	CO_TRY(self, co_read_full(&f->transfer, f->fd, f->reply,
			     sizeof(f->reply) - 1, CO_NO_OFFSET));
	print_status_lines(f->reply);
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
		perror("http: cannot listen on loopback");
		return -1;
	}
	return fd;
}

static int run(struct server *server, struct client *client)
{
	struct co_context *context;
	int err = co_context_create("http", ENTRIES, &context);

	if (!err)
		err = co_context_submit(context, &server->task);
	if (!err && client)
		err = co_context_submit(context, &client->task);
	if (!err)
		err = co_context_start(context);
	if (err) {
		fprintf(stderr, "http: %s\n", strerror(-err));
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
