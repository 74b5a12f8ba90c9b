// SPDX-License-Identifier: MIT
/*
 * Parts B and D: threads that share one queue. Their contract:
 * include/co/pool.h.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/pool.h"

struct co_pool {
	struct co_executor executor;
	/* Yours: a lock, what it guards, and what to wait for. */
};

static int pool_post(struct co_executor *executor, struct co_work *work)
{
	/*
	 * TODO(lab2.B): a thread of the pool will run @work, or @work was not
	 * taken and the caller knows why. An async executor has one thread
	 * more if all were busy and the limit allows it.
	 */
	CO_NOT_STARTED("lab2.B");
	(void)executor;
	(void)work;
	return -ENOSYS;
}

int co_async_create(unsigned max, struct co_pool **out)
{
	/* TODO(lab2.B): *@out has no thread yet, and may have @max of them. */
	CO_NOT_STARTED("lab2.B");
	(void)pool_post;
	(void)max;
	(void)out;
	return -ENOSYS;
}

int co_pool_create(const char *name, unsigned threads, struct co_pool **out)
{
	/*
	 * TODO(lab2.D): *@out has @threads threads; or not one is left, and
	 * *@out is what it was.
	 */
	CO_NOT_STARTED("lab2.D");
	(void)name;
	(void)threads;
	(void)out;
	return -ENOSYS;
}

/* Given. */
struct co_executor *co_pool_executor(struct co_pool *pool)
{
	return &pool->executor;
}

void co_pool_shutdown(struct co_pool *pool, enum co_shutdown how)
{
	/*
	 * TODO(lab2.B): @pool takes nothing more; every thread that waits for
	 * work knows of it; what is queued runs, or is dropped.
	 */
	CO_NOT_STARTED("lab2.B");
	(void)pool;
	(void)how;
}

void co_pool_join(struct co_pool *pool)
{
	/*
	 * TODO(lab2.B): @pool was shut down and its threads have ended. A
	 * thread of @pool that calls this stops with a message.
	 */
	CO_NOT_STARTED("lab2.B");
	(void)pool;
}

void co_pool_destroy(struct co_pool *pool)
{
	/*
	 * TODO(lab2.B): no thread of @pool is left, and no memory. A thread of
	 * @pool that calls this stops with a message.
	 */
	CO_NOT_STARTED("lab2.B");
	(void)pool;
}
