// SPDX-License-Identifier: MIT
/*
 * Two coroutines, parts A and B: greet awaits look_up, and look_up waits for
 * something outside, which here is main().
 *
 * Follow who runs after whom. When look_up suspends, control goes back to
 * main(), past greet, which is suspended too. main() then resumes look_up and
 * never greet: the end of look_up does that.
 */
#include <stdio.h>
#include <string.h>

#include "co/task.h"

struct look_up {
	struct co_task task;
	struct co_awaiter pause; /* an awaiter lives in the frame */
	char name[16];
};

struct greet {
	struct co_task task;
	struct look_up child; /* so does a child */
	char text[32];
};

/* All four functions NULL: not ready, just suspend, result 0. */
static const struct co_awaiter_ops pause_ops = {.name = "pause"};

static struct co_task *look_up_body(struct co_task *self)
{
	struct look_up *f = co_frame(self, struct look_up);

	CO_BEGIN(self);
	printf("look_up: starts, and pauses\n");
	f->pause.ops = &pause_ops;
	CO_AWAIT(self, &f->pause);
	printf("look_up: runs again, and ends\n");
	strcpy(f->name, "Ada");
	CO_END(self);
}

static struct co_task *greet_body(struct co_task *self)
{
	struct greet *f = co_frame(self, struct greet);

	CO_BEGIN(self);
	printf("greet:   starts, and awaits look_up\n");
	co_task_init(&f->child.task, look_up_body, "look_up");
	CO_TRY(self, co_task_await(&f->child.task));
	printf("greet:   runs again, and ends\n");
	snprintf(f->text, sizeof(f->text), "Hello, %s.", f->child.name);
	CO_END(self);
}

int main(void)
{
	struct greet greet;

	co_task_init(&greet.task, greet_body, "greet");
	printf("main:    greet is %s\n",
		co_status_name(co_task_status(&greet.task)));
	co_resume(&greet.task);
	printf("main:    greet is %s, look_up is %s\n",
		co_status_name(co_task_status(&greet.task)),
		co_status_name(co_task_status(&greet.child.task)));
	co_resume(&greet.child.task);
	printf("main:    greet is %s: %s\n",
		co_status_name(co_task_status(&greet.task)), greet.text);
	return 0;
}
