// SPDX-License-Identifier: MIT
/*
 * What a server must bear, one scenario a run:
 *
 *	servers-client echo|http PORT PID SCENARIO
 *	servers-client probe       exit 0: this machine has an io_uring
 *
 * Exit 0: the server did what it should. Otherwise a line says what it did not.
 */
#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <liburing.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	IDLE = 1000,
	BUSY = 256,
	ROUNDS = 20,
	CLIENTS = 64,
	TRIES = 20000,
	FLOOD = 64 << 20, /* more than all buffers on the way can hold */
};

/* A new client is served. */
static void ask(const struct target *t)
{
	int fd = dial(t);

	ask_on(t, fd);
	close(fd);
}

/* Ask until the server has @n descriptors again: it has let all others go. */
static void need_descriptors(const struct target *t, int n)
{
	int fd = dial(t);
	int tries = TRIES;

	do
		ask_on(t, fd);
	while (descriptors(t, INT_MAX) > n + 1 && tries--);
	NEED(descriptors(t, INT_MAX) <= n + 1,
		"%d descriptors are left, not %d", descriptors(t, INT_MAX) - 1,
		n);
	close(fd);
}

static void many_connections(const struct target *t)
{
	load(t, IDLE, BUSY, ROUNDS);
}

/* Each goes away at another moment, with a reset. */
static void vanishing_clients(const struct target *t)
{
	const char *text = question(t);
	int before = descriptors(t, INT_MAX);
	int i, j, fd;

	for (i = 0; i < CLIENTS; i++) {
		fd = dial(t);
		say(fd, text, (size_t)i % strlen(text));
		/* And some with answers on the way. */
		for (j = 0; j < i % 8 * 100; j++)
			if (send(fd, text, strlen(text), MSG_NOSIGNAL) < 0)
				break;
		vanish(fd);
	}
	need_descriptors(t, before);
}

static void half_closed_client(const struct target *t)
{
	size_t size = strlen(reply(t));
	char answer[512];
	int fd = dial(t);

	say(fd, question(t), strlen(question(t)));
	shutdown(fd, SHUT_WR);
	NEED(hear_all(fd, answer, sizeof(answer)) == size,
		"who has said all is not answered");
	NEED(!memcmp(answer, reply(t), size), "the answer is another");
	close(fd);
}

/* As many whole questions as there is room for; returns their size. */
static size_t fill(const struct target *t, char *to, size_t room)
{
	size_t size = strlen(question(t)), filled = 0;

	for (; filled + size <= room; filled += size)
		memcpy(to + filled, question(t), size);
	return filled;
}

/*
 * Send and never read. The server must stop reading at some point, whatever
 * else it does: it has when the others were served a hundred times and not one
 * byte more was taken.
 */
static void client_that_never_reads(const struct target *t)
{
	static char text[1 << 16];
	size_t size = strlen(question(t)), sent = 0;
	size_t filled = fill(t, text, sizeof(text));
	int before = descriptors(t, INT_MAX), quiet = 0;
	int fd = dial(t), other = dial(t);
	ssize_t n;

	while (quiet < 100) {
		/* In step with the questions, wherever it was cut. */
		n = send(fd, text + sent % size, filled - sent % size,
			MSG_DONTWAIT | MSG_NOSIGNAL);
		NEED(n > 0 || errno == EAGAIN, "the server has hung up");
		quiet = n > 0 ? 0 : quiet + 1;
		sent += n > 0 ? (size_t)n : 0;
		NEED(sent < FLOOD, "the server reads on without being read");
		ask_on(t, other);
	}
	vanish(fd);
	close(other);
	need_descriptors(t, before);
}

