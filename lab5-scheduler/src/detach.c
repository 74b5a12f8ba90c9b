// SPDX-License-Identifier: MIT
/*
 * Part A: tasks that nobody awaits.
 */
#include "co/detach.h"

void co_group_init(struct co_group *group, struct co_group *parent)
{
	/*
	 * TODO(lab5.A): the group is empty, and reports as its parent does.
	 */
	CO_NOT_STARTED("lab5.A");
	(void)group;
	(void)parent;
}

void co_group_fini(struct co_group *group)
{
	/*
	 * TODO(lab5.A): an empty group holds nothing any more; one with
	 * tasks stops.
	 */
	CO_NOT_STARTED("lab5.A");
	(void)group;
}

void co_group_enter(struct co_group *group)
{
	/*
	 * TODO(lab5.A): one more is counted, and the parent was entered
	 * before the group stops being empty.
	 */
	CO_NOT_STARTED("lab5.A");
	(void)group;
}

void co_group_leave(struct co_group *group)
{
	/*
	 * TODO(lab5.A): one less is counted; the last one tells the parent,
	 * or whoever waits, and nobody waits for ever.
	 */
	CO_NOT_STARTED("lab5.A");
	(void)group;
}

void co_group_wait(struct co_group *group)
{
	/*
	 * TODO(lab5.A): it returns when the group is empty, and not before.
	 */
	CO_NOT_STARTED("lab5.A");
	(void)group;
}

int co__detach_prepare(struct co_group *group, struct co_task *task,
	struct co_executor *executor, struct co_task **wrapper)
{
	/*
	 * TODO(lab5.A): a wrapper owns @task, is counted, and is ready to be
	 * started.
	 */
	CO_NOT_STARTED("lab5.A");
	(void)group;
	(void)task;
	(void)executor;
	(void)wrapper;
	return -ENOSYS;
}

void co__detach_undo(struct co_task *wrapper)
{
	/*
	 * TODO(lab5.A): the wrapper is gone and not counted; its task is the
	 * caller's again.
	 */
	CO_NOT_STARTED("lab5.A");
	(void)wrapper;
}

int co_detach(struct co_group *group, struct co_task *task,
	struct co_executor *executor)
{
	/*
	 * TODO(lab5.A): the task runs on @executor and everything is freed
	 * at its end.
	 */
	CO_NOT_STARTED("lab5.A");
	(void)group;
	(void)task;
	(void)executor;
	return -ENOSYS;
}
