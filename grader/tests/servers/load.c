// SPDX-License-Identifier: MIT
/*
 * Many clients at once, each a coroutine.
 */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "co/context.h"
#include "co/io.h"

enum {
	ENTRIES = 256
};

struct caller {
	struct co_task task;
	struct co_io io;
	struct co_transfer transfer;
	const struct target *target;
	char answer[256];
	int fd, rounds;
	size_t said;  /* of the question, before it falls silent */
	size_t heard; /* of the answer to that */
};

/* Ask @rounds times. The first question may have begun before. */
static struct co_task *asking_body(struct co_task *self)
{
	struct caller *f = co_frame(self, struct caller);
	const struct target *t = f->target;
	const char *text = question(t);
	size_t size = strlen(reply(t));

	CO_BEGIN(self);
	while (f->rounds--) {
		CO_TRY(self, co_send_all(&f->transfer, f->fd, text + f->said,
				     strlen(text) - f->said));
		CO_TRY(self,
			co_read_full(&f->transfer, f->fd, f->answer + f->heard,
				size - f->heard, CO_NO_OFFSET));
		if (f->transfer.moved + f->heard != size)
			return co_finish(self, -ECONNRESET);
		if (memcmp(f->answer, reply(t), size))
			return co_finish(self, -EBADMSG);
		f->said = f->heard = 0;
	}
	CO_TRY(self, co_close(&f->io, f->fd));
	CO_END(self);
}

/* Connect, say the first bytes, and hold the line. */
static struct co_task *connecting_body(struct co_task *self)
{
	struct caller *f = co_frame(self, struct caller);
	const struct target *t = f->target;

	CO_BEGIN(self);
	CO_TRY(self, co_socket(&f->io, AF_INET, SOCK_STREAM, 0));
	f->fd = co_awaited(self);
	CO_TRY(self,
		co_connect(&f->io, f->fd, (const struct sockaddr *)&t->address,
			sizeof(t->address)));
	CO_TRY(self, co_send_all(&f->transfer, f->fd, question(t), f->said));
	/* An echo gives back at once what half a question there was. */
	f->heard = t->is_http ? 0 : f->said;
	if (f->heard)
		CO_TRY(self, co_read_full(&f->transfer, f->fd, f->answer,
				     f->heard, CO_NO_OFFSET));
	CO_END(self);
}

static struct caller *make_callers(const struct target *t, int n, int rounds)
{
	struct caller *callers = calloc((size_t)n, sizeof(*callers));
	int i;

	NEED(callers, "no memory for %d clients", n);
	for (i = 0; i < n; i++) {
		callers[i].target = t;
		callers[i].rounds = rounds;
	}
	return callers;
}

/* Run @body for each of @n clients to the end; all must succeed. */
static void run(struct caller *callers, int n, co_body_fn *body)
{
	struct co_context *context;
	int i;

	NEED(!co_context_create("clients", ENTRIES, &context), "no context");
	for (i = 0; i < n; i++) {
		co_task_init(&callers[i].task, body, "client");
		NEED(!co_context_submit(context, &callers[i].task),
			"client %d cannot start", i);
	}
	NEED(!co_context_start(context), "no ring");
	co_context_join(context);
	co_context_destroy(context);
	for (i = 0; i < n; i++)
		NEED(!callers[i].task.error, "client %d of %d: %s", i, n,
			strerror(-callers[i].task.error));
}

void load(const struct target *t, int idle, int busy, int rounds)
{
	struct caller *waiting = make_callers(t, idle, 1);
	struct caller *asking = make_callers(t, busy, rounds);
	int i;

	/* Every other one has said half of its question. */
	for (i = 0; i < idle; i += 2)
		waiting[i].said = strlen(question(t)) / 2;
	run(waiting, idle, connecting_body);
	run(asking, busy, connecting_body);
	run(asking, busy, asking_body);
	run(waiting, idle, asking_body);
	free(waiting);
	free(asking);
}
