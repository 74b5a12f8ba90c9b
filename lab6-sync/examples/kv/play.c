// SPDX-License-Identifier: MIT
/*
 * Each line is one request, one reply, or both, so it is the play that decides
 * what comes first, whatever the contexts do. Where the order in which the
 * server sees two requests matters, the boss asks INFO until it has seen one.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "co/io.h"
#include "play.h"

enum {
	SIZE = 512
};

enum player {
	BOSS,
	ADA,
	BOB,
	EVE,
	PLAYERS
};

static const struct line {
	enum player who;
	const char *ask;   /* NULL: nothing */
	const char *hear;  /* what comes, to the byte; "": the end */
	const char *until; /* ask again until the reply has this */
} lines[] = {
	{ADA, "BLPOP jobs 0", NULL, NULL},
	{BOSS, "INFO", NULL, "blocked_clients:1"},
	{BOB, "BLPOP jobs 0", NULL, NULL},
	{BOSS, "INFO", NULL, "blocked_clients:2"},
	{BOSS, "RPUSH jobs build test", ":2\r\n", NULL},
	{ADA, NULL, "*2\r\n$4\r\njobs\r\n$5\r\nbuild\r\n", NULL},
	{BOB, NULL, "*2\r\n$4\r\njobs\r\n$4\r\ntest\r\n", NULL},
	/* There are three places, and all are taken. */
	{EVE, "PING", NULL, NULL},
	{ADA, "BLPOP jobs 0", NULL, NULL},
	{BOSS, "INFO", NULL, "connected_clients:3\r\nblocked_clients:1"},
	/* Who goes while she waits leaves her place, and takes no job along. */
	{ADA, NULL, NULL, NULL},
	{EVE, NULL, "+PONG\r\n", NULL},
	{BOSS, "INFO", NULL, "connected_clients:3\r\nblocked_clients:0"},
	{BOSS, "RPUSH jobs deploy", ":1\r\n", NULL},
	{EVE, "BLPOP jobs 0", "*2\r\n$4\r\njobs\r\n$6\r\ndeploy\r\n", NULL},
	/* Who still waits when the server stops is let go. */
	{BOB, "BLPOP jobs 0", NULL, NULL},
	{BOSS, "INFO", NULL, "blocked_clients:1"},
	{PLAYERS, NULL, NULL, NULL},
	{BOB, NULL, "", NULL},
	{BOSS, NULL, "", NULL},
};

enum {
	LINES = sizeof(lines) / sizeof(lines[0])
};

struct director {
	struct co_task task;
	struct co_callback ended;
	struct co_io io;
	struct co_transfer transfer;
	struct play *play;
	char out[SIZE];
	char in[SIZE];
	size_t size; /* of what is in @in */
	size_t i;    /* the line */
	int fds[PLAYERS];
	bool end; /* nothing more comes */
};

static const char *name_of(const struct director *f)
{
	static const char *const names[] = {"boss", "ada", "bob", "eve"};

	return names[lines[f->i].who];
}

static int *fd_of(struct director *f)
{
	return &f->fds[lines[f->i].who];
}

static void say(const struct director *f, const char *how, const char *text)
{
	const char *at;

	printf("%-4s %-*s", name_of(f), *text ? 6 : 0, how);
	for (at = text; *at; at++)
		if (*at == '\r' && at[2])
			putchar(' ');
		else if (*at != '\r' && *at != '\n')
			putchar(*at);
	putchar('\n');
}

static void leave(struct director *f)
{
	close(*fd_of(f));
	*fd_of(f) = -1;
}

/* What needs no await. Returns whether that is all. */
static bool act(struct director *f)
{
	const struct line *line = &lines[f->i];

	f->size = 0;
	f->end = false;
	if (line->who == PLAYERS) {
		printf("the server stops\n");
		kv_stop(&f->play->host->server);
	} else if (!line->ask && !line->hear) {
		say(f, "goes", "");
		leave(f);
	} else {
		if (line->ask && !line->until)
			say(f, "asks", line->ask);
		return false;
	}
	return true;
}

static struct co_awaiter *dial(struct director *f)
{
	const struct sockaddr_in *address = &f->play->host->server.address;

	*fd_of(f) = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	return co_connect(&f->io, *fd_of(f), (const struct sockaddr *)address,
		sizeof(*address));
}

static struct co_awaiter *ask(struct director *f)
{
	f->size = 0;
	return co_send_all(&f->transfer, *fd_of(f), f->out,
		(size_t)snprintf(f->out, SIZE, "%s\r\n", lines[f->i].ask));
}

static struct co_awaiter *receive(struct director *f)
{
	return co_recv(
		&f->io, *fd_of(f), f->in + f->size, SIZE - 1 - f->size, 0);
}

static bool wants_more(const struct director *f)
{
	const struct line *line = &lines[f->i];

	if (f->end)
		return false;
	if (line->until)
		return f->size < 4 ||
		       memcmp(f->in + f->size - 4, "\r\n\r\n", 4) != 0;
	return line->hear && (!*line->hear || f->size < strlen(line->hear));
}

static void take(struct director *f, int result)
{
	f->size += (size_t)result;
	f->in[f->size] = '\0';
	f->end = !result;
}

static bool asks_again(const struct director *f)
{
	return lines[f->i].until && !f->end &&
	       !strstr(f->in, lines[f->i].until);
}

static struct co_task *director_body(struct co_task *self)
{
	struct director *f = co_frame(self, struct director);

	CO_BEGIN(self);
	for (f->i = 0; f->i < LINES; f->i++) {
		if (act(f))
			continue;
		if (*fd_of(f) < 0)
			CO_TRY(self, dial(f));
		do {
			if (lines[f->i].ask)
				CO_TRY(self, ask(f));
			while (wants_more(f)) {
				CO_TRY(self, receive(f));
				take(f, co_awaited(self));
			}
		} while (asks_again(f));
		if (lines[f->i].hear)
			say(f, "hears", f->end ? "the end" : f->in);
	}
	CO_END(self);
}

static void director_release(struct co_task *self)
{
	struct director *f = co_frame(self, struct director);
	int i;

	for (i = 0; i < PLAYERS; i++)
		if (f->fds[i] >= 0)
			close(f->fds[i]);
}

static void end(struct play *play, int error)
{
	atomic_store_explicit(&play->error, error, memory_order_relaxed);
	kv_stop(&play->host->server);
	co_wait_group_done(&play->host->guests);
}

static void play_ended(struct co_callback *callback, struct co_task *task)
{
	(void)task;
	end(co_container_of(callback, struct director, ended)->play,
		callback->error);
}

void play_start(struct play *play)
{
	struct co_task *task = co_task_create(
		sizeof(struct director), director_body, "director");
	struct director *f;

	atomic_init(&play->error, 0);
	/* The server is not to end before the play. */
	co_wait_group_add(&play->host->guests, 1);
	if (!task) {
		end(play, -ENOMEM);
		return;
	}
	f = co_frame(task, struct director);
	f->play = play;
	memset(f->fds, -1, sizeof(f->fds));
	co_task_set_cleanup(task, director_release);
	co_task_finally(task, &f->ended, play_ended);
	if (co_scheduler_submit(play->host->server.scheduler, task))
		co_task_destroy(task);
}
