// SPDX-License-Identifier: MIT
/*
 * Async stacks, part F: who awaits whom, three levels deep.
 *
 * read_line prints the stack from inside, then pauses; main() prints it again
 * from outside, when no coroutine stands on any thread's stack. A debugger's
 * backtrace at that second place shows main() alone.
 */
#include <stdio.h>

#include "co/stack.h"

struct read_line {
	struct co_task task;
	struct co_awaiter pause;
};

struct parse {
	struct co_task task;
	struct read_line child;
};

struct serve {
	struct co_task task;
	struct parse child;
};

static const struct co_awaiter_ops pause_ops = {.name = "pause"};

static struct co_task *read_line_body(struct co_task *self)
{
	struct read_line *f = co_frame(self, struct read_line);

	CO_BEGIN(self);
	printf("inside:\n");
	co_stack_print(stdout, co_current());
	f->pause.ops = &pause_ops;
	CO_AWAIT(self, &f->pause);
	CO_END(self);
}

static struct co_task *parse_body(struct co_task *self)
{
	struct parse *f = co_frame(self, struct parse);

	CO_BEGIN(self);
	co_task_init(&f->child.task, read_line_body, "read_line");
	CO_TRY(self, co_task_await(&f->child.task));
	CO_END(self);
}

static struct co_task *serve_body(struct co_task *self)
{
	struct serve *f = co_frame(self, struct serve);

	CO_BEGIN(self);
	co_task_init(&f->child.task, parse_body, "parse");
	CO_TRY(self, co_task_await(&f->child.task));
	CO_END(self);
}

int main(void)
{
	struct serve serve;

	co_task_init(&serve.task, serve_body, "serve");
	co_resume(&serve.task);
	printf("outside:\n");
	co_stack_print(stdout, &serve.child.child.task);
	co_resume(&serve.child.child.task);
	printf("after the end:\n");
	co_stack_print(stdout, &serve.task);
	return 0;
}
