// SPDX-License-Identifier: MIT
/*
 * Generators: the consumer resumes the generator, the generator hands back.
 *
 * A consumer that is a coroutine stands in the generator's continuation while
 * it waits: if the generator ends, the final suspension resumes it as it would
 * any parent; if it yields, co__generator_yield() does.
 */
#include "co/generator.h"

int co_generator_next(struct co_task *generator)
{
	if (!co_task_is_done(generator))
		co_resume(generator);
	if (co_task_is_done(generator))
		return generator->error;
	CO_ASSERT(!generator->awaiter,
		"generator '%s' (%s:%u) awaits its %s: use "
		"co_generator_await()",
		generator->name, generator->file, generator->at,
		generator->awaiter->ops->name);
	return 1;
}

static struct co_task *generator_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_task *generator = co_container_of(
		awaiter, struct co_task, await);

	if (co_task_is_done(generator)) {
		co_deliver(self, generator->error);
		return self;
	}
	CO_ASSERT(!generator->continuation,
		"task '%s' consumes generator '%s' while '%s' does", self->name,
		generator->name, generator->continuation->name);
	generator->continuation = self;
	generator->flags |= CO_TASK_CONSUMED | CO_TASK_OWNED;
	co__task_inherit(generator, self);
	return co_task_next(generator);
}

static const struct co_awaiter_ops generator_ops = {
	.name = "generator",
	.awaits_task = true,
	.suspend = generator_suspend,
};

struct co_awaiter *co_generator_await(struct co_task *generator)
{
	generator->await.ops = &generator_ops;
	return &generator->await;
}

struct co_task *co__generator_yield(struct co_task *self)
{
	struct co_task *consumer = self->continuation;

	self->continuation = NULL;
	self->flags &= (uint8_t)~CO_TASK_CONSUMED;
	co_deliver(consumer, 1);
	return co_task_next(consumer);
}
