// SPDX-License-Identifier: MIT
/*
 * The barrier. The contract: include/co/barrier.h.
 */
#include "co/barrier.h"

struct co_task *co_barrier_arrive(struct co_barrier *barrier)
{
	/*
	 * TODO(lab6.A): one less is to come. Of several that arrive at once,
	 * one is the last, and it alone touches the barrier after that.
	 */
	CO_NOT_STARTED("lab6.A");
	(void)barrier;
	return NULL;
}

static struct co_task *barrier_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	/*
	 * TODO(lab6.A): @self is known before it arrives.
	 */
	CO_NOT_STARTED("lab6.A");
	(void)awaiter;
	(void)self;
	return self;
}

/* Given. */
static const struct co_awaiter_ops barrier_ops = {
	.name = "barrier",
	.suspend = barrier_suspend,
};

void co_barrier_init(struct co_barrier *barrier, size_t count)
{
	/*
	 * TODO(lab6.A): @count are to arrive; nobody waits.
	 */
	CO_NOT_STARTED("lab6.A");
	barrier->awaiter.ops = &barrier_ops;
	(void)barrier;
	(void)count;
}

/* Given. */
struct co_awaiter *co_barrier_wait(struct co_barrier *barrier)
{
	return &barrier->awaiter;
}
