// SPDX-License-Identifier: MIT
/*
 * The echo server on liburing by hand, with the flags and the operations of
 * ours: a receive, then a send until all is gone.
 */
#include <liburing.h>

#include "../servers/echo.h"

struct connection {
	int fd;
	int sending;
	unsigned at, end; /* of what is sent */
	char buffer[ECHO_BUFFER];
};

static struct io_uring ring;

static struct io_uring_sqe *entry(void)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);

	if (!sqe) {
		io_uring_submit(&ring);
		sqe = io_uring_get_sqe(&ring);
	}
	return sqe;
}

static void receive(struct connection *c)
{
	struct io_uring_sqe *sqe = entry();

	c->sending = 0;
	io_uring_prep_recv(sqe, c->fd, c->buffer, ECHO_BUFFER, 0);
	io_uring_sqe_set_data(sqe, c);
}

static void send_rest(struct connection *c)
{
	struct io_uring_sqe *sqe = entry();

	c->sending = 1;
	io_uring_prep_send(
		sqe, c->fd, c->buffer + c->at, c->end - c->at, MSG_NOSIGNAL);
	io_uring_sqe_set_data(sqe, c);
}

static void accept_next(int listener)
{
	struct io_uring_sqe *sqe = entry();

	io_uring_prep_accept(sqe, listener, NULL, NULL, SOCK_CLOEXEC);
	io_uring_sqe_set_data(sqe, NULL);
}

static void accepted(int listener, int fd)
{
	struct connection *c = malloc(sizeof(*c));

	c->fd = fd;
	receive(c);
	accept_next(listener);
}

static void completed(struct connection *c, int res)
{
	if (res <= 0) {
		close(c->fd);
		free(c);
		return;
	}
	if (!c->sending) {
		c->at = 0;
		c->end = (unsigned)res;
		send_rest(c);
		return;
	}
	c->at += (unsigned)res;
	if (c->at < c->end)
		send_rest(c);
	else
		receive(c);
}

static void echo_serve(int listener)
{
	struct io_uring_cqe *cqe;
	unsigned head, n;

	if (io_uring_queue_init(1024, &ring,
		    IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN))
		return;
	accept_next(listener);
	for (;;) {
		io_uring_submit_and_wait(&ring, 1);
		n = 0;
		io_uring_for_each_cqe(&ring, head, cqe)
		{
			struct connection *c = io_uring_cqe_get_data(cqe);

			n++;
			if (c)
				completed(c, cqe->res);
			else
				accepted(listener, cqe->res);
		}
		io_uring_cq_advance(&ring, n);
	}
}

ECHO_ROWS
