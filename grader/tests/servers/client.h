/* SPDX-License-Identifier: MIT */
/*
 * The clients of the example servers' tests.
 *
 * Some clients ask one thing after the other and are plain blocking sockets;
 * those that come by the hundred are coroutines on our own runtime. Nobody
 * sleeps: what is waited for is an answer, or the end of a connection, and
 * SO_RCVTIMEO turns one that never comes into a failure.
 */
#ifndef SERVERS_CLIENT_H
#define SERVERS_CLIENT_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

/* Stop with a message unless @cond holds. */
#define NEED(cond, ...)                                                        \
	do {                                                                   \
		if (!(cond))                                                   \
			fail(#cond, __VA_ARGS__);                              \
	} while (0)

void fail(const char *cond, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/* The server under test. */
struct target {
	bool is_http;
	int pid;
	struct sockaddr_in address;
};

/* Plain sockets. */

int dial(const struct target *target);
void say(int fd, const void *text, size_t size);

/* Close with a reset: the peer's next read or write fails. */
void vanish(int fd);

/* Read @size bytes. */
void hear(int fd, void *to, size_t size);

/* Read to the end of the connection, a reset included; returns the bytes. */
size_t hear_all(int fd, char *to, size_t room);

/* One question, and its answer, checked. */
void ask_on(const struct target *target, int fd);
const char *question(const struct target *target);
const char *reply(const struct target *target);

/* How many descriptors below @limit the server has; it may inherit others. */
int descriptors(const struct target *target, int limit);

/* Load, in coroutines. */

/*
 * @idle connections that have said nothing, or half a question; then @busy
 * ones that ask @rounds times each; then the idle ones ask and are answered.
 */
void load(const struct target *target, int idle, int busy, int rounds);

/* Requests that are refused, each with its status; at once and in bytes. */
void malformed_requests(const struct target *target);

#endif
