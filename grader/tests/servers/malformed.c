// SPDX-License-Identifier: MIT
/*
 * Requests that are no good, and what the server must say to each.
 */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOST "Host: a\r\n"

static const struct {
	const char *request;
	int status;
	const char *repeated; /* behind it, @times */
	int times;
} cases[] = {
	{"\x16\x03\x01\r\n\r\n", 400, NULL, 0}, /* TLS, as it happens */
	{"GET\r\n\r\n", 400, NULL, 0},
	{"GET /\r\n\r\n", 400, NULL, 0},
	{" GET / HTTP/1.1\r\n" HOST "\r\n", 400, NULL, 0},
	{"GET  / HTTP/1.1\r\n" HOST "\r\n", 400, NULL, 0},
	{"GET / HTTP/1.1\n" HOST "\n", 400, NULL, 0},
	{"GET / HTTP/1.1 \r\n" HOST "\r\n", 400, NULL, 0},
	{"GET / HTTP/1.x\r\n" HOST "\r\n", 400, NULL, 0},
	{"GET / HTTP/2.0\r\n" HOST "\r\n", 505, NULL, 0},
	{"GET / HTTP/1.1\r\n\r\n", 400, NULL, 0},
	{"GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400, NULL, 0},
	{"GET / HTTP/1.1\r\n" HOST " folded\r\n\r\n", 400, NULL, 0},
	{"GET / HTTP/1.1\r\n" HOST "A : b\r\n\r\n", 400, NULL, 0},
	{"GET / HTTP/1.1\r\n" HOST ": b\r\n\r\n", 400, NULL, 0},
	{"GET / HTTP/1.1\r\n" HOST "A: \x01\r\n\r\n", 400, NULL, 0},
	{"GET / HTTP/1.1\r\n" HOST "A: b\rc\r\n\r\n", 400, NULL, 0},
	{"GET / HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n", 400, NULL, 0},
	{"GET / HTTP/1.1\r\n" HOST "Content-Length:\r\n\r\n", 400, NULL, 0},
	{"GET / HTTP/1.1\r\n" HOST "Content-Length: 1\r\n"
	 "Content-Length: 1\r\n\r\n",
		400, NULL, 0},
	{"GET / HTTP/1.1\r\n" HOST "Content-Length: 1\r\n"
	 "Transfer-Encoding: chunked\r\n\r\n",
		400, NULL, 0},
	{"PUT / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n", 501,
		NULL, 0},
	{"BREW / HTTP/1.1\r\n" HOST "\r\n", 501, NULL, 0},
	{"get / HTTP/1.1\r\n" HOST "\r\n", 501, NULL, 0},
	{"PUT / HTTP/1.1\r\n" HOST "Content-Length: 65537\r\n\r\n", 413, "b",
		65537},
	{"PUT / HTTP/1.1\r\n" HOST
	 "Content-Length: 99999999999999999999\r\n\r\n",
		413, NULL, 0},
	{"GET /", 414, "x", 2000},
	{"GET / HTTP/1.1\r\n" HOST, 431, "A: b\r\n", 100},
	{"GET / HTTP/1.1\r\n" HOST "A: ", 431, "b", 20000},
	{"", 431, "\r\n", 10000},
	/* Not malformed: what is near to it, and is served. */
	{"\r\nGET / HTTP/1.1\r\n" HOST "Connection: x , CLOSE\r\n\r\n", 200,
		NULL, 0},
	{"GET http://a/?q HTTP/1.0\r\n\r\n", 200, NULL, 0},
	{"PUT / HTTP/1.1\r\n" HOST "Content-Length: 5\r\n"
	 "Connection: close\r\n\r\n",
		405, "b", 5},
	{"PUT / HTTP/1.1\r\n" HOST "Content-Length: 5\r\n"
	 "Expect: 100-continue\r\n\r\n",
		405, NULL, 0},
};

static size_t write_case(size_t i, char *to)
{
	size_t size = strlen(cases[i].request);
	int n;

	memcpy(to, cases[i].request, size);
	for (n = 0; n < cases[i].times; n++) {
		memcpy(to + size, cases[i].repeated, strlen(cases[i].repeated));
		size += strlen(cases[i].repeated);
	}
	return size;
}

/* Send it in pieces of @piece; the answer is one, and then the end. */
static void need_status(const struct target *t, size_t i, const char *text,
	size_t size, size_t piece)
{
	char answer[1024];
	int fd = dial(t);
	size_t at, n;
	int status;

	for (at = 0; at < size; at += piece)
		say(fd, text + at, size - at < piece ? size - at : piece);
	n = hear_all(fd, answer, sizeof(answer) - 1);
	answer[n] = '\0';
	status = n > 12 ? atoi(answer + 9) : 0;
	NEED(status == cases[i].status, "%.60s... gets %d, not %d",
		cases[i].request, status, cases[i].status);
	NEED(!strstr(answer + 1, "HTTP/1.1"), "%.60s... gets two answers",
		cases[i].request);
	close(fd);
}

void malformed_requests(const struct target *t)
{
	static char text[1 << 17];
	size_t i, size;
	int fd = dial(t);

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size = write_case(i, text);
		need_status(t, i, text, size, size);
		/* The small ones byte by byte too. */
		need_status(t, i, text, size, size < 200 ? 1 : 1000);
		/* Nobody else has noticed. */
		ask_on(t, fd);
	}
	close(fd);
}
