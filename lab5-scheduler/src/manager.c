// SPDX-License-Identifier: MIT
/*
 * Part D: the task manager.
 */
#include <pthread.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "co/cancel.h"
#include "co/delay.h"
#include "co/manager.h"

int co_manager_create(struct co_manager **out)
{
	/*
	 * TODO(lab5.D): there is a manager that knows no task.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)out;
	return -ENOSYS;
}

void co_manager_destroy(struct co_manager *m)
{
	/*
	 * TODO(lab5.D): nothing is left over; with tasks it stops.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
}

int co_manager_add(struct co_manager *m, struct co_task *task,
	const struct co_managed *how, uint64_t *id, struct co_task **guard)
{
	/*
	 * TODO(lab5.D): the guard owns @task, is known by its number, keeps
	 * its limit, and leaves nothing behind however it ends.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	(void)task;
	(void)how;
	(void)id;
	(void)guard;
	return -ENOSYS;
}

int co_manager_kill(struct co_manager *m, uint64_t id)
{
	/*
	 * TODO(lab5.D): if nothing was first, the task ends as killed, and
	 * what it waits for is unwound where it runs.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	(void)id;
	return -ENOSYS;
}

size_t co_manager_kill_all(struct co_manager *m)
{
	/*
	 * TODO(lab5.D): all that are known now are killed.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	return 0;
}

size_t co_manager_list(struct co_manager *m, uint64_t *ids, size_t room)
{
	/*
	 * TODO(lab5.D): the numbers are written, the oldest first.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	(void)ids;
	(void)room;
	return 0;
}

int co_manager_status(struct co_manager *m, uint64_t id, enum co_status *out)
{
	/*
	 * TODO(lab5.D): the answer is where the task stands.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	(void)id;
	(void)out;
	return -ENOSYS;
}

int co_manager_data(struct co_manager *m, uint64_t id, void **out)
{
	/*
	 * TODO(lab5.D): the answer is the private data.
	 */
	CO_NOT_STARTED("lab5.D");
	(void)m;
	(void)id;
	(void)out;
	return -ENOSYS;
}