/* The server has no descriptor for all: some wait, and nobody is lost. */
static void more_than_descriptors(const struct target *t)
{
	struct rlimit limit;
	int before = descriptors(t, INT_MAX);
	int fds[CLIENTS], i, room;
	char c;

	NEED(!prlimit(t->pid, RLIMIT_NOFILE, NULL, &limit), "no limit is told");
	room = (int)limit.rlim_cur - descriptors(t, (int)limit.rlim_cur);
	NEED(room > 0 && room < CLIENTS / 2, "room for %d", room);
	for (i = 0; i < 2 * room; i++)
		fds[i] = dial(t);
	for (i = 0; i < room; i++)
		ask_on(t, fds[i]);
	say(fds[room], question(t), strlen(question(t)));
	NEED(recv(fds[room], &c, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN,
		"a client is served without a descriptor");
	/* Those that are there are served on, and the next one waits. */
	for (i = 0; i < room; i++)
		ask_on(t, fds[i]);
	for (i = 0; i < room; i++)
		close(fds[i]);
	hear(fds[room], &c, 1);
	for (i = room + 1; i < 2 * room; i++)
		ask_on(t, fds[i]);
	for (i = room; i < 2 * room; i++)
		close(fds[i]);
	need_descriptors(t, before);
}

/* With --timeout: who says nothing is let go, who says half is told so. */
static void slow_clients(const struct target *t)
{
	char answer[512];
	int silent = dial(t), slow = dial(t);
	size_t n;

	say(slow, "GET / HT", 8);
	n = hear_all(slow, answer, sizeof(answer));
	NEED(n > 12 && !memcmp(answer, "HTTP/1.1 408", 12),
		"half a request gets '%.*s'", (int)n, answer);
	n = hear_all(silent, answer, sizeof(answer));
	NEED(!n, "silence gets '%.*s'", (int)n, answer);
	close(silent);
	close(slow);
	ask(t);
}

/* Connections in every state when the server is told to stop. */
static void stop_in_the_middle(const struct target *t)
{
	static char text[1 << 16];
	char answer[4096];
	int fds[CLIENTS], i;
	int never = dial(t);
	size_t size;

	for (i = 0; i < CLIENTS; i++) {
		fds[i] = dial(t);
		ask_on(t, fds[i]);
		if (i % 2)
			say(fds[i], question(t), 4);
	}
	size = fill(t, text, sizeof(text));
	while (send(never, text, size, MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
		;
	NEED(!kill(t->pid, SIGTERM), "the server is gone");
	for (i = 0; i < CLIENTS; i++)
		hear_all(fds[i], answer, sizeof(answer));
}

static const struct {
	const char *name;
	void (*run)(const struct target *target);
} scenarios[] = {
	{"many_connections", many_connections},
	{"vanishing_clients", vanishing_clients},
	{"half_closed_client", half_closed_client},
	{"client_that_never_reads", client_that_never_reads},
	{"more_than_descriptors", more_than_descriptors},
	{"slow_clients", slow_clients},
	{"malformed_requests", malformed_requests},
	{"stop_in_the_middle", stop_in_the_middle},
};

static bool has_ring(void)
{
	struct io_uring ring;

	if (io_uring_queue_init(2, &ring, 0))
		return false;
	io_uring_queue_exit(&ring);
	return true;
}

static void raise_limit(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

int main(int argc, char **argv)
{
	struct target t = {.address = {.sin_family = AF_INET}};
	size_t i;

	if (argc == 2 && !strcmp(argv[1], "probe"))
		return has_ring() ? 0 : 1;
	if (argc != 5)
		return 2;
	t.is_http = !strcmp(argv[1], "http");
	t.address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	t.address.sin_port = htons((uint16_t)atoi(argv[2]));
	t.pid = atoi(argv[3]);
	raise_limit();
	/* It runs, and has all that it needs for itself. */
	ask_on(&t, dial(&t));
	for (i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++)
		if (!strcmp(scenarios[i].name, argv[4])) {
			scenarios[i].run(&t);
			return 0;
		}
	fprintf(stderr, "no scenario is called %s\n", argv[4]);
	return 2;
}
