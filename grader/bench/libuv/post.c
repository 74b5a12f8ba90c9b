// SPDX-License-Identifier: MIT
/*
 * libuv: a queue under a mutex, and uv_async_send() to wake the loop.
 */
#include <uv.h>

#include "../mutex-queue/rows.h"

static struct queue queue;
static uv_loop_t loop;
static uv_async_t wake;

static void on_wake(uv_async_t *async)
{
	(void)async;
	run_all(queue_take(&queue));
}

static void loop_init(void)
{
	queue_init(&queue);
	uv_loop_init(&loop);
	uv_async_init(&loop, &wake, on_wake);
}

static void loop_post(struct work *work)
{
	if (queue_push(&queue, work))
		uv_async_send(&wake);
}

static void loop_stop(void)
{
	uv_stop(&loop);
}

static void loop_run(void)
{
	uv_run(&loop, UV_RUN_DEFAULT);
}
