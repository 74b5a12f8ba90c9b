/* SPDX-License-Identifier: MIT */
/*
 * Keys and values: redis-benchmark asks a server for them, by 50 connections
 * with P requests each on their way. A contender brings kv_serve() and says
 * KV_ROWS.
 *
 *	kv-get-P, kv-set-P              processor time of the server
 *	kv-get-P-wall, kv-set-P-wall    wall time
 */
#ifndef BENCH_KV_H
#define BENCH_KV_H

#include <stdio.h>

#include "server.h"

enum {
	KV_CLIENTS = 50,
	KV_FILL = 100000, /* requests that fill the store before it is asked */
	KV_PATIENCE = 1000
};

/* Serve at server.address, for ever; @listener is bound to it. */
static void kv_serve(int listener);

static size_t kv_pipeline;

/* Returns: requests a second, as redis-benchmark has it. */
static inline double kv_load(const char *command, uint64_t requests)
{
	char line[512];
	double rate = 0;
	char *at;
	FILE *f;

	snprintf(line, sizeof(line),
		"exec redis-benchmark -p %d -c %d -n %llu -P %zu -r 10000 "
		"-d 64 -t %s --csv </dev/null 2>/dev/null",
		ntohs(server.address.sin_port), KV_CLIENTS,
		(unsigned long long)requests, kv_pipeline, command);
	f = popen(line, "r");
	/* The second line: "GET","123456.78",... */
	while (f && fgets(line, sizeof(line), f)) {
		at = strstr(line, "\",\"");
		if (at && strtod(at + 3, NULL) > 0)
			rate = strtod(at + 3, NULL);
	}
	if (!f || pclose(f) || rate <= 0)
		bench_expect(1, 0, "running redis-benchmark");
	return rate;
}

/* Returns: whether the server answers. */
static inline int kv_answers(void)
{
	struct timeval limit = {1, 0};
	char reply[8] = "";
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	if (!connect(fd, (struct sockaddr *)&server.address,
		    sizeof(server.address)) &&
		send(fd, "PING\r\n", 6, MSG_NOSIGNAL) == 6 &&
		recv(fd, reply, sizeof(reply) - 1, 0) < 0)
		reply[0] = '\0';
	close(fd);
	return !strcmp(reply, "+PONG\r\n");
}

/*
 * A server that was executed needs some time before it listens. To connect is
 * not enough: it may be to a socket that is just being closed.
 */
static inline void kv_wait(void)
{
	struct timespec pause = {0, 5000000};
	int i;

	for (i = 0; !kv_answers(); i++) {
		if (i == KV_PATIENCE)
			bench_expect(1, 0, "waiting for the server");
		nanosleep(&pause, NULL);
	}
}

static inline void kv_prepare(size_t pipeline)
{
	server_start(kv_serve);
	kv_wait();
	kv_pipeline = pipeline;
	kv_load("set", KV_FILL);
}

static inline double kv_cpu(const char *command, uint64_t requests)
{
	double started = server_clock(SERVER_CPU);

	kv_load(command, requests);
	return (server_clock(SERVER_CPU) - started) / (double)requests;
}

/* So many requests that the start of redis-benchmark does not count. */
#define KV_SIZE(pipeline) ((pipeline) > 1 ? 100000 : 20000)

#define KV_ROW(command, pipeline)                                              \
	static void kv_prepare_##command##_##pipeline(size_t size)             \
	{                                                                      \
		(void)size;                                                    \
		kv_prepare(pipeline);                                          \
	}                                                                      \
	static double kv_cpu_##command##_##pipeline(                           \
		size_t size, uint64_t requests)                                \
	{                                                                      \
		(void)size;                                                    \
		return kv_cpu(#command, requests);                             \
	}                                                                      \
	static double kv_wall_##command##_##pipeline(                          \
		size_t size, uint64_t requests)                                \
	{                                                                      \
		(void)size;                                                    \
		return 1e9 / kv_load(#command, requests);                      \
	}                                                                      \
	BENCH_FIGURE(kv_##command##_##pipeline, "kv-" #command "-" #pipeline,  \
		KV_SIZE(pipeline), kv_prepare_##command##_##pipeline,          \
		kv_cpu_##command##_##pipeline)                                 \
	BENCH_FIGURE(kv_##command##_##pipeline##_wall,                         \
		"kv-" #command "-" #pipeline "-wall", KV_SIZE(pipeline),       \
		kv_prepare_##command##_##pipeline,                             \
		kv_wall_##command##_##pipeline)

#define KV_ROWS                                                                \
	KV_ROW(get, 1)                                                         \
	KV_ROW(set, 1)                                                         \
	KV_ROW(get, 16)                                                        \
	KV_ROW(set, 16)

#endif
