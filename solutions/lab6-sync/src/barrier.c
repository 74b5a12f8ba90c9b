// SPDX-License-Identifier: MIT
/*
 * The barrier: one count, and the last to arrive resumes.
 */
#include "co/barrier.h"

struct co_task *co_barrier_arrive(struct co_barrier *barrier)
{
	size_t before;

	/* Release: what we did. Acquire, for the last: what all did. */
	before = atomic_fetch_sub_explicit(
		&barrier->count, 1, memory_order_acq_rel);
	CO_ASSERT(before, "one too many arrives at a barrier");
	return before == 1 ? co_task_next(barrier->waiter) : NULL;
}

static struct co_task *barrier_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_barrier *barrier = co_container_of(
		awaiter, struct co_barrier, awaiter);

	barrier->waiter = self;
	return co_barrier_arrive(barrier);
}

static const struct co_awaiter_ops barrier_ops = {
	.name = "barrier",
	.suspend = barrier_suspend,
};

void co_barrier_init(struct co_barrier *barrier, size_t count)
{
	barrier->awaiter.ops = &barrier_ops;
	barrier->waiter = NULL;
	atomic_store_explicit(&barrier->count, count, memory_order_relaxed);
}

struct co_awaiter *co_barrier_wait(struct co_barrier *barrier)
{
	return &barrier->awaiter;
}
