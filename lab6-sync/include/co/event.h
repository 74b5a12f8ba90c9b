/* SPDX-License-Identifier: MIT */
/*
 * Events and latches (lab 6, part F).
 *
 * An event is set or it is not; who waits goes on when it is. A manual one
 * stays set and lets everybody through; an automatic one lets one through and
 * is reset by that. A latch is an event that is set, once, by a count that
 * reaches zero. See co/baton.h for one task and one post without a lock, and
 * co/wait_group.h for a count that also goes up.
 */
#ifndef CO_EVENT_H
#define CO_EVENT_H

#include "co/waiter.h"

#ifdef __cplusplus
extern "C" {
#endif

enum co_event_kind {
	CO_EVENT_MANUAL,
	CO_EVENT_AUTO,
};

struct co_event {
	pthread_mutex_t lock;
	enum co_event_kind kind; /* fixed */

	/* Under @lock. */
	struct co_waiters waiters;
	bool is_set;
};

/* Sits in the frame of the task that waits for an event or a latch. */
struct co_event_wait {
	struct co_waiter waiter;
};

/* Given: make an event that is not set, in the caller's memory. */
static inline void co_event_init(
	struct co_event *event, enum co_event_kind kind)
{
	pthread_mutex_init(&event->lock, NULL);
	event->kind = kind;
	co_waiters_init(&event->waiters, &event->lock);
	event->is_set = false;
}

/* Given: it goes away; nobody waits (CO_ASSERT, "destroyed while"). */
static inline void co_event_fini(struct co_event *event)
{
	co_waiters_fini(&event->waiters, "event");
	pthread_mutex_destroy(&event->lock);
}

/*
 * Set it. Manual: all that wait go on, and it stays set. Automatic: the first
 * that waits goes on, or the next that comes; sets are not counted.
 *
 * Context: any thread. Resetting what is not set does nothing.
 */
void co_event_set(struct co_event *event);
void co_event_reset(struct co_event *event);

/*
 * Await it. The result is 0, or -ECANCELED when the task's token is asked
 * before.
 *
 * Ownership: borrows @wait until the await ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
struct co_awaiter *co_event_await(
	struct co_event *event, struct co_event_wait *wait);

struct co_latch {
	struct co_event event;
	size_t count; /* under the event's lock */
};

/* Make a latch of @count; one of 0 is open. */
void co_latch_init(struct co_latch *latch, size_t count);

/* Given: it goes away; nobody waits (CO_ASSERT, "destroyed while"). */
static inline void co_latch_fini(struct co_latch *latch)
{
	co_event_fini(&latch->event);
}

/*
 * Count down by @n; at zero all that wait go on.
 *
 * Context: any thread.
 * Returns: 0; -ERANGE when the count is less than @n: nothing has changed.
 */
int co_latch_count_down(struct co_latch *latch, size_t n);

/* Await zero; otherwise as co_event_await(). */
struct co_awaiter *co_latch_await(
	struct co_latch *latch, struct co_event_wait *wait);

#ifdef __cplusplus
}
#endif

#endif
