// SPDX-License-Identifier: MIT
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "co/io.h"
#include "process.h"

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

int watch_signals(struct kv_server *server)
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

void raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static bool read_number(const char *text, long least, long most, long *n)
{
	char *end;

	*n = strtol(text, &end, 10);
	return *text && !*end && *n >= least && *n <= most;
}

static bool read_option(const char *name, const char *text,
	const struct number_option *options, size_t count)
{
	for (; count; options++, count--)
		if (!strcmp(name, options->name))
			return read_number(text, options->least, options->most,
				options->n);
	return false;
}

bool read_options(int argc, char **argv, const struct number_option *options,
	size_t count)
{
	int i;

	for (i = 1; i + 1 < argc; i += 2)
		if (!read_option(argv[i], argv[i + 1], options, count))
			return false;
	return i == argc;
}

void print_error(int err)
{
	/* What a kernel without io_uring, or that refuses it, says. */
	bool ring = err == -EPERM || err == -ENOSYS || err == -ENOMEM;

	fprintf(stderr, "kv: %s%s\n", strerror(-err),
		ring ? ": if it is a ring that the system refuses, "
		       "`build/bin/grade doctor` says why"
		     : "");
}
