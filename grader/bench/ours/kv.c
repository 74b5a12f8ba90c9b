// SPDX-License-Identifier: MIT
/*
 * Lab 5: the key-value server of the examples, on one context.
 */
#include "../servers/kv.h"
#include "../../../lab5-scheduler/examples/kv/server.h"

static void kv_serve(int listener)
{
	struct co_scheduler_options options = {.contexts = 1, .entries = 1024};
	struct kv_server kv = {.store = store_create(), .listener = listener};

	co_cancel_source_init(&kv.stop);
	if (!kv.store || co_scheduler_create(&options, &kv.scheduler) ||
		kv_start(&kv))
		return;
	co_scheduler_loop(kv.scheduler);
}

KV_ROWS
