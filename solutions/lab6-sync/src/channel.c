// SPDX-License-Identifier: MIT
/*
 * The channel: senders wait only while it is full, receivers only while it is
 * empty; so never both.
 */
#include "co/channel.h"

int co_channel_init(struct co_channel *channel, void **slots, size_t capacity)
{
	if (!capacity || !slots)
		return -EINVAL;
	pthread_mutex_init(&channel->lock, NULL);
	channel->slots = slots;
	channel->capacity = capacity;
	co_waiters_init(&channel->senders, &channel->lock);
	co_waiters_init(&channel->receivers, &channel->lock);
	channel->first = 0;
	channel->count = 0;
	channel->closed = false;
	return 0;
}

static void put(struct co_channel *channel, void *value)
{
	size_t at = (channel->first + channel->count) % channel->capacity;

	channel->slots[at] = value;
	channel->count++;
}

/* Under the lock. Returns as co_channel_try_send(). */
static int send(
	struct co_channel *channel, void *value, struct co_waiters *woken)
{
	struct co_waiter *receiver;

	if (channel->closed)
		return -EPIPE;
	if (channel->count == channel->capacity)
		return -EAGAIN;
	receiver = co_waiters_take(&channel->receivers, 0);
	if (receiver) {
		receiver->value = value;
		co_waiters_add(woken, receiver);
	} else {
		put(channel, value);
	}
	return 0;
}

/* Under the lock. Returns as co_channel_try_receive(). */
static int receive(
	struct co_channel *channel, void **value, struct co_waiters *woken)
{
	struct co_waiter *sender;

	if (!channel->count)
		return channel->closed ? -EPIPE : -EAGAIN;
	*value = channel->slots[channel->first];
	channel->first = (channel->first + 1) % channel->capacity;
	channel->count--;
	/* There is room for the first that waits. */
	sender = co_waiters_take(&channel->senders, 0);
	if (sender) {
		put(channel, sender->value);
		co_waiters_add(woken, sender);
	}
	return 0;
}

static bool send_admit(struct co_waiter *w, struct co_waiters *woken)
{
	w->result = send(w->object, w->value, woken);
	return w->result != -EAGAIN;
}

static bool receive_admit(struct co_waiter *w, struct co_waiters *woken)
{
	w->result = receive(w->object, &w->value, woken);
	return w->result != -EAGAIN;
}

struct co_awaiter *co_channel_send(
	struct co_channel *channel, struct co_channel_wait *wait, void *value)
{
	wait->waiter.value = value;
	return co_waiter_init(
		&wait->waiter, &channel->senders, send_admit, channel);
}

struct co_awaiter *co_channel_receive(
	struct co_channel *channel, struct co_channel_wait *wait)
{
	wait->waiter.value = NULL;
	return co_waiter_init(
		&wait->waiter, &channel->receivers, receive_admit, channel);
}

int co_channel_try_send(struct co_channel *channel, void *value)
{
	struct co_waiters woken;
	int err;

	co_waiters_init(&woken, &channel->lock);
	pthread_mutex_lock(&channel->lock);
	err = send(channel, value, &woken);
	pthread_mutex_unlock(&channel->lock);
	co_waiters_go(&woken);
	return err;
}

int co_channel_try_receive(struct co_channel *channel, void **value)
{
	struct co_waiters woken;
	int err;

	co_waiters_init(&woken, &channel->lock);
	pthread_mutex_lock(&channel->lock);
	err = receive(channel, value, &woken);
	pthread_mutex_unlock(&channel->lock);
	co_waiters_go(&woken);
	return err;
}

int co_channel_close(struct co_channel *channel)
{
	struct co_waiters woken;
	struct co_waiter *w;
	int err;

	co_waiters_init(&woken, &channel->lock);
	pthread_mutex_lock(&channel->lock);
	err = channel->closed ? -EALREADY : 0;
	channel->closed = true;
	while ((w = co_waiters_take(&channel->senders, -EPIPE)))
		co_waiters_add(&woken, w);
	while ((w = co_waiters_take(&channel->receivers, -EPIPE)))
		co_waiters_add(&woken, w);
	pthread_mutex_unlock(&channel->lock);
	co_waiters_go(&woken);
	return err;
}
