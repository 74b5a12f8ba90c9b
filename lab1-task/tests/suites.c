// SPDX-License-Identifier: MIT
/*
 * The public tests of lab 1, and the tasks and threads that they share.
 */
#include <pthread.h>

#include "suites.h"

static struct co_task *walker_body(struct co_task *self)
{
	struct walker *w = co_frame(self, struct walker);

	w->runs++;
	CO_BEGIN(self);
	while (w->yields > 0) {
		w->yields--;
		CO_YIELD(self);
	}
	if (w->error)
		return co_finish(self, w->error);
	CO_END(self);
}

static void walker_cleanup(struct co_task *self)
{
	co_frame(self, struct walker)->cleaned++;
}

void walker_init(struct walker *w, const char *name, int yields, int error)
{
	w->yields = yields;
	w->error = error;
	w->runs = 0;
	w->cleaned = 0;
	co_task_init(&w->task, walker_body, name);
	co_task_set_cleanup(&w->task, walker_cleanup);
}

struct call {
	void (*fn)(void *arg);
	void *arg;
};

static void *call_main(void *arg)
{
	struct call *call = arg;

	call->fn(call->arg);
	return NULL;
}

void run_in_thread(void (*fn)(void *arg), void *arg, size_t stack_size)
{
	struct call call = {fn, arg};
	pthread_attr_t attr;
	pthread_t thread;
	int err;

	pthread_attr_init(&attr);
	err = pthread_attr_setstacksize(&attr, stack_size);
	CO_CHECK_EQ(0, err);
	err = pthread_create(&thread, &attr, call_main, &call);
	CO_CHECK_EQ(0, err);
	if (!err)
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
}

void co_test_suites(void)
{
	RUN_SUITE(part_a);
	RUN_SUITE(part_b);
	RUN_SUITE(part_c);
	RUN_SUITE(part_d);
	RUN_SUITE(part_e);
	RUN_SUITE(part_f);
}
