// SPDX-License-Identifier: MIT
/*
 * Completions: the meeting of one waiter and one completer, either first.
 *
 * Yours: the first half of part E. `state` is NULL, the waiting task, or
 * COMPLETE; both sides move it, at any time, from any thread.
 */
#include <stdlib.h>

#include "co/completion.h"

#define COMPLETE ((struct co_task *)-1)

/* Given: one reference less; the last one frees. */
static void unref(struct co_completion *c)
{
	/* Acquire-release: the last one sees what all the others did. */
	if (atomic_fetch_sub_explicit(&c->refs, 1, memory_order_acq_rel) == 1)
		free(c);
}

static int complete(struct co_completion *c, void *value, int error)
{
	/*
	 * TODO(lab1.E): the first of all that complete @c has stored @value
	 * and @error and published them; the task that waits, if there is
	 * one, was woken, and nothing else of it was touched: its owner may be
	 * killing it at this moment. Any other completer changes nothing and
	 * returns -EALREADY.
	 */
	CO_NOT_STARTED("lab1.E");
	(void)c;
	(void)value;
	(void)error;
	return -ENOSYS;
}

/* Given: the three ways to complete. */

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

/* Given. */
struct co_completion *co_completion_hold(struct co_completion *c)
{
	/* Relaxed: the caller has a reference, so neither count is 0. */
	atomic_fetch_add_explicit(&c->refs, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&c->producers, 1, memory_order_relaxed);
	return c;
}

void co_completion_drop(struct co_completion *c)
{
	/*
	 * TODO(lab1.E): the producer's part is given back. If it was the last
	 * and nobody has completed, the waiter, now or later, gets -ECANCELED.
	 */
	CO_NOT_STARTED("lab1.E");
	(void)c;
	(void)unref;
}

/* The waiter's side. */

static struct co_task *completion_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_completion *c = co_container_of(
		awaiter, struct co_completion, awaiter);

	/*
	 * TODO(lab1.E): either the one that completes will find @self, or it
	 * has come already and @self goes on. A second waiter stops at a
	 * CO_ASSERT that says "awaits already".
	 */
	CO_NOT_STARTED("lab1.E");
	(void)c;
	return self;
}

/* Given: the waiter asks for the result when it goes on. */
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

	/*
	 * TODO(lab1.E): @self is being killed: nobody waits here any more; or
	 * it is too late, because somebody completes, and that is -EBUSY.
	 */
	CO_NOT_STARTED("lab1.E");
	(void)c;
	(void)self;
	(void)error;
	return -EBUSY;
}

/* Given: what co_completion_await() hands to CO_AWAIT. */
static const struct co_awaiter_ops completion_ops = {
	.name = "completion",
	.suspend = completion_suspend,
	.resume = completion_resume,
	.detach = completion_detach,
};

/* Given. */
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

/* Given. */
struct co_awaiter *co_completion_await(struct co_completion *c)
{
	return &c->awaiter;
}

void co_completion_destroy(struct co_completion *c)
{
	/*
	 * TODO(lab1.E): the consumer's part is given back. While a task still
	 * awaits @c this stops at a CO_ASSERT that names the task.
	 */
	CO_NOT_STARTED("lab1.E");
	(void)c;
}
