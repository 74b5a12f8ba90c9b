// SPDX-License-Identifier: MIT
/*
 * Challenge: a queue with two ends.
 */
#include <stdlib.h>

#include "co/deque.h"
#include "co/executor.h"

int co_deque_init(struct co_deque *d, size_t room)
{
	/*
	 * TODO(lab5.F): the deque is empty and has the room, or nothing is
	 * left over.
	 */
	CO_NOT_STARTED("lab5.F");
	(void)d;
	(void)room;
	return -ENOSYS;
}

void co_deque_fini(struct co_deque *d)
{
	/*
	 * TODO(lab5.F): an empty deque holds nothing any more; one with work
	 * stops.
	 */
	CO_NOT_STARTED("lab5.F");
	(void)d;
}

int co_deque_push(struct co_deque *d, struct co_work *work)
{
	/*
	 * TODO(lab5.F): the work is the newest, and whoever takes it sees
	 * what was written before.
	 */
	CO_NOT_STARTED("lab5.F");
	(void)d;
	(void)work;
	return -ENOSYS;
}

struct co_work *co_deque_pop(struct co_deque *d)
{
	/*
	 * TODO(lab5.F): the answer is the newest item, and no thief has it.
	 */
	CO_NOT_STARTED("lab5.F");
	(void)d;
	return NULL;
}

struct co_work *co_deque_steal(struct co_deque *d)
{
	/*
	 * TODO(lab5.F): the answer is the oldest item, and nobody else has
	 * it.
	 */
	CO_NOT_STARTED("lab5.F");
	(void)d;
	return NULL;
}

bool co_deque_is_empty(struct co_deque *d)
{
	/*
	 * TODO(lab5.F): the answer is whether there is nothing to take; it
	 * misses nothing that was pushed before.
	 */
	CO_NOT_STARTED("lab5.F");
	(void)d;
	return true;
}
