// SPDX-License-Identifier: MIT
/*
 * Part D: the task manager.
 */
#include "co/managed.h"

int co_manager_add(struct co_manager *m, struct co_task *task,
	const struct co_managed_options *options, uint64_t *id)
{
	/*
	 * TODO(lab5.D): the task is on record, hears of its token and runs
	 * under its guard; after an error all is as before.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	(void)task;
	(void)options;
	(void)id;
	return -ENOSYS;
}

int co_manager_find(
	struct co_manager *m, uint64_t id, struct co_managed_info *info)
{
	/*
	 * TODO(lab5.D): @info says what is known of @id.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	(void)id;
	(void)info;
	return -ENOSYS;
}

size_t co_manager_list(
	struct co_manager *m, struct co_managed_info *infos, size_t max)
{
	/*
	 * TODO(lab5.D): @infos shows one instant, in the order of ids.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	(void)infos;
	(void)max;
	return 0;
}

int co_manager_kill(struct co_manager *m, uint64_t id)
{
	/*
	 * TODO(lab5.D): the end of the task is decided, by this call or before.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	(void)id;
	return -ENOSYS;
}

int co_manager_forget(struct co_manager *m, uint64_t id)
{
	/*
	 * TODO(lab5.D): the record of a task that has ended is gone, and its
	 * data with it.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	(void)id;
	return -ENOSYS;
}

void co_manager_shutdown(struct co_manager *m)
{
	/*
	 * TODO(lab5.D): nothing is taken any more.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
}

void co_manager_wait(struct co_manager *m)
{
	/*
	 * TODO(lab5.D): no task lives, and nobody else touches @m.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
}

void co_manager_destroy(struct co_manager *m)
{
	/*
	 * TODO(lab5.D): every task was killed or has ended, and nothing is left
	 * over.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
}
