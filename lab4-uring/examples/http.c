// SPDX-License-Identifier: MIT
/*
 * A small HTTP/1.1 server: GET and HEAD of one page, connections kept alive,
 * requests that follow each other at once.
 *
 *	lab4-http              serve one client of our own, and end
 *	lab4-http --port N     print the port, and serve until SIGINT or SIGTERM
 *	        --timeout MS   how long a client may take to ask and to read
 *
 * What is wrong with a request is an answer to that client alone. Reading the
 * request is in http/request.c; this is the side that awaits.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "http/request.h"
#include "shared/command.h"

enum {
	IN = 4096,
	OUT = 4096,
	ANSWER = 256,     /* no answer is longer */
	LINGER_MS = 1000, /* for the client to take its last answer */
	LINGER = 1 << 18, /* bytes of its that are passed over meanwhile */
};

#define PAGE "Nobody waits here.\n"

static int timeout_ms; /* fixed before the server starts; 0: none */

/* Answers. */

static const char *reason(int status)
{
	switch (status) {
	case 200:
		return "OK";
	case 404:
		return "Not Found";
	case 405:
		return "Method Not Allowed";
	case 408:
		return "Request Timeout";
	case 413:
		return "Content Too Large";
	case 414:
		return "URI Too Long";
	case 431:
		return "Request Header Fields Too Large";
	case 501:
		return "Not Implemented";
	case 505:
		return "HTTP Version Not Supported";
	default:
		return "Bad Request";
	}
}

/* Whether @target is our page: as a path, or with the server's name before. */
static bool is_page(const char *target)
{
	if (!strncasecmp(target, "http://", 7)) {
		target += 7;
		target += strcspn(target, "/?");
		if (!*target)
			return true;
	}
	return target[0] == '/' && (!target[1] || target[1] == '?');
}

static int status_of(const struct http_request *r)
{
	if (r->status)
		return r->status;
	if (r->method == HTTP_OTHER)
		return 405;
	return is_page(r->target) ? 200 : 404;
}

/* Returns the length; @to has room for ANSWER bytes. */
static size_t write_answer(char *to, int status, bool head, bool close)
{
	const char *body = status == 200 ? PAGE : "";

	return (size_t)snprintf(to, ANSWER,
		"HTTP/1.1 %d %s\r\nContent-Length: %zu\r\n%s%s%s\r\n%s", status,
		reason(status), strlen(body),
		*body ? "Content-Type: text/plain\r\n" : "",
		status == 405 ? "Allow: GET, HEAD\r\n" : "",
		close ? "Connection: close\r\n" : "", head ? "" : body);
}

/* One connection. */

struct http {
	struct connection connection;
	struct co_task step; /* what is awaited with a limit */
	struct co_timeout limit;
	struct co_io io;
	struct co_transfer transfer;
	struct http_request request;
	size_t at, got;  /* bytes of @in: read, and there */
	size_t out_size; /* bytes of @out */
	size_t passed;   /* bytes passed over at the end */
	bool closing;
	char in[IN];
	char out[OUT];
};

static void answer(struct http *f)
{
	const struct http_request *r = &f->request;

	f->closing = r->close;
	f->out_size += write_answer(f->out + f->out_size, status_of(r),
		r->method == HTTP_HEAD, r->close);
	http_request_init(&f->request);
}

/* Answer the requests that are whole, as long as there is room. */
static void answer_what_is_there(struct http *f)
{
	while (f->at < f->got && !f->closing && f->out_size + ANSWER <= OUT) {
		f->at += http_request_feed(
			&f->request, f->in + f->at, f->got - f->at);
		if (http_request_is_done(&f->request))
			answer(f);
	}
}

/*
 * Receive until there is something to say, and say it. What is not taken by
 * the client is not asked for: nothing is received before all is sent.
 */
static struct co_task *exchange_body(struct co_task *self)
{
	struct http *f = co_container_of(self, struct http, step);
	int fd = f->connection.fd;

