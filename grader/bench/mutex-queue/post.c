// SPDX-License-Identifier: MIT
/*
 * A queue under a mutex, and a condition to sleep on.
 */
#include "rows.h"

static struct queue queue;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static bool stopped; /* by the thread that runs the loop */

static void loop_init(void)
{
	queue_init(&queue);
}

static void loop_post(struct work *work)
{
	if (queue_push(&queue, work))
		pthread_cond_signal(&wake);
}

static void loop_stop(void)
{
	stopped = true;
}

static void loop_run(void)
{
	for (stopped = false; !stopped;) {
		pthread_mutex_lock(&queue.lock);
		while (!queue.first)
			pthread_cond_wait(&wake, &queue.lock);
		pthread_mutex_unlock(&queue.lock);
		run_all(queue_take(&queue));
	}
}
