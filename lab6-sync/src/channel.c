// SPDX-License-Identifier: MIT
/*
 * The channel. The contract: include/co/channel.h.
 */
#include "co/channel.h"

int co_channel_init(struct co_channel *channel, void **slots, size_t capacity)
{
	/*
	 * TODO(lab6.F): an empty channel that is open.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)channel;
	(void)slots;
	(void)capacity;
	return -ENOSYS;
}

static bool send_admit(struct co_waiter *w, struct co_waiters *woken)
{
	/*
	 * TODO(lab6.F): the value is sent, to one that waits or into the
	 * slots, or it is known that it cannot be; or the sender has to wait.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)w;
	(void)woken;
	return false;
}

static bool receive_admit(struct co_waiter *w, struct co_waiters *woken)
{
	/*
	 * TODO(lab6.F): a value is received, and there is room for the next
	 * sender; or there will never be one; or the receiver has to wait.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)w;
	(void)woken;
	return false;
}

/* Given. */
struct co_awaiter *co_channel_send(
	struct co_channel *channel, struct co_channel_wait *wait, void *value)
{
	wait->waiter.value = value;
	return co_waiter_init(
		&wait->waiter, &channel->senders, send_admit, channel);
}

/* Given. */
struct co_awaiter *co_channel_receive(
	struct co_channel *channel, struct co_channel_wait *wait)
{
	wait->waiter.value = NULL;
	return co_waiter_init(
		&wait->waiter, &channel->receivers, receive_admit, channel);
}

int co_channel_try_send(struct co_channel *channel, void *value)
{
	/*
	 * TODO(lab6.F): as send_admit(), without waiting; takes the lock.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)channel;
	(void)value;
	return -ENOSYS;
}

int co_channel_try_receive(struct co_channel *channel, void **value)
{
	/*
	 * TODO(lab6.F): as receive_admit(), without waiting; takes the lock.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)channel;
	(void)value;
	return -ENOSYS;
}

int co_channel_close(struct co_channel *channel)
{
	/*
	 * TODO(lab6.F): nothing more is sent, and nobody waits any more.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)channel;
	return -ENOSYS;
}
