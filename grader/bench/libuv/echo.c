// SPDX-License-Identifier: MIT
/*
 * The echo server on libuv: tries to write at once, and queues the rest.
 */
#include <uv.h>

#include "../servers/echo.h"

struct connection {
	uv_tcp_t tcp;
	uv_write_t write;
	char buffer[ECHO_BUFFER];
};

static void closed(uv_handle_t *handle)
{
	free(handle);
}

static void give_buffer(uv_handle_t *handle, size_t wanted, uv_buf_t *to)
{
	(void)wanted;
	*to = uv_buf_init(((struct connection *)handle)->buffer, ECHO_BUFFER);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *from);

static void on_written(uv_write_t *request, int status)
{
	if (status < 0)
		uv_close((uv_handle_t *)request->handle, closed);
	else
		uv_read_start(request->handle, give_buffer, on_read);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *from)
{
	struct connection *c = (struct connection *)stream;
	uv_buf_t rest;
	int sent;

	if (n <= 0) {
		if (n < 0)
			uv_close((uv_handle_t *)stream, closed);
		return;
	}
	rest = uv_buf_init(from->base, (unsigned)n);
	sent = uv_try_write(stream, &rest, 1);
	if (sent == n)
		return;
	if (sent > 0)
		rest = uv_buf_init(from->base + sent, (unsigned)(n - sent));
	/* One buffer: nothing is read before it is free. */
	uv_read_stop(stream);
	uv_write(&c->write, stream, &rest, 1, on_written);
}

static void on_connection(uv_stream_t *listener, int status)
{
	struct connection *c = malloc(sizeof(*c));

	(void)status;
	uv_tcp_init(listener->loop, &c->tcp);
	if (uv_accept(listener, (uv_stream_t *)&c->tcp))
		uv_close((uv_handle_t *)&c->tcp, closed);
	else
		uv_read_start((uv_stream_t *)&c->tcp, give_buffer, on_read);
}

static void echo_serve(int listener)
{
	static uv_loop_t loop;
	static uv_tcp_t tcp;

	uv_loop_init(&loop);
	uv_tcp_init(&loop, &tcp);
	uv_tcp_open(&tcp, listener);
	uv_listen((uv_stream_t *)&tcp, 1024, on_connection);
	uv_run(&loop, UV_RUN_DEFAULT);
}

ECHO_ROWS
