// SPDX-License-Identifier: MIT
/*
 * Events and latches. The contract: include/co/event.h.
 */
#include "co/event.h"

void co_event_set(struct co_event *event)
{
	/*
	 * TODO(lab6.F): manual: all go on, and it stays set. Automatic: one
	 * goes on, or the next that comes will.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)event;
}

void co_event_reset(struct co_event *event)
{
	/*
	 * TODO(lab6.F): it is not set.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)event;
}

static bool event_admit(struct co_waiter *w, struct co_waiters *woken)
{
	/*
	 * TODO(lab6.F): whether it is set; and an automatic one is not any
	 * more.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)w;
	(void)woken;
	return false;
}

/* Given. */
struct co_awaiter *co_event_await(
	struct co_event *event, struct co_event_wait *wait)
{
	return co_waiter_init(
		&wait->waiter, &event->waiters, event_admit, event);
}

void co_latch_init(struct co_latch *latch, size_t count)
{
	/*
	 * TODO(lab6.F): an event that is set when the count is 0.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)latch;
	(void)count;
}

int co_latch_count_down(struct co_latch *latch, size_t n)
{
	/*
	 * TODO(lab6.F): @n less; at zero the event is set. Never below.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)latch;
	(void)n;
	return -ENOSYS;
}

/* Given. */
struct co_awaiter *co_latch_await(
	struct co_latch *latch, struct co_event_wait *wait)
{
	return co_event_await(&latch->event, wait);
}
