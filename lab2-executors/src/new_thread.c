// SPDX-License-Identifier: MIT
/*
 * Part B: a new thread for each work item. Its contract:
 * include/co/new_thread.h.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/new_thread.h"

struct co_new_thread {
	struct co_executor executor;
	/* Yours: what destroy needs to know of the threads, and a lock. */
};

static int new_thread_post(struct co_executor *executor, struct co_work *work)
{
	/*
	 * TODO(lab2.B): a new thread runs @work by co_work_run(). When there
	 * is no thread or no memory to be had, @work is free again.
	 */
	CO_NOT_STARTED("lab2.B");
	(void)executor;
	(void)work;
	return -ENOSYS;
}

int co_new_thread_create(struct co_new_thread **out)
{
	/*
	 * TODO(lab2.B): *@out is an executor with no threads yet;
	 * co_executor_init() fills in its head. Keep this marker as long as
	 * anything here is to be written.
	 */
	CO_NOT_STARTED("lab2.B");
	(void)new_thread_post;
	(void)out;
	return -ENOSYS;
}

/* Given. */
struct co_executor *co_new_thread_executor(struct co_new_thread *e)
{
	return &e->executor;
}

void co_new_thread_destroy(struct co_new_thread *e)
{
	/*
	 * TODO(lab2.B): no thread of @e is left, and no memory. A thread of
	 * @e that calls this stops with a message.
	 */
	CO_NOT_STARTED("lab2.B");
	(void)e;
}
