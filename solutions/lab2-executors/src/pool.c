// SPDX-License-Identifier: MIT
/*
 * Parts B and D: threads that share one queue.
 *
 * One lock guards all. A condition is signalled while it is held: once it is
 * open, the work may run, somebody may learn of it and destroy the pool, and
 * there would be no condition left to signal.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/pool.h"

struct co_pool {
	/* Fixed at creation. */
	struct co_executor executor;
	unsigned max;

	pthread_mutex_t lock;
	pthread_cond_t wanted; /* there is work, or a shutdown */
	pthread_cond_t ended;  /* no thread is left */

	/* Under @lock. */
	struct co_work_queue queue;
	size_t queued;
	unsigned idle;    /* threads that wait, also those just signalled */
	unsigned started; /* how many of @threads there are */
	unsigned alive;   /* those that have not ended */
	bool shut_down;
	bool drop;
	pthread_t threads[];
};

/* The pool that this thread belongs to, whatever it runs just now. */
static __thread struct co_pool *mine;

/* Under the lock. The next item; NULL: there will be none any more. */
static struct co_work *next_work(struct co_pool *pool)
{
	struct co_work *work;

	while (co_queue_is_empty(&pool->queue) && !pool->shut_down) {
		pool->idle++;
		pthread_cond_wait(&pool->wanted, &pool->lock);
		pool->idle--;
	}
	work = co_queue_pop(&pool->queue);
	if (work)
		pool->queued--;
	return work;
}

static void *work_on(void *arg)
{
	struct co_pool *pool = arg;
	struct co_work *work;

	mine = pool;
	co_thread_begin(&pool->executor);
	pthread_mutex_lock(&pool->lock);
	while ((work = next_work(pool))) {
		int error = pool->drop ? -ECANCELED : 0;

		pthread_mutex_unlock(&pool->lock);
		co_work_run(&pool->executor, work, error);
		pthread_mutex_lock(&pool->lock);
	}
	if (--pool->alive == 0)
		pthread_cond_broadcast(&pool->ended);
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

/* Under the lock. One thread more. */
static int start_thread(struct co_pool *pool)
{
	int err;

	err = pthread_create(
		&pool->threads[pool->started], NULL, work_on, pool);
	if (err)
		return -err;
	pool->started++;
	pool->alive++;
	return 0;
}

/* Under the lock. Those who wait are spoken for by what is queued. */
static int take(struct co_pool *pool, struct co_work *work)
{
	int err;

	if (pool->shut_down)
		return -ESHUTDOWN;
	if (pool->queued >= pool->idle && pool->started < pool->max) {
		err = start_thread(pool);
		if (err && !pool->started)
			return err;
	}
	co_queue_push(&pool->queue, work);
	pool->queued++;
	pthread_cond_signal(&pool->wanted);
	return 0;
}

static int pool_post(struct co_executor *executor, struct co_work *work)
{
	struct co_pool *pool = co_container_of(
		executor, struct co_pool, executor);
	int err = co_work_check(work);

	if (err)
		return err;
	pthread_mutex_lock(&pool->lock);
	err = take(pool, work);
	pthread_mutex_unlock(&pool->lock);
	return err;
}

static struct co_pool *make(const char *name, unsigned max)
{
	struct co_pool *pool;

	pool = calloc(1, sizeof(*pool) + max * sizeof(pool->threads[0]));
	if (!pool)
		return NULL;
	co_executor_init(&pool->executor, pool_post, name);
	pool->max = max;
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->wanted, NULL);
	pthread_cond_init(&pool->ended, NULL);
	return pool;
}

int co_async_create(unsigned max, struct co_pool **out)
{
	struct co_pool *pool;

	if (!max)
		return -EINVAL;
	pool = make("async", max);
	if (!pool)
		return -ENOMEM;
	*out = pool;
	return 0;
}

int co_pool_create(const char *name, unsigned threads, struct co_pool **out)
{
	struct co_pool *pool;
	int err = 0;

	if (!threads)
		return -EINVAL;
	pool = make(name, threads);
	if (!pool)
		return -ENOMEM;
	pthread_mutex_lock(&pool->lock);
	while (!err && pool->started < threads)
		err = start_thread(pool);
	pthread_mutex_unlock(&pool->lock);
	if (err)
		co_pool_destroy(pool);
	else
		*out = pool;
	return err;
}

struct co_executor *co_pool_executor(struct co_pool *pool)
{
	return &pool->executor;
}

void co_pool_shutdown(struct co_pool *pool, enum co_shutdown how)
{
	pthread_mutex_lock(&pool->lock);
	pool->shut_down = true;
	if (how == CO_SHUTDOWN_NOW)
		pool->drop = true;
	pthread_cond_broadcast(&pool->wanted);
	pthread_cond_broadcast(&pool->ended);
	pthread_mutex_unlock(&pool->lock);
}

void co_pool_join(struct co_pool *pool)
{
	CO_ASSERT(mine != pool, "pool '%s' is joined from its own thread",
		pool->executor.name);
	pthread_mutex_lock(&pool->lock);
	while (!pool->shut_down || pool->alive)
		pthread_cond_wait(&pool->ended, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
}

void co_pool_destroy(struct co_pool *pool)
{
	unsigned i;

	if (!pool)
		return;
	CO_ASSERT(mine != pool, "pool '%s' is destroyed from its own thread",
		pool->executor.name);
	co_pool_shutdown(pool, CO_SHUTDOWN_NOW);
	/* Nothing is started any more, so nothing changes @started. */
	for (i = 0; i < pool->started; i++)
		pthread_join(pool->threads[i], NULL);
	pthread_cond_destroy(&pool->ended);
	pthread_cond_destroy(&pool->wanted);
	pthread_mutex_destroy(&pool->lock);
	free(pool);
}
