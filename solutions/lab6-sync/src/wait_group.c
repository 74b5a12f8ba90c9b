// SPDX-License-Identifier: MIT
/*
 * The wait group: an event that is set while nothing is to do.
 */
#include "co/wait_group.h"

void co_wait_group_init(struct co_wait_group *group)
{
	co_event_init(&group->event, CO_EVENT_MANUAL);
	group->event.is_set = true;
	group->count = 0;
}

int co_wait_group_add(struct co_wait_group *group, size_t n)
{
	int err = 0;

	pthread_mutex_lock(&group->event.lock);
	if (n > SIZE_MAX - group->count)
		err = -EOVERFLOW;
	else
		group->count += n;
	if (group->count)
		group->event.is_set = false;
	pthread_mutex_unlock(&group->event.lock);
	return err;
}

int co_wait_group_done(struct co_wait_group *group)
{
	struct co_waiters woken;
	struct co_waiter *w;
	int err = 0;

	co_waiters_init(&woken, &group->event.lock);
	pthread_mutex_lock(&group->event.lock);
	if (!group->count)
		err = -ERANGE;
	else if (!--group->count)
		group->event.is_set = true;
	/* In the same step as the count: an add must not come in between. */
	while (group->event.is_set &&
		(w = co_waiters_take(&group->event.waiters, 0)))
		co_waiters_add(&woken, w);
	pthread_mutex_unlock(&group->event.lock);
	co_waiters_go(&woken);
	return err;
}

struct co_awaiter *co_wait_group_await(
	struct co_wait_group *group, struct co_event_wait *wait)
{
	return co_event_await(&group->event, wait);
}
