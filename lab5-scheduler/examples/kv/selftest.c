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
	const struct sockaddr_in *address = &f->test->server->address;

	return co_connect(&f->io, f->fd, (const struct sockaddr *)address,
		sizeof(*address));
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
	f->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (f->fd < 0)
		return co_finish(self, -errno);
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
	int fd = co_frame(self, struct client)->fd;

	if (fd >= 0)
		close(fd);
}

static void client_start(struct selftest *test, bool teller);

static void counter_ended(struct selftest *test, int error)
{
	int none = 0;

	if (error)
		atomic_compare_exchange_strong(&test->error, &none, error);
	if (atomic_fetch_sub(&test->left, 1) != 1)
		return;
	if (atomic_load(&test->error))
		kv_stop(test->server);
	else
		client_start(test, true);
}

static void teller_ended(struct selftest *test, int error)
{
	atomic_store(&test->error, error);
	kv_stop(test->server);
}

/* Before the scheduler frees the task. */
static void client_ended(struct co_callback *callback, struct co_task *task)
{
	struct client *f = co_container_of(callback, struct client, ended);

	(void)task;
	(f->teller ? teller_ended : counter_ended)(f->test, callback->error);
}

/* However it goes, an end is told once. */
static void client_start(struct selftest *test, bool teller)
{
	struct co_task *task = co_task_create(sizeof(struct client),
		client_body, teller ? "teller" : "counter");
	struct client *f;

	if (!task) {
		(teller ? teller_ended : counter_ended)(test, -ENOMEM);
		return;
	}
	f = co_frame(task, struct client);
	f->test = test;
	f->teller = teller;
	f->fd = -1;
	co_task_set_cleanup(task, client_release);
	co_task_finally(task, &f->ended, client_ended);
	if (co_scheduler_submit(test->server->scheduler, task))
		co_task_destroy(task);
}

void selftest_start(struct selftest *test)
{
	unsigned i;

	atomic_init(&test->left, SELFTEST_COUNTERS);
	atomic_init(&test->error, 0);
	printf("%d clients count to %d together\n", SELFTEST_COUNTERS,
		SELFTEST_COUNTERS * SELFTEST_ROUNDS);
	for (i = 0; i < SELFTEST_COUNTERS; i++)
		client_start(test, false);
}
