// SPDX-License-Identifier: MIT
/*
 * Part C, the warm-up: the seed's looper, line by line.
 *
 * There is nothing to write here, but something to find. Take out the two
 * markers, let the explorer run it, and read what it shows: which thread read
 * what, and who waits for whom. Then mend it.
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

static void *run_loop(void *arg)
{
	struct co_seed_loop *loop = arg;
	struct co_work *work;

	/* TODO(lab2.C): take this out, explore, and mend what you find. */
	CO_NOT_STARTED("lab2.C");
	co_thread_begin(&loop->executor);
	/* Active, or there is still something to run. */
	while (is_active(loop) || !co_queue_is_empty(&loop->executable_queue)) {
		pthread_mutex_lock(&loop->queue_lock);
		if (co_queue_is_empty(&loop->executable_queue)) {
			/* Wait for new work or for the end. */
			pthread_cond_wait(
				&loop->queue_condition, &loop->queue_lock);
			if (co_queue_is_empty(&loop->executable_queue)) {
				pthread_mutex_unlock(&loop->queue_lock);
				continue;
			}
		}
		work = co_queue_pop(&loop->executable_queue);
		/* Unlock first: the work may want the lock. */
		pthread_mutex_unlock(&loop->queue_lock);
		co_work_run(&loop->executor, work, 0);
	}
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
	/* TODO(lab2.C): take this out, explore, and mend what you find. */
	CO_NOT_STARTED("lab2.C");
	/* At once: the loop sees it as early as it can, before it locks. */
	atomic_store_explicit(&loop->is_active, false, memory_order_relaxed);
	/* No lock: the one who waits would only have to wait for it, too. */
	pthread_cond_broadcast(&loop->queue_condition);
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
