/* SPDX-License-Identifier: MIT */
/*
 * A server under load, the same for every contender: the server is a process of
 * its own on one core, and the load comes from this one, on another.
 *
 * The figure is the server's processor time for a request, in the kernel too;
 * or the wall time for one, of which there are a billion in a second.
 */
#ifndef BENCH_SERVER_H
#define BENCH_SERVER_H

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../contender.h"

enum server_what {
	SERVER_CPU,
	SERVER_WALL
};

struct server {
	struct sockaddr_in address;
	clockid_t cpu; /* of the server's process */
};

static struct server server;

/*
 * The kernel writes another process's time down when that process sleeps: so
 * let it, or a tick is missing.
 */
static inline double server_clock(enum server_what what)
{
	struct timespec ts = {0, 2000000};

	if (what == SERVER_CPU)
		nanosleep(&ts, NULL);
	clock_gettime(what == SERVER_CPU ? server.cpu : CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

/* Of the cores that we may use, the first or the last. */
static inline void server_pin(int first)
{
	cpu_set_t may, set;
	int i, last = -1;

	if (sched_getaffinity(0, sizeof(may), &may) < 0)
		return;
	for (i = 0; i < CPU_SETSIZE && !(first && last >= 0); i++)
		if (CPU_ISSET(i, &may))
			last = i;
	CPU_ZERO(&set);
	CPU_SET(last, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

/* A listening socket on loopback, on a port that the system chose. */
static inline int server_listen(void)
{
	socklen_t size = sizeof(server.address);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	int one = 1;

	server.address.sin_family = AF_INET;
	server.address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	/* What is accepted has it from here. */
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	if (fd < 0 ||
		bind(fd, (struct sockaddr *)&server.address,
			sizeof(server.address)) ||
		listen(fd, 1024) ||
		getsockname(fd, (struct sockaddr *)&server.address, &size))
		bench_expect(1, 0, "listening on loopback");
	return fd;
}

/*
 * Start @serve in a process that ends with this one. It begins when it alone
 * has the listener: who executes a program that binds by itself closes it, and
 * then the port is free.
 */
static inline void server_start(void (*serve)(int listener))
{
	int listener = server_listen();
	pid_t parent = getpid();
	int alone[2];
	char nothing;
	pid_t pid;

	if (pipe(alone))
		bench_expect(1, 0, "pipe()");
	pid = fork();
	if (pid == 0) {
		close(alone[1]);
		/* The end of the pipe. */
		if (read(alone[0], &nothing, 1))
			_exit(1);
		close(alone[0]);
		/* The harness waits for the end of what we print to. */
		if (!freopen("/dev/null", "r", stdin) ||
			!freopen("/dev/null", "w", stdout))
			_exit(1);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		signal(SIGPIPE, SIG_IGN);
		server_pin(1);
		serve(listener);
		_exit(1);
	}
	if (pid < 0 || clock_getcpuclockid(pid, &server.cpu))
		bench_expect(1, 0, "starting the server");
	close(alone[0]);
	close(listener);
	close(alone[1]);
	server_pin(0);
}

#endif