	CO_BEGIN(self);
	f->out_size = 0;
	answer_what_is_there(f);
	while (!f->out_size) {
		CO_TRY(self, co_recv(&f->io, fd, f->in, IN, 0));
		f->at = 0;
		f->got = (size_t)co_awaited(self);
		if (!f->got)
			return co_finish(self, -ENOTCONN);
		answer_what_is_there(f);
	}
	CO_TRY(self, co_send_all(&f->transfer, fd, f->out, f->out_size));
	CO_END(self);
}

/*
 * Closing with bytes unread is a reset, and a reset may overtake the last
 * answer: so the client's are passed over until it has closed as well.
 */
static struct co_task *linger_body(struct co_task *self)
{
	struct http *f = co_container_of(self, struct http, step);
	int fd = f->connection.fd;

	CO_BEGIN(self);
	shutdown(fd, SHUT_WR);
	for (f->passed = 0; f->passed < LINGER;) {
		CO_TRY(self, co_recv(&f->io, fd, f->in, IN, 0));
		if (!co_awaited(self))
			break;
		f->passed += (size_t)co_awaited(self);
	}
	CO_END(self);
}

/* Await @body for at most @ms; 0: as long as it takes. */
static struct co_awaiter *limited(struct http *f, co_body_fn *body, int ms)
{
	co_task_init(&f->step, body, "step");
	return ms ? co_with_timeout(&f->limit, &f->step, ms)
		  : co_task_await(&f->step);
}

/* Half a request came, and nothing went out since. */
static bool is_too_slow(const struct http *f, int error)
{
	return error == -ETIMEDOUT && !f->out_size &&
	       http_request_has_begun(&f->request);
}

static struct co_task *http_body(struct co_task *self)
{
	struct http *f = co_container_of(self, struct http, connection.task);

	CO_BEGIN(self);
	http_request_init(&f->request);
	f->at = f->got = 0;
	f->closing = false;
	do
		CO_AWAIT(self, limited(f, exchange_body, timeout_ms));
	while (!co_awaited(self) && !f->closing);
	if (is_too_slow(f, co_awaited(self))) {
		f->out_size = write_answer(f->out, 408, false, true);
		/* Who is slow to ask may be slow to read: no waiting. */
		CO_AWAIT(self, co_send(&f->io, f->connection.fd, f->out,
				       f->out_size, MSG_DONTWAIT));
		f->closing = co_awaited(self) > 0;
	}
	if (f->closing)
		CO_AWAIT(self, limited(f, linger_body, LINGER_MS));
	CO_END(self);
}

/* The client of the demonstration: three requests at once. */
struct client {
	struct co_task task;
	struct co_io io;
	struct co_transfer transfer;
	const struct server *server;
	char reply[1024];
	int fd;
};

static const char requests[] =
	"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
	"HEAD /nothing HTTP/1.1\r\nHost: here\r\n\r\n"
	"DELETE / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";

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
	CO_TRY(self, co_connect(&f->io, f->fd,
			     (const struct sockaddr *)&f->server->address,
			     sizeof(f->server->address)));
	CO_TRY(self, co_send_all(&f->transfer, f->fd, requests,
			     sizeof(requests) - 1));
	CO_TRY(self, co_read_full(&f->transfer, f->fd, f->reply,
			     sizeof(f->reply) - 1, CO_NO_OFFSET));
	print_status_lines(f->reply);
	CO_TRY(self, co_close(&f->io, f->fd));
	CO_END(self);
}

int main(int argc, char **argv)
{
	struct command command = {.has_limits = true};
	struct server server = {
		.name = "http",
		.connection = http_body,
		.frame_size = sizeof(struct http),
	};
	struct client client = {.server = &server};

	if (command_parse(&command, argc, argv))
		return 2;
	timeout_ms = command.timeout_ms;
	server.left = command.serve ? -1 : 1;
	co_task_init(&client.task, client_body, "client");
	return command_run(&command, &server, &client.task);
}
