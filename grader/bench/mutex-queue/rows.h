/* SPDX-License-Identifier: MIT */
/*
 * The two rows for a loop with a queue. Who includes this brings
 *
 *	loop_init()	make the loop
 *	loop_post(w)	post, from any thread
 *	loop_run()	run work until loop_stop() was called by some
 *	loop_stop()	called by work
 */
#ifndef BENCH_QUEUE_ROWS_H
#define BENCH_QUEUE_ROWS_H

#include <stdlib.h>

#include "../contender.h"
#include "queue.h"

static void loop_init(void);
static void loop_post(struct work *work);
static void loop_run(void);
static void loop_stop(void);

static uint64_t ran, wanted;

static void count_run(struct work *work)
{
	(void)work;
	if (++ran == wanted)
		loop_stop();
}

static void *loop_thread(void *unused)
{
	loop_run();
	return unused;
}

/* Wall time of a post: from the first to the end of the last one's work. */
static double post_cross(size_t size)
{
	struct work *items = malloc(size * sizeof(*items));
	double started, took;
	pthread_t thread;
	size_t i;

	wanted = size;
	for (i = 0; i < size; i++)
		items[i].run = count_run;
	loop_init();
	bench_expect(0,
		(uint64_t)pthread_create(&thread, NULL, loop_thread, NULL),
		"pthread_create()");
	started = now_ns();
	for (i = 0; i < size; i++)
		loop_post(&items[i]);
	pthread_join(thread, NULL);
	took = now_ns() - started;
	free(items);
	bench_expect(size, ran, "what ran");
	return took / (double)size;
}

BENCH_MEASURE(post_cross, "post-cross-thread", 500000, post_cross)

static void again_run(struct work *work)
{
	if (++ran == wanted)
		loop_stop();
	else
		loop_post(work);
}

static void post_self_prepare(size_t size)
{
	(void)size;
	loop_init();
}

static void post_self(size_t size, uint64_t n)
{
	struct work again = {.run = again_run};

	(void)size;
	ran = 0;
	wanted = n;
	loop_post(&again);
	loop_run();
	bench_expect(n, ran, "what ran");
}

BENCH_CASE(post_self, "post-self", 1, post_self_prepare, post_self)

#endif
