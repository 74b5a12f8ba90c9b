// SPDX-License-Identifier: MIT
/*
 * Challenge: work stealing.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/steal.h"

struct co_awaiter *co_offer_to(struct co_offer *offer, struct co_steal *steal)
{
	static const struct co_awaiter_ops ops = {.name = "offer"};

	/*
	 * TODO(lab5.F): awaiting what is returned, the task goes on at a
	 * context that has time, and never lies where nobody looks.
	 */
	CO_NOT_STARTED("lab5.F");
	offer->awaiter.ops = &ops;
	(void)steal;
	return &offer->awaiter;
}

int co_steal_create(struct co_scheduler *s, size_t room, struct co_steal **out)
{
	/*
	 * TODO(lab5.F): each context has a deque and rests, or nothing is
	 * left over.
	 */
	CO_NOT_STARTED("lab5.F");
	(void)s;
	(void)room;
	(void)out;
	return -ENOSYS;
}

void co_steal_destroy(struct co_steal *steal)
{
	/*
	 * TODO(lab5.F): everything is freed; while a context may still come,
	 * it stops.
	 */
	CO_NOT_STARTED("lab5.F");
	(void)steal;
}
