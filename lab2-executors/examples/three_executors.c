// SPDX-License-Identifier: MIT
/*
 * The seed's demo: three tasks on three executors.
 *
 *	make lab2-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab2-three_executors
 *
 * Each line shows the thread that printed it: threads are numbered as they
 * first appear. simple_task begins on the looper's thread and is back there
 * after each await, wherever what it awaited ran.
 */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

#include "co/looper.h"
#include "co/new_thread.h"
#include "co/pool.h"
#include "co/promise.h"

static int this_thread(void)
{
	static atomic_int threads;
	static __thread int number;

	if (!number)
		number = ++threads;
	return number;
}

static void debug(const char *fmt, ...)
{
	struct co_executor *here = co_executor_here();
	char text[128];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	/* One call a line: threads do not mix inside it. */
	printf("thread %d %-10s %s\n", this_thread(),
		here ? here->name : "(main)", text);
}

struct simple {
	struct co_task task;
	int number;
	int result;
};

static struct co_task *simple_body(struct co_task *self)
{
	struct simple *f = co_frame(self, struct simple);

	CO_BEGIN(self);
	debug("task %d start ...", f->number);
	f->result = f->number;
	debug("task %d returns", f->number);
	CO_END(self);
}

struct simple_task {
	struct co_task task;
	struct simple task2, task3;
	struct co_executor *async, *new_thread;
	int result;
};

static struct co_task *await_on(struct simple *f, int number, const char *name,
	struct co_executor *executor)
{
	co_task_init(&f->task, simple_body, name);
	f->number = number;
	return co_schedule_on(&f->task, executor);
}

static struct co_task *simple_task_body(struct co_task *self)
{
	struct simple_task *f = co_frame(self, struct simple_task);

	CO_BEGIN(self);
	debug("task start ...");
	CO_TRY(self, co_task_await(
			     await_on(&f->task2, 2, "simple_task2", f->async)));
	debug("returns from task2: %d", f->task2.result);
	CO_TRY(self, co_task_await(await_on(
			     &f->task3, 3, "simple_task3", f->new_thread)));
	debug("returns from task3: %d", f->task3.result);
	f->result = 1 + f->task2.result + f->task3.result;
	CO_END(self);
}

static void on_end(struct co_callback *callback, struct co_task *task)
{
	(void)callback;
	debug("simple task end: %d",
		co_frame(task, struct simple_task)->result);
}

int main(void)
{
	struct co_new_thread *new_thread = NULL;
	struct co_looper *looper = NULL;
	struct co_pool *async = NULL;
	struct co_callback callback;
	struct simple_task f;
	int err;

	err = co_looper_create("looper", &looper);
	if (!err)
		err = co_async_create(2, &async);
	if (!err)
		err = co_new_thread_create(&new_thread);
	if (err)
		goto out;
	co_task_init(&f.task, simple_task_body, "simple_task");
	f.async = co_pool_executor(async);
	f.new_thread = co_new_thread_executor(new_thread);
	co_schedule_on(&f.task, co_looper_executor(looper));
	co_task_then(&f.task, &callback, on_end);
	err = co_task_wait(&f.task);
	if (!err)
		debug("simple task end from wait: %d", f.result);
out:
	co_looper_destroy(looper);
	co_pool_destroy(async);
	co_new_thread_destroy(new_thread);
	return err ? 1 : 0;
}
