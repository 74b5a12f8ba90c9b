// SPDX-License-Identifier: MIT
/*
 * The command line of the example servers.
 */
#include "command.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum {
	ENTRIES = 256,
	LONGEST_MS = 1000 * 60 * 60,
};

/* Whether @text is a number from 0 to @max, which goes to @out. */
static bool number(const char *text, long max, long *out)
{
	char *end;

	errno = 0;
	*out = strtol(text, &end, 10);
	return end != text && !*end && !errno && *out >= 0 && *out <= max;
}

static bool parse_option(struct command *c, const char *name, const char *value)
{
	long n;

	if (!strcmp(name, "--port") && number(value, UINT16_MAX, &n)) {
		c->serve = true;
		c->port = (uint16_t)n;
		return true;
	}
	if (c->has_limits && !strcmp(name, "--timeout") &&
		number(value, LONGEST_MS, &n)) {
		c->timeout_ms = (int)n;
		return true;
	}
	return false;
}

int command_parse(struct command *c, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i += 2) {
		if (i + 1 < argc && parse_option(c, argv[i], argv[i + 1]))
			continue;
		fprintf(stderr, "usage: %s [--port N]%s\n", argv[0],
			c->has_limits ? " [--timeout MS]" : "");
		return -EINVAL;
	}
	return 0;
}

/* A signal is a read like any other: it ends the server. */
struct signals {
	struct co_task task;
	struct co_io io;
	struct server *server;
	struct signalfd_siginfo info;
	int fd;
};

static struct co_task *signals_body(struct co_task *self)
{
	struct signals *f = co_frame(self, struct signals);

	CO_BEGIN(self);
	do
		CO_AWAIT(self, co_read(&f->io, f->fd, &f->info, sizeof(f->info),
				       CO_NO_OFFSET));
	while (co_awaited(self) == -EINTR);
	server_stop(f->server);
	CO_END(self);
}

/* Before any thread is there, so that all of them have the signals blocked. */
static int signals_init(struct signals *s, struct server *server)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	s->server = server;
	s->fd = signalfd(-1, &set, SFD_CLOEXEC);
	co_task_init(&s->task, signals_body, "signals");
	co_with_cancel(&s->task, co_cancel_token_of(&server->stop));
	return s->fd < 0 ? -errno : 0;
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

static int start(struct co_context *context, struct server *server)
{
	int err = co_context_start(context);

	if (err)
		fprintf(stderr,
			"%s: the system refuses a ring: `build/bin/grade "
			"doctor` says why\n",
			server->name);
	return err;
}

/* The port is said when somebody is there to serve it. */
static int run(struct server *server, struct co_task *beside, bool say_port)
{
	struct co_context *context;
	int err = co_context_create(server->name, ENTRIES, &context);

	if (err)
		return err;
	err = co_context_submit(context, &server->task);
	if (!err)
		err = co_context_submit(context, beside);
	if (!err)
		err = start(context, server);
	if (!err && say_port) {
		printf("port %u\n", server_port(server));
		fflush(stdout);
	}
	co_context_join(context);
	co_context_destroy(context);
	if (!err)
		err = server->task.error;
	return err;
}

static int serve_until_signal(struct server *server)
{
	struct signals signals;
	int err = signals_init(&signals, server);

	if (err)
		return err;
	raise_limit();
	err = run(server, &signals.task, true);
	close(signals.fd);
	return err;
}

static int demonstrate(struct server *server, struct co_task *client)
{
	int err = run(server, client, false);

	return err ? err : client->error;
}

int command_run(const struct command *command, struct server *server,
	struct co_task *client)
{
	int err = server_listen(server, command->port);

	if (!err) {
		err = command->serve ? serve_until_signal(server)
				     : demonstrate(server, client);
		server_fini(server);
	}
	if (err)
		fprintf(stderr, "%s: %s\n", server->name, strerror(-err));
	return err ? 1 : 0;
}
