// SPDX-License-Identifier: MIT
/*
 * The shared promise. The contract: include/co/shared_promise.h.
 */
#include "co/shared_promise.h"

bool co_shared_promise_claim(struct co_shared_promise *promise)
{
	/*
	 * TODO(lab6.E): one of all that ask is told to compute.
	 */
	CO_NOT_STARTED("lab6.E");
	(void)promise;
	return false;
}

static int complete(struct co_shared_promise *promise, void *value, int error)
{
	/*
	 * TODO(lab6.E): the first result stands, and all that wait go on with
	 * it.
	 */
	CO_NOT_STARTED("lab6.E");
	(void)promise;
	(void)value;
	(void)error;
	return -ENOSYS;
}

/* Given. */
int co_shared_promise_set(struct co_shared_promise *promise, void *value)
{
	return complete(promise, value, 0);
}

/* Given. */
int co_shared_promise_fail(struct co_shared_promise *promise, int error)
{
	CO_ASSERT(error < 0, "a promise fails with -errno, not with %d", error);
	return complete(promise, NULL, error);
}

static bool promise_admit(struct co_waiter *w, struct co_waiters *woken)
{
	/*
	 * TODO(lab6.E): who comes late finds the result.
	 */
	CO_NOT_STARTED("lab6.E");
	(void)w;
	(void)woken;
	return false;
}

/* Given. */
struct co_awaiter *co_shared_promise_await(
	struct co_shared_promise *promise, struct co_shared_promise_wait *wait)
{
	return co_waiter_init(
		&wait->waiter, &promise->waiters, promise_admit, promise);
}
