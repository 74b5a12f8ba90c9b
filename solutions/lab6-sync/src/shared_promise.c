// SPDX-License-Identifier: MIT
/*
 * The shared promise: the result is written once, under the lock.
 */
#include "co/shared_promise.h"

bool co_shared_promise_claim(struct co_shared_promise *promise)
{
	bool first;

	pthread_mutex_lock(&promise->lock);
	first = !promise->claimed && !promise->complete;
	promise->claimed = true;
	pthread_mutex_unlock(&promise->lock);
	return first;
}

static int complete(struct co_shared_promise *promise, void *value, int error)
{
	struct co_waiters woken;
	struct co_waiter *w;
	bool first;

	co_waiters_init(&woken, &promise->lock);
	pthread_mutex_lock(&promise->lock);
	first = !promise->complete;
	if (first) {
		promise->complete = true;
		promise->value = value;
		promise->error = error;
	}
	while ((w = co_waiters_take(&promise->waiters, error)))
		co_waiters_add(&woken, w);
	pthread_mutex_unlock(&promise->lock);
	co_waiters_go(&woken);
	return first ? 0 : -EALREADY;
}

int co_shared_promise_set(struct co_shared_promise *promise, void *value)
{
	return complete(promise, value, 0);
}

int co_shared_promise_fail(struct co_shared_promise *promise, int error)
{
	CO_ASSERT(error < 0, "a promise fails with -errno, not with %d", error);
	return complete(promise, NULL, error);
}

static bool promise_admit(struct co_waiter *w, struct co_waiters *woken)
{
	struct co_shared_promise *promise = w->object;

	(void)woken;
	w->result = promise->error;
	return promise->complete;
}

struct co_awaiter *co_shared_promise_await(
	struct co_shared_promise *promise, struct co_shared_promise_wait *wait)
{
	return co_waiter_init(
		&wait->waiter, &promise->waiters, promise_admit, promise);
}
