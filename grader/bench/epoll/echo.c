// SPDX-License-Identifier: MIT
/*
 * The echo server on epoll, level-triggered; it sends at once, and waits for
 * room only when there is none.
 */
#include "../servers/echo.h"

struct connection {
	int fd;
	size_t at, end; /* of what is sent */
	char buffer[ECHO_BUFFER];
};

static int epoll;

static void watch(int how, int fd, struct connection *c, uint32_t events)
{
	struct epoll_event event = {.events = events, .data = {.ptr = c}};

	epoll_ctl(epoll, how, fd, &event);
}

static void accept_one(int listener)
{
	struct connection *c = malloc(sizeof(*c));

	c->fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	c->at = c->end = 0;
	watch(EPOLL_CTL_ADD, c->fd, c, EPOLLIN);
}

static void end(struct connection *c)
{
	close(c->fd);
	free(c);
}

static void send_rest(struct connection *c, int waited)
{
	ssize_t n;

	while (c->at < c->end) {
		n = send(
			c->fd, c->buffer + c->at, c->end - c->at, MSG_NOSIGNAL);
		if (n < 0 && errno == EAGAIN) {
			if (!waited)
				watch(EPOLL_CTL_MOD, c->fd, c, EPOLLOUT);
			return;
		}
		if (n < 0) {
			end(c);
			return;
		}
		c->at += (size_t)n;
	}
	if (waited)
		watch(EPOLL_CTL_MOD, c->fd, c, EPOLLIN);
}

static void ready(struct connection *c)
{
	ssize_t n;

	if (c->at < c->end) {
		send_rest(c, 1);
		return;
	}
	n = recv(c->fd, c->buffer, ECHO_BUFFER, 0);
	if (n < 0 && errno == EAGAIN)
		return;
	if (n <= 0) {
		end(c);
		return;
	}
	c->at = 0;
	c->end = (size_t)n;
	send_rest(c, 0);
}

static void echo_serve(int listener)
{
	struct epoll_event events[ECHO_BATCH];
	int n;

	epoll = epoll_create1(EPOLL_CLOEXEC);
	watch(EPOLL_CTL_ADD, listener, NULL, EPOLLIN);
	for (;;) {
		n = epoll_wait(epoll, events, ECHO_BATCH, -1);
		while (n-- > 0) {
			if (events[n].data.ptr)
				ready(events[n].data.ptr);
			else
				accept_one(listener);
		}
	}
}

ECHO_ROWS
