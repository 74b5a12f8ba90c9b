// SPDX-License-Identifier: MIT
/*
 * Generators: the consumer resumes the generator, the generator hands back.
 *
 * Yours: the second half of part E.
 */
#include "co/generator.h"

int co_generator_next(struct co_task *generator)
{
	/*
	 * TODO(lab1.E): a generator that has not ended has run to its next
	 * yield or to its end, and the answer says which. One that stopped at
	 * an await instead is the caller's mistake.
	 */
	CO_NOT_STARTED("lab1.E");
	(void)generator;
	return -ENOSYS;
}

static struct co_task *generator_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_task *generator = co_container_of(
		awaiter, struct co_task, await);

	/*
	 * TODO(lab1.E): a generator that has ended answers at once. Any other
	 * knows @self as the one that consumes it (CO_TASK_CONSUMED), has
	 * inherited what it lacks, and runs next, where it belongs. A second
	 * consumer at the same time is a mistake to stop at.
	 */
	CO_NOT_STARTED("lab1.E");
	(void)generator;
	return self;
}

/* Given: what co_generator_await() hands to CO_AWAIT. */
static const struct co_awaiter_ops generator_ops = {
	.name = "generator",
	.awaits_task = true,
	.suspend = generator_suspend,
};

/* Given. */
struct co_awaiter *co_generator_await(struct co_task *generator)
{
	generator->await.ops = &generator_ops;
	return &generator->await;
}

struct co_task *co__generator_yield(struct co_task *self)
{
	/*
	 * TODO(lab1.E): CO_YIELD calls this when a consumer awaits. The
	 * consumer has the result 1 and goes on where it belongs; @self is
	 * consumed by nobody until it is awaited again.
	 */
	CO_NOT_STARTED("lab1.E");
	(void)self;
	return NULL;
}
