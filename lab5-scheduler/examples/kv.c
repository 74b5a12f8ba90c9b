// SPDX-License-Identifier: MIT
/*
 * A key-value server that speaks enough of the Redis protocol for redis-cli
 * and redis-benchmark, on all contexts of a scheduler.
 *
 *	lab5-kv                        serve clients of our own, and end
 *	lab5-kv --port N [--contexts N]
 *	                               print the port (0: the system chooses
 *	                               one), and serve until SIGTERM or SIGINT;
 *	                               without --contexts one for each core
 *
 * PING, ECHO, GET, SET, DEL, INCR, EXISTS, MGET, DBSIZE, FLUSHALL, SELECT 0,
 * CONFIG GET, COMMAND, QUIT. A string has at most 64 MiB, a request at most
 * 65,536 strings and 65 MiB, a line of words 64 KiB.
 */
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "co/io.h"
#include "kv/selftest.h"

enum {
	ENTRIES = 1024, /* of each ring */
};

/* A signal is a read like any other: it ends the server. */
struct watcher {
	struct co_task task;
	struct co_io io;
	struct signalfd_siginfo info;
	struct kv_server *server;
	int fd;
};

static struct co_task *watcher_body(struct co_task *self)
{
	struct watcher *f = co_frame(self, struct watcher);

	CO_BEGIN(self);
	do
		CO_AWAIT(self, co_read(&f->io, f->fd, &f->info, sizeof(f->info),
				       CO_NO_OFFSET));
	while (co_awaited(self) == -EINTR);
	kv_stop(f->server);
	CO_END(self);
}

static void watcher_release(struct co_task *self)
{
	close(co_frame(self, struct watcher)->fd);
}

/* Before any thread is started: all inherit what is blocked here. */
static int watch_signals(struct kv_server *server)
{
	struct co_task *task;
	struct watcher *f;
	sigset_t set;
	int err;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	task = co_task_create(sizeof(*f), watcher_body, "signals");
	if (!task)
		return -ENOMEM;
	f = co_frame(task, struct watcher);
	f->server = server;
	f->fd = signalfd(-1, &set, SFD_CLOEXEC);
	err = f->fd < 0 ? -errno : 0;
	if (!err)
		co_task_set_cleanup(task, watcher_release);
	if (!err)
		err = co_scheduler_submit(server->scheduler, task);
	if (err)
		co_task_destroy(task);
	return err;
}

/* A descriptor for each connection: as many as we may have. */
static void raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* Until a signal or, with @test, until all is said. */
static int serve(struct kv_server *server, struct selftest *test)
{
	int err = watch_signals(server);

	if (!err)
		err = kv_start(server);
	if (err)
		return err;
	if (test)
		selftest_start(test);
	else
		printf("port %d\n", ntohs(server->address.sin_port));
	fflush(stdout);
	err = co_scheduler_loop(server->scheduler);
	/* It was stopped: that is how it ends. */
	return err == -ECANCELED ? server->error : err;
}

/* @port negative: the demonstration. */
static int run(long port, unsigned contexts)
{
	struct co_scheduler_options options = {
		.contexts = contexts,
		.entries = ENTRIES,
		.dispatch = CO_DISPATCH_ROUND_ROBIN,
	};
	struct kv_server server = {.store = store_create()};
	struct selftest test = {.server = &server};
	int err = server.store ? 0 : -ENOMEM;

	if (err)
		return err;
	err = co_scheduler_create(&options, &server.scheduler);
	if (err)
		goto err_store;
	err = kv_listen(&server, port < 0 ? 0 : (uint16_t)port);
	if (err)
		goto err_scheduler;
	err = serve(&server, port < 0 ? &test : NULL);
	co_scheduler_destroy(server.scheduler);
	kv_close(&server);
	store_destroy(server.store);
	return err ? err : atomic_load(&test.error);

err_scheduler:
	co_scheduler_destroy(server.scheduler);
err_store:
	store_destroy(server.store);
	return err;
}

/* Whether @text is a number from @least to @most, and nothing else. */
static bool read_number(const char *text, long least, long most, long *n)
{
	char *end;

	*n = strtol(text, &end, 10);
	return *text && !*end && *n >= least && *n <= most;
}

static bool read_options(int argc, char **argv, long *port, long *contexts)
{
	int i;

	for (i = 1; i + 1 < argc; i += 2)
		if (!strcmp(argv[i], "--port")) {
			if (!read_number(argv[i + 1], 0, 65535, port))
				return false;
		} else if (strcmp(argv[i], "--contexts") ||
			   !read_number(argv[i + 1], 1, CO_SCHEDULER_MOST,
				   contexts)) {
			return false;
		}
	return i == argc;
}

int main(int argc, char **argv)
{
	long contexts = 0; /* one for each core */
	long port = -1;
	int err;

	if (!read_options(argc, argv, &port, &contexts)) {
		fprintf(stderr, "usage: %s [--port N] [--contexts 1..%d]\n",
			argv[0], CO_SCHEDULER_MOST);
		return 2;
	}
	raise_limit();
	err = run(port, (unsigned)contexts);
	if (err)
		fprintf(stderr, "kv: %s\n", strerror(-err));
	return err ? 1 : 0;
}
