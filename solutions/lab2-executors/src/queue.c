// SPDX-License-Identifier: MIT
/*
 * Part A: the queue of work items.
 */
#include "co/queue.h"

void co_queue_push(struct co_work_queue *queue, struct co_work *work)
{
	work->next = CO_WORK_LAST;
	if (queue->first)
		queue->last->next = work;
	else
		queue->first = work;
	queue->last = work;
}

struct co_work *co_queue_pop(struct co_work_queue *queue)
{
	struct co_work *work = queue->first;

	if (!work)
		return NULL;
	queue->first = work->next == CO_WORK_LAST ? NULL : work->next;
	work->next = NULL;
	return work;
}

void co_queue_append(struct co_work_queue *to, struct co_work_queue *from)
{
	if (!from->first)
		return;
	if (to->first)
		to->last->next = from->first;
	else
		to->first = from->first;
	to->last = from->last;
	from->first = NULL;
}
