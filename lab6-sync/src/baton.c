// SPDX-License-Identifier: MIT
/*
 * The baton. The contract: include/co/baton.h.
 */
#include "co/baton.h"

static struct co_task *baton_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	/*
	 * TODO(lab6.F): @self is found by the post that comes, or goes on
	 * because it has come.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)awaiter;
	(void)self;
	return self;
}

/* Given. */
static const struct co_awaiter_ops baton_ops = {
	.name = "baton",
	.suspend = baton_suspend,
};

/* Given. */
void co_baton_init(struct co_baton *baton)
{
	baton->awaiter.ops = &baton_ops;
	co_baton_reset(baton);
}

void co_baton_post(struct co_baton *baton)
{
	/*
	 * TODO(lab6.F): it is posted, and a task that waited goes on: by one
	 * atomic operation. After that the baton may be gone.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)baton;
}

/* Given. */
void co_baton_reset(struct co_baton *baton)
{
	atomic_store_explicit(
		&baton->state, CO_BATON_EMPTY, memory_order_relaxed);
}

/* Given. */
struct co_awaiter *co_baton_wait(struct co_baton *baton)
{
	return &baton->awaiter;
}
