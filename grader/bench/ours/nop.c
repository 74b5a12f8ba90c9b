// SPDX-License-Identifier: MIT
/*
 * Lab 4: NOPs through the ring, awaited by coroutines on a context.
 */
#include <stdlib.h>

#include "../contender.h"
#include "co/context.h"
#include "co/io.h"

struct looper {
	struct co_task task;
	struct co_io io;
	uint64_t left;
	uint64_t done;
};

static struct co_context *context;
static struct looper *loopers;

static struct co_task *looper_body(struct co_task *self)
{
	struct looper *f = co_frame(self, struct looper);

	CO_BEGIN(self);
	for (; f->left; f->left--) {
		CO_TRY(self, co_nop(&f->io));
		f->done++;
	}
	CO_END(self);
}

static void prepare(size_t size)
{
	int err = co_context_create("nop", (unsigned)size, &context);

	bench_expect(0, (uint64_t)err, "co_context_create()");
	co_context_hold(context);
	err = co_context_start(context);
	bench_expect(0, (uint64_t)err, "co_context_start()");
	loopers = calloc(size, sizeof(*loopers));
}

/* The first starts the others, so that all of them go in step. */
struct starter {
	struct co_task task;
	size_t size;
};

static struct co_task *starter_body(struct co_task *self)
{
	struct starter *f = co_frame(self, struct starter);
	size_t i;

	CO_BEGIN(self);
	for (i = 0; i < f->size; i++)
		co_context_submit(context, &loopers[i].task);
	CO_END(self);
}

static void run(size_t size, uint64_t n)
{
	struct starter starter = {.size = size};
	size_t i;

	for (i = 0; i < size; i++) {
		loopers[i].left = n / size;
		loopers[i].done = 0;
		co_task_init(&loopers[i].task, looper_body, "nops");
	}
	co_task_init(&starter.task, starter_body, "starter");
	co_context_submit(context, &starter.task);
	co_task_wait(&starter.task);
	for (i = 0; i < size; i++) {
		co_task_wait(&loopers[i].task);
		bench_expect(n / size, loopers[i].done, "NOPs of one");
	}
}

BENCH_CASE(nop_1, "nop-1", 1, prepare, run)
BENCH_CASE(nop_32, "nop-32", 32, prepare, run)
BENCH_CASE(nop_256, "nop-256", 256, prepare, run)
