// SPDX-License-Identifier: MIT
/*
 * The baton: one word, which the post and the wait change once each.
 */
#include "co/baton.h"

static struct co_task *baton_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_baton *baton = co_container_of(
		awaiter, struct co_baton, awaiter);
	uintptr_t state = CO_BATON_EMPTY;

	/* Release: the frame, to the post. Acquire: what the post was for. */
	if (atomic_compare_exchange_strong_explicit(&baton->state, &state,
		    (uintptr_t)self, memory_order_acq_rel,
		    memory_order_acquire))
		return NULL;
	CO_ASSERT(state == CO_BATON_POSTED,
		"task '%s' waits for a baton, where '%s' waits already",
		self->name, ((struct co_task *)state)->name);
	return self;
}

static const struct co_awaiter_ops baton_ops = {
	.name = "baton",
	.suspend = baton_suspend,
};

void co_baton_init(struct co_baton *baton)
{
	baton->awaiter.ops = &baton_ops;
	co_baton_reset(baton);
}

void co_baton_post(struct co_baton *baton)
{
	/* Release: what was done before. Acquire: the frame of who waits. */
	uintptr_t before = atomic_exchange_explicit(
		&baton->state, CO_BATON_POSTED, memory_order_acq_rel);

	if (before > CO_BATON_POSTED)
		co_task_wake((struct co_task *)before);
}

void co_baton_reset(struct co_baton *baton)
{
	atomic_store_explicit(
		&baton->state, CO_BATON_EMPTY, memory_order_relaxed);
}

struct co_awaiter *co_baton_wait(struct co_baton *baton)
{
	return &baton->awaiter;
}
