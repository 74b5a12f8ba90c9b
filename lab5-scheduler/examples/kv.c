// SPDX-License-Identifier: MIT
/*
 * A key-value server that speaks enough of the Redis protocol for redis-cli
 * and redis-benchmark, on several contexts.
 *
 *	lab5-kv                        serve clients of our own, and end
 *	lab5-kv --port N [--contexts N]
 *	                               print the port (0: the system chooses
 *	                               one), and serve until SIGTERM or SIGINT
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
#include <sys/signalfd.h>
#include <unistd.h>

#include "co/io.h"
#include "kv/selftest.h"
#include "kv/server.h"

enum {
	ENTRIES = 1024,
	CONTEXTS = 2,
	CONTEXTS_MAX = 64,
};

struct kv {
	struct store *store;
	struct sockaddr_in address;
	struct co_context *contexts[CONTEXTS_MAX];
	struct co_task *servers[CONTEXTS_MAX]; /* one a context */
	unsigned count;
	CO_ATOMIC(int) error;
};

/* Any thread; twice is fine. */
static void stop(void *arg, int error)
{
	struct kv *kv = arg;
	int none = 0;
	unsigned i;

	atomic_compare_exchange_strong(&kv->error, &none, error);
	for (i = 0; i < kv->count; i++)
		co_context_stop(kv->contexts[i]);
}

/* Waits for a signal in the ring, as for anything else. */
struct watcher {
	struct co_task task;
	struct co_io io;
	struct signalfd_siginfo info;
	struct kv *kv;
	int fd;
};

static struct co_task *watcher_body(struct co_task *self)
{
	struct watcher *f = co_frame(self, struct watcher);

	CO_BEGIN(self);
	CO_TRY(self, co_read(&f->io, f->fd, &f->info, sizeof(f->info),
			     CO_NO_OFFSET));
	stop(f->kv, 0);
	CO_END(self);
}

/* Before any thread is started: all inherit what is blocked here. */
static int watch_signals(struct watcher *watcher, struct kv *kv)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	watcher->kv = kv;
	watcher->fd = signalfd(-1, &set, SFD_CLOEXEC);
	if (watcher->fd < 0)
		return -errno;
	co_task_init(&watcher->task, watcher_body, "signals");
	return co_context_submit(kv->contexts[0], &watcher->task);
}

static int add_context(struct kv *kv)
{
	struct co_context *context;
	struct co_task *task;
	int fd = server_listen(&kv->address);
	int err = fd < 0 ? fd : co_context_create("kv", ENTRIES, &context);

	if (err)
		return err;
	kv->contexts[kv->count] = context;
	task = server_create(kv->store, fd);
	kv->servers[kv->count] = task;
	kv->count++;
	return task ? co_context_submit(context, task) : -ENOMEM;
}

static int start(struct kv *kv)
{
	unsigned i;
	int err = 0;

	for (i = 0; i < kv->count && !err; i++)
		err = co_context_start(kv->contexts[i]);
	return err;
}

static void finish(struct kv *kv)
{
	unsigned i;

	for (i = 0; i < kv->count; i++) {
		co_context_join(kv->contexts[i]);
		co_context_destroy(kv->contexts[i]);
		co_task_destroy(kv->servers[i]);
	}
	store_destroy(kv->store);
}

/* @port negative: the demonstration. */
static int run(struct kv *kv, long port, unsigned contexts)
{
	struct selftest test = {.done = stop, .arg = kv};
	struct watcher watcher = {.fd = -1};
	int err = 0;

	kv->store = store_create();
	kv->address.sin_port = htons(port < 0 ? 0 : (uint16_t)port);
	if (!kv->store)
		err = -ENOMEM;
	while (!err && kv->count < contexts)
		err = add_context(kv);
	if (!err)
		err = watch_signals(&watcher, kv);
	if (!err && port < 0) {
		test.address = kv->address;
		test.contexts = kv->contexts;
		test.count = kv->count;
		err = selftest_start(&test);
	}
	if (!err)
		err = start(kv);
	if (err)
		stop(kv, err);
	else if (port >= 0)
		printf("port %d\n", ntohs(kv->address.sin_port));
	fflush(stdout);
	finish(kv);
	if (watcher.fd >= 0)
		close(watcher.fd);
	return atomic_load(&kv->error);
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
			   !read_number(
				   argv[i + 1], 1, CONTEXTS_MAX, contexts)) {
			return false;
		}
	return i == argc;
}

int main(int argc, char **argv)
{
	static struct kv kv;
	long contexts = CONTEXTS;
	long port = -1;
	int err;

	if (!read_options(argc, argv, &port, &contexts)) {
		fprintf(stderr, "usage: %s [--port N] [--contexts 1..%d]\n",
			argv[0], CONTEXTS_MAX);
		return 2;
	}
	err = run(&kv, port, (unsigned)contexts);
	if (err)
		fprintf(stderr, "kv: %s\n", strerror(-err));
	return err ? 1 : 0;
}
