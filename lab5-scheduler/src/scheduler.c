// SPDX-License-Identifier: MIT
/*
 * Part C: the scheduler.
 */
#include <stdlib.h>
#include <string.h>

#include "co/scheduler.h"

int co_scheduler_create(
	const struct co_scheduler_options *options, struct co_scheduler **out)
{
	/*
	 * TODO(lab5.C): there are contexts and a dispatcher, or nothing is
	 * left over.
	 */
	CO_NOT_STARTED("lab5.C");
	(void)options;
	(void)out;
	return -ENOSYS;
}

void co_scheduler_destroy(struct co_scheduler *s)
{
	/*
	 * TODO(lab5.C): what waited is cancelled, and everything is freed.
	 */
	CO_NOT_STARTED("lab5.C");
	(void)s;
}

unsigned co_scheduler_size(const struct co_scheduler *s)
{
	/*
	 * TODO(lab5.C): the answer is the number of contexts.
	 */
	CO_NOT_STARTED("lab5.C");
	(void)s;
	return 0;
}

struct co_context *co_scheduler_context(struct co_scheduler *s, unsigned i)
{
	/*
	 * TODO(lab5.C): the answer is context @i.
	 */
	CO_NOT_STARTED("lab5.C");
	(void)s;
	(void)i;
	return NULL;
}

size_t co_scheduler_live(struct co_scheduler *s)
{
	/*
	 * TODO(lab5.C): the answer is how many tasks have not ended.
	 */
	CO_NOT_STARTED("lab5.C");
	(void)s;
	return 0;
}

int co_scheduler_submit(struct co_scheduler *s, struct co_task *task)
{
	/*
	 * TODO(lab5.C): the task is counted, and runs on the context that
	 * was picked.
	 */
	CO_NOT_STARTED("lab5.C");
	(void)s;
	(void)task;
	return -ENOSYS;
}

int co_scheduler_submit_key(
	struct co_scheduler *s, struct co_task *task, uint64_t key)
{
	/*
	 * TODO(lab5.C): the task is counted, and runs on the context of
	 * @key.
	 */
	CO_NOT_STARTED("lab5.C");
	(void)s;
	(void)task;
	(void)key;
	return -ENOSYS;
}

int co_scheduler_loop(struct co_scheduler *s)
{
	/*
	 * TODO(lab5.C): all that was submitted is done, or it was stopped,
	 * or no context runs.
	 */
	CO_NOT_STARTED("lab5.C");
	(void)s;
	return -ENOSYS;
}

void co_scheduler_stop(struct co_scheduler *s)
{
	/*
	 * TODO(lab5.C): the loop returns soon, whatever it is doing now.
	 */
	CO_NOT_STARTED("lab5.C");
	(void)s;
}
