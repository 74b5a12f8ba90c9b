// SPDX-License-Identifier: MIT
/*
 * Lab 2: post to a looper from another thread, and from its own.
 */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "../contender.h"
#include "co/looper.h"

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static uint64_t ran;

static void count_run(struct co_work *work, int error)
{
	(void)work;
	ran += !error;
}

/* Wall time of a post: from the first to the end of the last one's work. */
static double post_cross(size_t size)
{
	struct co_work *items = malloc(size * sizeof(*items));
	struct co_looper *looper = NULL;
	double started, took;
	size_t i;

	for (i = 0; i < size; i++)
		co_work_init(&items[i], count_run);
	bench_expect(0, (uint64_t)co_looper_create("looper", &looper),
		"co_looper_create()");
	started = now_ns();
	for (i = 0; i < size; i++)
		co_post(co_looper_executor(looper), &items[i]);
	co_looper_shutdown(looper, CO_SHUTDOWN_DRAIN);
	co_looper_join(looper);
	took = now_ns() - started;
	co_looper_destroy(looper);
	free(items);
	bench_expect(size, ran, "what ran");
	return took / (double)size;
}

BENCH_MEASURE(post_cross, "post-cross-thread", 500000, post_cross)

/* Work that posts itself until it has run often enough. */

struct again {
	struct co_work work;
	struct co_executor *executor;
	pthread_mutex_t lock;
	pthread_cond_t ended;
	uint64_t left;
	bool done; /* under @lock */
};

static struct again again = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.ended = PTHREAD_COND_INITIALIZER,
};

static void again_run(struct co_work *work, int error)
{
	struct again *a = co_container_of(work, struct again, work);

	(void)error;
	ran++;
	if (--a->left) {
		co_post(a->executor, work);
		return;
	}
	pthread_mutex_lock(&a->lock);
	a->done = true;
	pthread_cond_signal(&a->ended);
	pthread_mutex_unlock(&a->lock);
}

static void post_self_prepare(size_t size)
{
	struct co_looper *looper = NULL;

	(void)size;
	bench_expect(0, (uint64_t)co_looper_create("looper", &looper),
		"co_looper_create()");
	again.executor = co_looper_executor(looper);
	co_work_init(&again.work, again_run);
}

static void post_self(size_t size, uint64_t n)
{
	(void)size;
	ran = 0;
	again.left = n;
	again.done = false;
	co_post(again.executor, &again.work);
	pthread_mutex_lock(&again.lock);
	while (!again.done)
		pthread_cond_wait(&again.ended, &again.lock);
	pthread_mutex_unlock(&again.lock);
	bench_expect(n, ran, "what ran");
}

BENCH_CASE(post_self, "post-self", 1, post_self_prepare, post_self)
