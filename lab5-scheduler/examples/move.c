// SPDX-License-Identifier: MIT
/*
 * A task that moves, and one that awaits it and stays. The child begins where
 * its parent is, goes to the other context, reads from a pipe there, and ends.
 *
 *	make lab5-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab5-move
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "co/io.h"
#include "co/scheduler.h"
#include "co/switch.h"

static int here(struct co_scheduler *s)
{
	return co_context_here() == co_scheduler_context(s, 0) ? 0 : 1;
}

struct child {
	struct co_task task;
	struct co_switch move;
	struct co_io io;
	struct co_scheduler *scheduler;
	int fd;
	char buffer[16];
};

static struct co_task *child_body(struct co_task *self)
{
	struct child *f = co_frame(self, struct child);

	CO_BEGIN(self);
	printf("child: begins on context %d\n", here(f->scheduler));
	CO_TRY(self,
		co_switch_to(&f->move, co_scheduler_context(f->scheduler, 1)));
	printf("child: is on context %d\n", here(f->scheduler));
	CO_TRY(self, co_read(&f->io, f->fd, f->buffer, sizeof(f->buffer),
			     CO_NO_OFFSET));
	printf("child: has read %d bytes on context %d\n", co_awaited(self),
		here(f->scheduler));
	CO_END(self);
}

struct parent {
	struct co_task task;
	struct child child;
};

static struct co_task *parent_body(struct co_task *self)
{
	struct parent *f = co_frame(self, struct parent);

	CO_BEGIN(self);
	printf("parent: is on context %d\n", here(f->child.scheduler));
	co_task_init(&f->child.task, child_body, "child");
	CO_TRY(self, co_task_await(&f->child.task));
	printf("parent: is on context %d\n", here(f->child.scheduler));
	CO_END(self);
}

/* Round robin: the first task that is submitted goes to context 0. */
static int run(int fd)
{
	const struct co_scheduler_options options = {
		.contexts = 2,
		.entries = 8,
		.dispatch = CO_DISPATCH_ROUND_ROBIN,
	};
	struct co_scheduler *s = NULL;
	struct co_task *task;
	struct parent *f;
	int err = co_scheduler_create(&options, &s);

	if (err)
		return err;
	task = co_task_create(sizeof(*f), parent_body, "parent");
	if (!task) {
		co_scheduler_destroy(s);
		return -ENOMEM;
	}
	f = co_frame(task, struct parent);
	f->child.scheduler = s;
	f->child.fd = fd;
	err = co_scheduler_submit(s, task);
	if (err)
		co_task_destroy(task);
	else
		err = co_scheduler_loop(s);
	co_scheduler_destroy(s);
	return err;
}

int main(void)
{
	static const char text[] = "eleven here";
	int fds[2];
	int err;

	if (pipe(fds) || write(fds[1], text, strlen(text)) < 0)
		return 1;
	err = run(fds[0]);
	close(fds[1]);
	close(fds[0]);
	if (err)
		fprintf(stderr, "move: %s\n", strerror(-err));
	return err ? 1 : 0;
}
