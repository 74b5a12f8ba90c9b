// SPDX-License-Identifier: MIT
/*
 * Events and latches.
 */
#include "co/event.h"

/* Under the lock. */
static void set(struct co_event *event, struct co_waiters *woken)
{
	struct co_waiter *w;

	event->is_set = true;
	while (event->is_set && (w = co_waiters_take(&event->waiters, 0))) {
		co_waiters_add(woken, w);
		event->is_set = event->kind == CO_EVENT_MANUAL;
	}
}

void co_event_set(struct co_event *event)
{
	struct co_waiters woken;

	co_waiters_init(&woken, &event->lock);
	pthread_mutex_lock(&event->lock);
	set(event, &woken);
	pthread_mutex_unlock(&event->lock);
	co_waiters_go(&woken);
}

void co_event_reset(struct co_event *event)
{
	pthread_mutex_lock(&event->lock);
	event->is_set = false;
	pthread_mutex_unlock(&event->lock);
}

static bool event_admit(struct co_waiter *w, struct co_waiters *woken)
{
	struct co_event *event = w->object;
	bool is_set = event->is_set;

	(void)woken;
	if (event->kind == CO_EVENT_AUTO)
		event->is_set = false;
	return is_set;
}

struct co_awaiter *co_event_await(
	struct co_event *event, struct co_event_wait *wait)
{
	return co_waiter_init(
		&wait->waiter, &event->waiters, event_admit, event);
}

void co_latch_init(struct co_latch *latch, size_t count)
{
	co_event_init(&latch->event, CO_EVENT_MANUAL);
	latch->count = count;
	latch->event.is_set = !count;
}

int co_latch_count_down(struct co_latch *latch, size_t n)
{
	struct co_waiters woken;
	int err = 0;

	co_waiters_init(&woken, &latch->event.lock);
	pthread_mutex_lock(&latch->event.lock);
	if (n > latch->count)
		err = -ERANGE;
	else
		latch->count -= n;
	if (!err && !latch->count)
		set(&latch->event, &woken);
	pthread_mutex_unlock(&latch->event.lock);
	co_waiters_go(&woken);
	return err;
}

struct co_awaiter *co_latch_await(
	struct co_latch *latch, struct co_event_wait *wait)
{
	return co_event_await(&latch->event, wait);
}
