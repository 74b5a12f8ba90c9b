// SPDX-License-Identifier: MIT
/*
 * Part A: the queue of work items. Its contract: include/co/queue.h.
 */
#include "co/queue.h"

void co_queue_push(struct co_work_queue *queue, struct co_work *work)
{
	/*
	 * TODO(lab2.A): @work is the last item of @queue, and its link says
	 * that it is in a queue.
	 */
	CO_NOT_STARTED("lab2.A");
	(void)queue;
	(void)work;
}

struct co_work *co_queue_pop(struct co_work_queue *queue)
{
	/*
	 * TODO(lab2.A): the item that was first is out of @queue, and its link
	 * says that it is free.
	 */
	CO_NOT_STARTED("lab2.A");
	(void)queue;
	return NULL;
}

void co_queue_append(struct co_work_queue *to, struct co_work_queue *from)
{
	/*
	 * TODO(lab2.A): all that was in @from stands behind what was in @to,
	 * in order. No loop is needed.
	 */
	CO_NOT_STARTED("lab2.A");
	(void)to;
	(void)from;
}
