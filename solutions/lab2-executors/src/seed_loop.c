// SPDX-License-Identifier: MIT
/*
 * Part C, the warm-up: the seed's looper, mended.
 *
 * Two bugs, one cause: the loop decided whether to go on without the lock. It
 * read the queue while posters changed it, and a shutdown could fall between
 * its look at @is_active and its wait: the notification found nobody waiting.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/seed_loop.h"

struct co_seed_loop {
	struct co_executor executor;
	pthread_t work_thread;
	pthread_cond_t queue_condition;
	pthread_mutex_t queue_lock;
	struct co_work_queue executable_queue;
	CO_ATOMIC(bool) is_active; /* false: end the loop */
};

static bool is_active(struct co_seed_loop *loop)
{
	return atomic_load_explicit(&loop->is_active, memory_order_relaxed);
}

/* The next item, waiting for it; NULL: shut down, and nothing is left. */
static struct co_work *next_work(struct co_seed_loop *loop)
{
	struct co_work *work;

	pthread_mutex_lock(&loop->queue_lock);
	while (is_active(loop) && co_queue_is_empty(&loop->executable_queue))
		pthread_cond_wait(&loop->queue_condition, &loop->queue_lock);
	work = co_queue_pop(&loop->executable_queue);
	pthread_mutex_unlock(&loop->queue_lock);
	return work;
}

static void *run_loop(void *arg)
{
	struct co_seed_loop *loop = arg;
	struct co_work *work;

	co_thread_begin(&loop->executor);
	while ((work = next_work(loop)))
		co_work_run(&loop->executor, work, 0);
	return NULL;
}

static int execute(struct co_executor *executor, struct co_work *work)
{
	struct co_seed_loop *loop = co_container_of(
		executor, struct co_seed_loop, executor);
	int err = co_work_check(work);

	if (err)
		return err;
	pthread_mutex_lock(&loop->queue_lock);
	if (!is_active(loop)) {
		pthread_mutex_unlock(&loop->queue_lock);
		return -ESHUTDOWN;
	}
	co_queue_push(&loop->executable_queue, work);
	pthread_cond_signal(&loop->queue_condition);
	pthread_mutex_unlock(&loop->queue_lock);
	return 0;
}

void co_seed_loop_shutdown(struct co_seed_loop *loop)
{
	/* Under the lock: between the loop's look and its wait nobody is. */
	pthread_mutex_lock(&loop->queue_lock);
	atomic_store_explicit(&loop->is_active, false, memory_order_relaxed);
	pthread_cond_broadcast(&loop->queue_condition);
	pthread_mutex_unlock(&loop->queue_lock);
}

int co_seed_loop_create(struct co_seed_loop **out)
{
	struct co_seed_loop *loop;
	int err;

	loop = calloc(1, sizeof(*loop));
	if (!loop)
		return -ENOMEM;
	co_executor_init(&loop->executor, execute, "seed-loop");
	pthread_mutex_init(&loop->queue_lock, NULL);
	pthread_cond_init(&loop->queue_condition, NULL);
	atomic_store_explicit(&loop->is_active, true, memory_order_relaxed);
	err = pthread_create(&loop->work_thread, NULL, run_loop, loop);
	if (err) {
		pthread_cond_destroy(&loop->queue_condition);
		pthread_mutex_destroy(&loop->queue_lock);
		free(loop);
		return -err;
	}
	*out = loop;
	return 0;
}

struct co_executor *co_seed_loop_executor(struct co_seed_loop *loop)
{
	return &loop->executor;
}

void co_seed_loop_destroy(struct co_seed_loop *loop)
{
	co_seed_loop_shutdown(loop);
	pthread_join(loop->work_thread, NULL);
	pthread_cond_destroy(&loop->queue_condition);
	pthread_mutex_destroy(&loop->queue_lock);
	free(loop);
}
