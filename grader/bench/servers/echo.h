/* SPDX-License-Identifier: MIT */
/*
 * Echo: C clients, each with one request of S bytes on its way. A contender
 * brings echo_serve() and says ECHO_ROWS.
 *
 *	echo-C-S        processor time of the server for a request
 *	echo-C-S-wall   wall time for a request
 */
#ifndef BENCH_ECHO_H
#define BENCH_ECHO_H

#include <errno.h>
#include <stdio.h>
#include <sys/epoll.h>

#include "server.h"

enum {
	ECHO_BUFFER = 16384, /* of a connection, in every server */
	ECHO_CLIENTS = 256,
	ECHO_BATCH = 256
};

/* Accept and echo, for ever. */
static void echo_serve(int listener);

struct echo_client {
	int fd;
	size_t got;
	uint64_t left;
};

static struct echo_client echo_clients[ECHO_CLIENTS];
static size_t echo_size;
static int echo_epoll;

static inline void echo_prepare(size_t clients, size_t size)
{
	struct epoll_event event;
	int one = 1;
	size_t i;

	event.events = EPOLLIN;
	echo_size = size;
	server_start(echo_serve);
	echo_epoll = epoll_create1(EPOLL_CLOEXEC);
	for (i = 0; i < clients; i++) {
		int fd = socket(AF_INET, SOCK_STREAM, 0);

		if (connect(fd, (struct sockaddr *)&server.address,
			    sizeof(server.address)))
			bench_expect(1, 0, "connecting");
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
		echo_clients[i].fd = fd;
		event.data.ptr = &echo_clients[i];
		epoll_ctl(echo_epoll, EPOLL_CTL_ADD, fd, &event);
	}
}

/* The first and the last byte tell the requests apart. */
static inline void echo_send(struct echo_client *c)
{
	static char request[ECHO_BUFFER];

	c->got = 0;
	request[0] = request[echo_size - 1] = (char)c->left;
	if (send(c->fd, request, echo_size, MSG_NOSIGNAL) != (ssize_t)echo_size)
		bench_expect(1, 0, "sending a request");
}

/* Returns: whether a whole reply has come. */
static inline int echo_receive(struct echo_client *c)
{
	static char reply[ECHO_BUFFER];
	ssize_t n = recv(c->fd, reply, echo_size - c->got, MSG_DONTWAIT);

	if (n < 0 && errno == EAGAIN)
		return 0;
	if (n <= 0)
		bench_expect(1, 0, "receiving a reply");
	if (!c->got)
		bench_expect((uint8_t)c->left, (uint8_t)reply[0], "a byte");
	c->got += (size_t)n;
	if (c->got < echo_size)
		return 0;
	bench_expect((uint8_t)c->left, (uint8_t)reply[n - 1], "the last byte");
	return 1;
}

static inline void echo_load(size_t clients, uint64_t requests)
{
	struct epoll_event events[ECHO_BATCH];
	size_t busy = clients;
	size_t i;
	int n;

	for (i = 0; i < clients; i++) {
		echo_clients[i].left = requests / clients;
		echo_send(&echo_clients[i]);
	}
	while (busy) {
		n = epoll_wait(echo_epoll, events, ECHO_BATCH, 10000);
		if (n <= 0)
			bench_expect(1, 0, "waiting for a reply");
		while (n-- > 0) {
			struct echo_client *c =
				(struct echo_client *)events[n].data.ptr;

			if (!echo_receive(c))
				continue;
			if (--c->left)
				echo_send(c);
			else
				busy--;
		}
	}
}

static inline double echo_figure(
	size_t clients, uint64_t requests, enum server_what what)
{
	double started = server_clock(what);

	echo_load(clients, requests);
	return (server_clock(what) - started) / (double)requests;
}

static inline double echo_cpu(size_t clients, uint64_t requests)
{
	return echo_figure(clients, requests, SERVER_CPU);
}

static inline double echo_wall(size_t clients, uint64_t requests)
{
	return echo_figure(clients, requests, SERVER_WALL);
}

#define ECHO_ROW(c, s)                                                         \
	static void echo_prepare_##c##_##s(size_t clients)                     \
	{                                                                      \
		echo_prepare(clients, s);                                      \
	}                                                                      \
	BENCH_FIGURE(echo_##c##_##s, "echo-" #c "-" #s, c,                     \
		echo_prepare_##c##_##s, echo_cpu)                              \
	BENCH_FIGURE(echo_wall_##c##_##s, "echo-" #c "-" #s "-wall", c,        \
		echo_prepare_##c##_##s, echo_wall)

#define ECHO_ROWS                                                              \
	ECHO_ROW(1, 64)                                                        \
	ECHO_ROW(1, 1024)                                                      \
	ECHO_ROW(1, 16384)                                                     \
	ECHO_ROW(64, 64)                                                       \
	ECHO_ROW(64, 1024)                                                     \
	ECHO_ROW(64, 16384)                                                    \
	ECHO_ROW(256, 64)                                                      \
	ECHO_ROW(256, 1024)                                                    \
	ECHO_ROW(256, 16384)

#endif
