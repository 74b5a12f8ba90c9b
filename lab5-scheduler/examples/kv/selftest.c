// SPDX-License-Identifier: MIT
/*
 * Behind every request a client sends ECHO with a mark, in the same piece: all
 * that comes before the mark's echo is the reply, however it is cut.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "co/io.h"
#include "selftest.h"
#include "server.h"

#define MARK       "ECHO ----\r\n"
#define MARK_REPLY "$4\r\n----\r\n"

enum {
	SIZE = 8192
};

struct client {
	struct co_task task;
	struct co_callback ended;
	struct selftest *test;
	struct co_io io;
	struct co_transfer transfer;
	char out[SIZE];
	char in[SIZE];
	size_t size; /* of what is in @in */
	int fd;
	unsigned i;
	bool teller; /* and not one that counts */
};

static const char *const lines[] = {
	"PING",
	"GET counter",
	"SET greeting hello",
	"GET greeting",
	"INCR greeting",
	"EXISTS greeting counter nobody",
	"MGET greeting nobody counter",
	"DEL greeting nobody",
	"GET greeting",
	"DBSIZE",
	"TELL me",
};

enum {
	LINES = sizeof(lines) / sizeof(lines[0])
};

static bool reply_is_whole(const struct client *f)
{
	size_t mark = strlen(MARK_REPLY);

	return f->size >= mark &&
	       !memcmp(f->in + f->size - mark, MARK_REPLY, mark);
}

/* Ends of lines become blanks, the mark goes. */
static void say(struct client *f, const char *line)
{
	size_t i;

	f->in[f->size - strlen(MARK_REPLY)] = '\0';
	for (i = 0; f->in[i]; i++)
		if (f->in[i] == '\r')
			f->in[i] = f->in[i + 2] ? ' ' : '\0';
		else if (f->in[i] == '\n')
			memmove(f->in + i, f->in + i + 1, strlen(f->in + i));
	printf("%-31s %s\n", line, f->in);
}

static struct co_awaiter *receive(struct client *f)
{
	return co_recv(&f->io, f->fd, f->in + f->size, SIZE - f->size, 0);
}

static struct co_awaiter *dial(struct client *f)
{
	return co_connect(&f->io, f->fd, (struct sockaddr *)&f->test->address,
		sizeof(f->test->address));
}

/* What to send as step @i of this client. */
static void prepare(struct client *f)
{
	unsigned i;

	f->size = 0;
	f->out[0] = '\0';
	if (f->teller)
		snprintf(f->out, SIZE, "%s\r\n", lines[f->i]);
	else
		for (i = 0; i < SELFTEST_ROUNDS; i++)
			strcat(f->out, "INCR counter\r\n");
	strcat(f->out, MARK);
}

static struct co_task *client_body(struct co_task *self)
{
	struct client *f = co_frame(self, struct client);

	CO_BEGIN(self);
	CO_TRY(self, dial(f));
	for (f->i = 0; f->i < (f->teller ? LINES : 1); f->i++) {
		prepare(f);
		CO_TRY(self, co_send_all(&f->transfer, f->fd, f->out,
				     strlen(f->out)));
		while (!reply_is_whole(f)) {
			CO_TRY(self, receive(f));
			if (!co_awaited(self))
				return co_finish(self, -EPIPE);
			f->size += (size_t)co_awaited(self);
		}
		if (f->teller)
			say(f, lines[f->i]);
	}
	CO_END(self);
}

static void client_release(struct co_task *self)
{
	close(co_frame(self, struct client)->fd);
}

static co_callback_fn counter_ended, teller_ended;

static int client_start(
	struct selftest *test, struct co_context *context, bool teller)
{
	struct co_task *task = co_task_create(sizeof(struct client),
		client_body, teller ? "teller" : "counter");
	struct client *f;
	int err;

	if (!task)
		return -ENOMEM;
	f = co_frame(task, struct client);
	f->test = test;
	f->teller = teller;
	f->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (f->fd < 0) {
		err = -errno;
		co_task_destroy(task);
		return err;
	}
	co_task_set_cleanup(task, client_release);
	co_task_on_release(
		task, &f->ended, teller ? teller_ended : counter_ended);
	return co_context_submit(context, task);
}

static void teller_ended(struct co_callback *callback, struct co_task *task)
{
	struct client *f = co_container_of(callback, struct client, ended);
	struct selftest *test = f->test;
	int error = callback->error;

	co_task_destroy(task);
	test->done(test->arg, error);
}

static void counter_ended(struct co_callback *callback, struct co_task *task)
{
	struct client *f = co_container_of(callback, struct client, ended);
	struct selftest *test = f->test;
	int none = 0;
	int err = callback->error;

	co_task_destroy(task);
	if (err)
		atomic_compare_exchange_strong(&test->error, &none, err);
	if (atomic_fetch_sub(&test->left, 1) != 1)
		return;
	err = atomic_load(&test->error);
	if (!err)
		err = client_start(test, test->contexts[0], true);
	if (err)
		test->done(test->arg, err);
}

int selftest_start(struct selftest *test)
{
	unsigned i;
	int err = 0;

	atomic_init(&test->left, SELFTEST_COUNTERS);
	atomic_init(&test->error, 0);
	printf("%d clients count to %d together\n", SELFTEST_COUNTERS,
		SELFTEST_COUNTERS * SELFTEST_ROUNDS);
	for (i = 0; i < SELFTEST_COUNTERS && !err; i++)
		err = client_start(
			test, test->contexts[i % test->count], false);
	return err;
}
