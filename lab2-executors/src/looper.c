// SPDX-License-Identifier: MIT
/*
 * Part C: the looper. Its contract: include/co/looper.h.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/looper.h"

struct co_looper {
	struct co_executor executor;
	/* Yours: a thread, a queue, and what the two sides agree on. */
};

static int looper_post(struct co_executor *executor, struct co_work *work)
{
	/*
	 * TODO(lab2.C): @work stands at the end of the queue, and the looper
	 * does not sleep. After shutdown the queue takes nothing more.
	 */
	CO_NOT_STARTED("lab2.C");
	(void)executor;
	(void)work;
	return -ENOSYS;
}

int co_looper_create(const char *name, struct co_looper **out)
{
	/*
	 * TODO(lab2.C): *@out runs on a thread of its own; or nothing is left
	 * over, and *@out is what it was.
	 */
	CO_NOT_STARTED("lab2.C");
	(void)looper_post;
	(void)name;
	(void)out;
	return -ENOSYS;
}

/* Given. */
struct co_executor *co_looper_executor(struct co_looper *looper)
{
	return &looper->executor;
}

void co_looper_shutdown(struct co_looper *l, enum co_shutdown how)
{
	/*
	 * TODO(lab2.C): @l takes nothing more; its thread knows of it,
	 * also when it sleeps; what is queued runs, or is dropped.
	 */
	CO_NOT_STARTED("lab2.C");
	(void)l;
	(void)how;
}

void co_looper_join(struct co_looper *l)
{
	/*
	 * TODO(lab2.C): the thread of @l has ended. If it calls this
	 * itself, it stops with a message.
	 */
	CO_NOT_STARTED("lab2.C");
	(void)l;
}

void co_looper_destroy(struct co_looper *l)
{
	/*
	 * TODO(lab2.C): neither thread nor memory is left. If the looper's
	 * thread calls this itself, it stops with a message.
	 */
	CO_NOT_STARTED("lab2.C");
	(void)l;
}
