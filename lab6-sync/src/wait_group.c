// SPDX-License-Identifier: MIT
/*
 * The wait group. The contract: include/co/wait_group.h.
 */
#include "co/wait_group.h"

void co_wait_group_init(struct co_wait_group *group)
{
	/*
	 * TODO(lab6.F): nothing is to do, so nobody waits.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)group;
}

int co_wait_group_add(struct co_wait_group *group, size_t n)
{
	/*
	 * TODO(lab6.F): @n more; whoever comes now waits.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)group;
	(void)n;
	return -ENOSYS;
}

int co_wait_group_done(struct co_wait_group *group)
{
	/*
	 * TODO(lab6.F): one less; at zero all go on. Never below.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)group;
	return -ENOSYS;
}

/* Given. */
struct co_awaiter *co_wait_group_await(
	struct co_wait_group *group, struct co_event_wait *wait)
{
	return co_event_await(&group->event, wait);
}
