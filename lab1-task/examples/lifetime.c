// SPDX-License-Identifier: MIT
/*
 * Lifetime, part D: a child is destroyed while its parent awaits it.
 *
 * The child holds a buffer and never comes to the line that frees it. Its
 * cleanup runs all the same, before anybody learns of the end, and the parent
 * goes on with -ECANCELED instead of waiting for ever. The child here is made
 * by co_task_create(): its frame comes from the frame allocator.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "co/task.h"

struct reader {
	struct co_task task;
	struct co_awaiter silence;
	char *buffer;
};

struct client {
	struct co_task task;
	struct co_task *reader;
};

static int forget(struct co_awaiter *awaiter, struct co_task *self, int error)
{
	(void)awaiter;
	(void)error;
	printf("silence: forgets '%s'\n", self->name);
	return 0;
}

/* Nobody will resume who waits here; who is killed here may go. */
static const struct co_awaiter_ops silence_ops = {
	.name = "silence",
	.detach = forget,
};

static void reader_cleanup(struct co_task *self)
{
	printf("reader:  cleanup frees the buffer\n");
	free(co_frame(self, struct reader)->buffer);
}

static struct co_task *reader_body(struct co_task *self)
{
	struct reader *f = co_frame(self, struct reader);

	CO_BEGIN(self);
	printf("reader:  starts, and waits for ever\n");
	f->buffer = malloc(4096);
	f->silence.ops = &silence_ops;
	CO_AWAIT(self, &f->silence);
	printf("reader:  this line is never reached\n");
	CO_END(self);
}

static struct co_task *client_body(struct co_task *self)
{
	struct client *f = co_frame(self, struct client);

	CO_BEGIN(self);
	CO_AWAIT(self, co_task_await(f->reader));
	printf("client:  its child ended: %s\n", strerror(-co_awaited(self)));
	CO_END(self);
}

int main(void)
{
	struct client client;
	struct co_task *reader = co_task_create(
		sizeof(struct reader), reader_body, "reader");

	if (!reader)
		return 1;
	co_frame(reader, struct reader)->buffer = NULL;
	co_task_set_cleanup(reader, reader_cleanup);
	co_task_init(&client.task, client_body, "client");
	client.reader = reader;
	co_resume(&client.task);
	printf("main:    destroys the reader\n");
	co_task_destroy(reader);
	printf("main:    client is %s\n",
		co_status_name(co_task_status(&client.task)));
	co_task_destroy(&client.task);
	return 0;
}
