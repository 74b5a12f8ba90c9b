// SPDX-License-Identifier: MIT
/*
 * The seed's second demo: three tasks on three executors, which sleep.
 *
 *	make lab3-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab3-three_sleepers
 *
 * Each line shows where it was printed. Nobody blocks a thread: while
 * simple_task2 sleeps, the async executor has nothing to do, and the looper
 * neither. The seed's delays are taken twenty times as fast.
 */
#include <stdarg.h>
#include <stdio.h>

#include "co/looper.h"
#include "co/new_thread.h"
#include "co/pool.h"
#include "co/sleep.h"

static void debug(const char *fmt, ...)
{
	struct co_executor *here = co_executor_here();
	char text[128];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	/* One call a line: threads do not mix inside it. */
	printf("%-10s %s\n", here ? here->name : "(main)", text);
}

struct simple {
	struct co_task task;
	struct co_sleep nap;
	int number;
	int delay;
	int result;
};

static struct co_task *simple_body(struct co_task *self)
{
	struct simple *f = co_frame(self, struct simple);

	CO_BEGIN(self);
	debug("task %d start ...", f->number);
	CO_TRY(self, co_sleep_ms(&f->nap, f->delay / 20));
	debug("task %d returns after %d ms", f->number, f->delay);
	f->result = f->number;
	CO_END(self);
}

struct simple_task {
	struct co_task task;
	struct co_sleep nap;
	struct simple task2, task3;
	struct co_executor *async, *new_thread;
	int result;
};

static struct co_task *simple_on(
	struct simple *f, int number, int delay, struct co_executor *executor)
{
	co_task_init(&f->task, simple_body, "simple");
	f->number = number;
	f->delay = delay;
	return co_schedule_on(&f->task, executor);
}

static struct co_task *simple_task_body(struct co_task *self)
{
	struct simple_task *f = co_frame(self, struct simple_task);

	CO_BEGIN(self);
	debug("task start ...");
	CO_TRY(self, co_sleep_ms(&f->nap, 100 / 20));
	debug("after 100 ms ...");
	CO_TRY(self, co_task_await(simple_on(&f->task2, 2, 1000, f->async)));
	debug("returns from task2: %d", f->task2.result);
	CO_TRY(self, co_sleep_ms(&f->nap, 500 / 20));
	debug("after 500 ms ...");
	CO_TRY(self,
		co_task_await(simple_on(&f->task3, 3, 2000, f->new_thread)));
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
