/* SPDX-License-Identifier: MIT */
/*
 * A bounded channel (lab 6, part F): values from tasks to tasks, in order.
 *
 *	senders wait          [ v | v | v ]          receivers wait
 *	while it is full  -->   capacity 3   -->     while it is empty
 *
 * The rules of the interface:
 *  - A value that was sent is received once, also after the channel is closed:
 *    what is inside is drained first.
 *  - After a close nothing more is sent: senders, also those that wait, get
 *    -EPIPE. A receiver gets -EPIPE when it is closed and drained.
 */
#ifndef CO_CHANNEL_H
#define CO_CHANNEL_H

#include "co/waiter.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_channel {
	pthread_mutex_t lock;
	void **slots;    /* fixed */
	size_t capacity; /* fixed */

	/* Under @lock. */
	struct co_waiters senders;
	struct co_waiters receivers;
	size_t first, count;
	bool closed;
};

/* Sits in the frame of the task that sends or receives. */
struct co_channel_wait {
	struct co_waiter waiter;
};

/*
 * Make an empty channel.
 *
 * Ownership: the caller's memory, and its @slots, until co_channel_fini().
 * Returns:   0; -EINVAL when @capacity is 0 or there are no @slots.
 */
int co_channel_init(struct co_channel *channel, void **slots, size_t capacity);

/* Given: it goes away; nobody waits (CO_ASSERT, "destroyed while"). */
static inline void co_channel_fini(struct co_channel *channel)
{
	co_waiters_fini(&channel->senders, "channel");
	co_waiters_fini(&channel->receivers, "channel");
	pthread_mutex_destroy(&channel->lock);
}

/*
 * Await room, and send @value. The result is 0; -EPIPE when the channel is
 * closed before there is room; -ECANCELED when the task's token is asked
 * before. After an error @value was not sent.
 *
 * Ownership: borrows @wait until the await ends; @value is passed through.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
struct co_awaiter *co_channel_send(
	struct co_channel *channel, struct co_channel_wait *wait, void *value);

/*
 * Await a value; then co_channel_received() has it. The result is 0; -EPIPE
 * when the channel is closed and drained; -ECANCELED as above.
 */
struct co_awaiter *co_channel_receive(
	struct co_channel *channel, struct co_channel_wait *wait);

static inline void *co_channel_received(const struct co_channel_wait *wait)
{
	return wait->waiter.value;
}

/*
 * The same without waiting: -EAGAIN when one would have to.
 *
 * Context: any thread.
 */
int co_channel_try_send(struct co_channel *channel, void *value);
int co_channel_try_receive(struct co_channel *channel, void **value);

/* Close it. Context: any thread. Returns: 0; -EALREADY. */
int co_channel_close(struct co_channel *channel);

#ifdef __cplusplus
}
#endif

#endif
