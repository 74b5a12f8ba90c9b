// SPDX-License-Identifier: MIT
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "http.h"

enum {
	PATIENCE_SECONDS = 60,
};

static int connect_to(int port)
{
	struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	if (!connect(fd, (struct sockaddr *)&to, sizeof(to)))
		return fd;
	close(fd);
	return -1;
}

static int send_request(
	int fd, const char *method, const char *path, const json_t *body)
{
	char *text = body ? json_dumps(body, JSON_COMPACT) : strdup("");
	char *request;
	int size = asprintf(&request,
		"%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
		"Content-Type: application/json\r\nContent-Length: %zu\r\n"
		"\r\n%s",
		method, path, strlen(text), text);
	ssize_t sent = size < 0 ? -1
				: send(fd, request, (size_t)size, MSG_NOSIGNAL);

	free(text);
	if (size >= 0)
		free(request);
	return sent == size ? 0 : -1;
}

/* How long the whole answer is, as far as the @got bytes of it tell. */
static size_t length_of(const char *answer)
{
	const char *end = strstr(answer, "\r\n\r\n");
	const char *length = strcasestr(answer, "\r\nContent-Length:");

	if (!end || !length || length > end)
		return 0;
	return (size_t)(end + 4 - answer) + strtoul(length + 17, NULL, 10);
}

static char *read_answer(int fd)
{
	size_t room = 1 << 16, got = 0, want = 0;
	char *answer = malloc(room + 1);
	ssize_t n;

	while (answer && (!want || got < want)) {
		if (got == room)
			answer = realloc(answer, (room *= 2) + 1);
		n = answer ? recv(fd, answer + got, room - got, 0) : 0;
		if (n <= 0)
			break;
		got += (size_t)n;
		answer[got] = '\0';
		if (!want)
			want = length_of(answer);
	}
	if (want && got >= want)
		return answer;
	free(answer);
	return NULL;
}

json_t *http_json(
	int port, const char *method, const char *path, const json_t *body)
{
	int fd = connect_to(port);
	json_t *json = NULL;
	char *answer;

	if (fd < 0)
		return NULL;
	if (!send_request(fd, method, path, body)) {
		answer = read_answer(fd);
		if (answer)
			json = json_loads(
				strstr(answer, "\r\n\r\n") + 4, 0, NULL);
		free(answer);
	}
	close(fd);
	return json;
}
