// SPDX-License-Identifier: MIT
/*
 * Plain blocking sockets, with a limit on every wait.
 */
#include "client.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	LIMIT_S = 10
};

void fail(const char *cond, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fprintf(stderr, "not so: %s: ", cond);
	vfprintf(stderr, fmt, args);
	fprintf(stderr, " (%s)\n", strerror(errno));
	va_end(args);
	exit(1);
}

int dial(const struct target *t)
{
	struct timeval limit = {.tv_sec = LIMIT_S};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	NEED(fd >= 0, "a client has no socket");
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
	NEED(!connect(fd, (const struct sockaddr *)&t->address,
		     sizeof(t->address)),
		"the server cannot be reached");
	return fd;
}

void say(int fd, const void *text, size_t size)
{
	ssize_t n = send(fd, text, size, MSG_NOSIGNAL);

	NEED(n == (ssize_t)size, "sent %zd bytes of %zu", n, size);
}

void vanish(int fd)
{
	struct linger hard = {.l_onoff = 1};

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
	close(fd);
}

void hear(int fd, void *to, size_t size)
{
	ssize_t n = recv(fd, to, size, MSG_WAITALL);

	NEED(n == (ssize_t)size, "received %zd bytes of %zu", n, size);
}

size_t hear_all(int fd, char *to, size_t room)
{
	size_t size = 0;
	ssize_t n;

	while ((n = recv(fd, to + size, room - size, 0)) > 0)
		size += (size_t)n;
	NEED(n == 0 || errno == ECONNRESET, "the connection does not end");
	return size;
}

const char *question(const struct target *t)
{
	return t->is_http ? "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
			  : "who waits, when no thread does?";
}

const char *reply(const struct target *t)
{
	return t->is_http ? "HTTP/1.1 200 OK\r\nContent-Length: 19\r\n"
			    "Content-Type: text/plain\r\n\r\n"
			    "Nobody waits here.\n"
			  : question(t);
}

void ask_on(const struct target *t, int fd)
{
	char answer[256];
	size_t size = strlen(reply(t));

	say(fd, question(t), strlen(question(t)));
	hear(fd, answer, size);
	NEED(!memcmp(answer, reply(t), size), "the answer is '%.*s'", (int)size,
		answer);
}

int descriptors(const struct target *t, int limit)
{
	struct dirent *entry;
	char path[64];
	DIR *folder;
	int n = 0;

	snprintf(path, sizeof(path), "/proc/%d/fd", t->pid);
	folder = opendir(path);
	NEED(folder, "%s cannot be read", path);
	while ((entry = readdir(folder)))
		n += entry->d_name[0] != '.' && atoi(entry->d_name) < limit;
	closedir(folder);
	return n;
}
