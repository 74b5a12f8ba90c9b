/* SPDX-License-Identifier: MIT */
/*
 * HTTP: wrk asks a server for one small page, by C connections that are kept,
 * for a second. A contender brings http_serve() and says HTTP_ROWS.
 *
 *	http-C        processor time of the server for a request
 *	http-C-wall   wall time for a request
 *
 * Every server answers with the same body and a Content-Type; each has the
 * headers that it always sends.
 */
#ifndef BENCH_HTTP_H
#define BENCH_HTTP_H

#include <stdio.h>

#include "server.h"

enum {
	HTTP_PATIENCE = 1000
};

#define HTTP_PAGE "Nobody waits here.\n"

/* Serve at server.address, for ever; @listener is bound to it. */
static void http_serve(int listener);

/* The folder of this program, for what a contender executes or writes. */
static inline void http_folder(char *path, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", path, size - 1);

	path[n > 0 ? n : 0] = '\0';
	*(strrchr(path, '/') ? strrchr(path, '/') : path) = '\0';
}

/* Returns: whether the server answers with the page. */
static inline int http_answers(void)
{
	static const char request[] = "GET / HTTP/1.1\r\nHost: bench\r\n"
				      "Connection: close\r\n\r\n";
	struct timeval limit = {1, 0};
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char reply[1024] = "";
	size_t got = 0;
	ssize_t n = 0;
	char *body;

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	if (!connect(fd, (struct sockaddr *)&server.address,
		    sizeof(server.address)) &&
		send(fd, request, sizeof(request) - 1, MSG_NOSIGNAL) > 0)
		while (got < sizeof(reply) - 1 &&
			(n = recv(fd, reply + got, sizeof(reply) - 1 - got,
				 0)) > 0)
			got += (size_t)n;
	close(fd);
	body = strstr(reply, "\r\n\r\n");
	return !strncmp(reply, "HTTP/1.1 200 ", 13) && body &&
	       !strcmp(body + 4, HTTP_PAGE);
}

static inline void http_prepare(size_t connections)
{
	struct timespec pause = {0, 5000000};
	int i;

	(void)connections;
	server_start(http_serve);
	for (i = 0; !http_answers(); i++) {
		if (i == HTTP_PATIENCE)
			bench_expect(1, 0, "waiting for the server");
		nanosleep(&pause, NULL);
	}
}

/* What wrk says at its end. */
struct http_result {
	double requests;
	double rate;   /* of them, a second */
	double errors; /* of the sockets, or other answers than the page */
};

static inline void http_read(struct http_result *r, const char *line)
{
	double a, b, c, d;

	if (sscanf(line,
		    " Socket errors: connect %lf, read %lf, write %lf, "
		    "timeout %lf",
		    &a, &b, &c, &d) == 4)
		r->errors += a + b + c + d;
	else if (sscanf(line, " Non-2xx or 3xx responses: %lf", &a) == 1)
		r->errors += a;
	else if (sscanf(line, " Requests/sec: %lf", &a) == 1)
		r->rate = a;
	else if (strstr(line, " requests in ") && sscanf(line, "%lf", &a) == 1)
		r->requests = a;
}

static inline struct http_result http_load(size_t connections)
{
	struct http_result r = {0, 0, 0};
	char line[256];
	FILE *f;

	snprintf(line, sizeof(line),
		"exec wrk -t 1 -c %zu -d 1s http://127.0.0.1:%d/ </dev/null",
		connections, ntohs(server.address.sin_port));
	f = popen(line, "r");
	while (f && fgets(line, sizeof(line), f))
		http_read(&r, line);
	if (!f || pclose(f) || r.requests <= 0 || r.rate <= 0)
		bench_expect(1, 0, "running wrk");
	bench_expect(0, (uint64_t)r.errors, "wrk's count of errors");
	return r;
}

/* wrk runs for whole seconds, so the number of requests is its own. */
static inline double http_cpu(size_t connections, uint64_t requests)
{
	double started = server_clock(SERVER_CPU);
	struct http_result r = http_load(connections);

	(void)requests;
	return (server_clock(SERVER_CPU) - started) / r.requests;
}

static inline double http_wall(size_t connections, uint64_t requests)
{
	(void)requests;
	return 1e9 / http_load(connections).rate;
}

#define HTTP_ROW(c)                                                            \
	BENCH_FIGURE(http_##c, "http-" #c, c, http_prepare, http_cpu)          \
	BENCH_FIGURE(                                                          \
		http_wall_##c, "http-" #c "-wall", c, http_prepare, http_wall)

#define HTTP_ROWS                                                              \
	HTTP_ROW(1)                                                            \
	HTTP_ROW(64)

#endif
