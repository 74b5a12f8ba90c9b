// SPDX-License-Identifier: MIT
/*
 * libev: a queue under a mutex, and ev_async_send() to wake the loop.
 */
#include <ev.h>

#include "../mutex-queue/rows.h"

static struct queue queue;
static struct ev_loop *loop;
static ev_async wake;

static void on_wake(struct ev_loop *l, ev_async *async, int events)
{
	(void)l;
	(void)async;
	(void)events;
	run_all(queue_take(&queue));
}

static void loop_init(void)
{
	queue_init(&queue);
	loop = ev_loop_new(EVFLAG_AUTO);
	ev_async_init(&wake, on_wake);
	ev_async_start(loop, &wake);
}

static void loop_post(struct work *work)
{
	if (queue_push(&queue, work))
		ev_async_send(loop, &wake);
}

static void loop_stop(void)
{
	ev_break(loop, EVBREAK_ALL);
}

static void loop_run(void)
{
	ev_run(loop, 0);
}
