// SPDX-License-Identifier: MIT
/*
 * Completions: the meeting of one waiter and one completer, either first.
 *
 * `state` is NULL, the waiting task, or COMPLETE. Each side puts its mark with
 * one atomic exchange and sees whether the other was there: no lock, and no
 * moment in which both leave believing that the other will act.
 */
#include <stdlib.h>

#include "co/completion.h"

#define COMPLETE ((struct co_task *)-1)

static void unref(struct co_completion *c)
{
	/* Acquire-release: the last one sees what all the others did. */
	if (atomic_fetch_sub_explicit(&c->refs, 1, memory_order_acq_rel) == 1)
		free(c);
}

static int complete(struct co_completion *c, void *value, int error)
{
	struct co_task *waiter;

	/* Only the first may write the result: the others would tear it. */
	if (atomic_exchange_explicit(&c->claimed, 1, memory_order_relaxed))
		return -EALREADY;
	c->value = value;
	c->error = error;
	/* Release: publishes the result. Acquire: the waiter's frame. */
	waiter = atomic_exchange_explicit(
		&c->state, COMPLETE, memory_order_acq_rel);
	/*
	 * Not co_deliver(): the waiter's owner may be killing it right now, and
	 * learns from completion_detach() that it is too late. The waiter asks
	 * for the result itself; as the consumer it keeps @c until then.
	 */
	if (waiter)
		co_task_wake(waiter);
	return 0;
}

int co_completion_set(struct co_completion *c, void *value)
{
	return complete(c, value, 0);
}

int co_completion_fail(struct co_completion *c, int error)
{
	CO_ASSERT(error < 0, "a completion fails with -errno, not with %d",
		error);
	return complete(c, NULL, error);
}

int co_completion_kill(struct co_completion *c)
{
	return complete(c, NULL, -EOWNERDEAD);
}

struct co_completion *co_completion_hold(struct co_completion *c)
{
	/* Relaxed: the caller has a reference, so neither count is 0. */
	atomic_fetch_add_explicit(&c->refs, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&c->producers, 1, memory_order_relaxed);
	return c;
}

void co_completion_drop(struct co_completion *c)
{
	if (!c)
		return;
	if (atomic_fetch_sub_explicit(&c->producers, 1, memory_order_acq_rel) ==
		1)
		complete(c, NULL, -ECANCELED);
	unref(c);
}

/* The waiter's side. */

static struct co_task *completion_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_completion *c = co_container_of(
		awaiter, struct co_completion, awaiter);
	struct co_task *before = NULL;

	/* Release: publishes @self. Acquire: the result, if it is there. */
	if (atomic_compare_exchange_strong_explicit(&c->state, &before, self,
		    memory_order_acq_rel, memory_order_acquire))
		return NULL;
	CO_ASSERT(before == COMPLETE,
		"task '%s' awaits a completion that '%s' awaits already",
		self->name, before->name);
	return self;
}

static int completion_resume(struct co_awaiter *awaiter, struct co_task *self)
{
	(void)self;
	return co_container_of(awaiter, struct co_completion, awaiter)->error;
}

static int completion_detach(
	struct co_awaiter *awaiter, struct co_task *self, int error)
{
	struct co_completion *c = co_container_of(
		awaiter, struct co_completion, awaiter);

	(void)error;
	return atomic_compare_exchange_strong_explicit(&c->state, &self, NULL,
		       memory_order_acq_rel, memory_order_acquire)
		       ? 0
		       : -EBUSY;
}

static const struct co_awaiter_ops completion_ops = {
	.name = "completion",
	.suspend = completion_suspend,
	.resume = completion_resume,
	.detach = completion_detach,
};

int co_completion_create(struct co_completion **out)
{
	struct co_completion *c = calloc(1, sizeof(*c));

	if (!c)
		return -ENOMEM;
	c->awaiter.ops = &completion_ops;
	atomic_init(&c->producers, 1);
	atomic_init(&c->refs, 2);
	*out = c;
	return 0;
}

struct co_awaiter *co_completion_await(struct co_completion *c)
{
	return &c->awaiter;
}

void co_completion_destroy(struct co_completion *c)
{
	struct co_task *waiter;

	if (!c)
		return;
	waiter = atomic_load_explicit(&c->state, memory_order_relaxed);
	CO_ASSERT(!waiter || waiter == COMPLETE,
		"a completion is destroyed while task '%s' awaits it",
		waiter->name);
	unref(c);
}
