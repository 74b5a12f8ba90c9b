/* SPDX-License-Identifier: MIT */
/*
 * A wait group (lab 6, part F): wait until nothing is left to do.
 *
 * A latch counts down once from a number that is known; a wait group counts up
 * when work is found and down when it is done, any number of times, and lets
 * everybody through while the count is zero.
 */
#ifndef CO_WAIT_GROUP_H
#define CO_WAIT_GROUP_H

#include "co/event.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_wait_group {
	struct co_event event; /* set while the count is 0 */
	size_t count;          /* under the event's lock */
};

/* Make one with nothing to do. Ownership: the caller's memory. */
void co_wait_group_init(struct co_wait_group *group);

/* Given: it goes away; nobody waits (CO_ASSERT, "destroyed while"). */
static inline void co_wait_group_fini(struct co_wait_group *group)
{
	co_event_fini(&group->event);
}

/*
 * There are @n more to wait for.
 *
 * Context: any thread; before what it stands for can be done.
 * Returns: 0; -EOVERFLOW when the count has no room: nothing has changed.
 */
int co_wait_group_add(struct co_wait_group *group, size_t n);

/*
 * One is done; at zero all that wait go on.
 *
 * Context: any thread.
 * Returns: 0; -ERANGE when there was nothing to do: nothing has changed.
 */
int co_wait_group_done(struct co_wait_group *group);

/* Await zero; otherwise as co_event_await(). */
struct co_awaiter *co_wait_group_await(
	struct co_wait_group *group, struct co_event_wait *wait);

#ifdef __cplusplus
}
#endif

#endif
