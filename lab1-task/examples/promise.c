// SPDX-License-Identifier: MIT
/*
 * The promise, part C: three ways to learn that a task has ended.
 *
 * A task sums the results of two children. then, catching and finally are
 * called when it ends; co_task_wait() gives a plain thread the result; a
 * callback that comes too late is called at once. The second run lets a child
 * fail: CO_TRY passes the failure on, and catching hears of it.
 */
#include <stdio.h>
#include <string.h>

#include "co/promise.h"

struct part {
	struct co_task task;
	int value; /* given before the start; negative: fail with it */
};

struct sum {
	struct co_task task;
	struct part part;
	int values[2];
	int result;
};

static struct co_task *part_body(struct co_task *self)
{
	struct part *f = co_frame(self, struct part);

	CO_BEGIN(self);
	printf("  part: %d\n", f->value);
	if (f->value < 0)
		return co_finish(self, f->value);
	CO_END(self);
}

static struct co_task *sum_body(struct co_task *self)
{
	struct sum *f = co_frame(self, struct sum);

	CO_BEGIN(self);
	f->result = 1;

	co_task_init(&f->part.task, part_body, "part 1");
	f->part.value = f->values[0];
	CO_TRY(self, co_task_await(&f->part.task));
	f->result += f->part.value;

	co_task_init(&f->part.task, part_body, "part 2");
	f->part.value = f->values[1];
	CO_TRY(self, co_task_await(&f->part.task));
	f->result += f->part.value;
	CO_END(self);
}

static void on_value(struct co_callback *callback, struct co_task *task)
{
	(void)callback;
	printf("  then: %d\n", co_frame(task, struct sum)->result);
}

static void on_error(struct co_callback *callback, struct co_task *task)
{
	(void)callback;
	printf("  catching: %s\n", strerror(-task->error));
}

static void on_end(struct co_callback *callback, struct co_task *task)
{
	(void)callback;
	printf("  finally: %s\n", co_status_name(co_task_status(task)));
}

static void on_end_late(struct co_callback *callback, struct co_task *task)
{
	printf("  registered after the end:\n");
	on_end(callback, task);
}

static void add_up(int first, int second)
{
	struct co_callback then, catching, finally, late;
	struct sum sum;
	int err;

	printf("sum of 1, %d and %d\n", first, second);
	co_task_init(&sum.task, sum_body, "sum");
	sum.values[0] = first;
	sum.values[1] = second;
	co_task_then(&sum.task, &then, on_value);
	co_task_catching(&sum.task, &catching, on_error);
	co_task_finally(&sum.task, &finally, on_end);
	err = co_task_wait(&sum.task);
	if (err)
		printf("  wait: %s\n", strerror(-err));
	else
		printf("  wait: 0, and the result is %d\n", sum.result);
	co_task_finally(&sum.task, &late, on_end_late);
}

int main(void)
{
	add_up(2, 3);
	add_up(2, -EIO);
	return 0;
}
