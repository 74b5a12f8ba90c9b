// SPDX-License-Identifier: MIT
/*
 * Part B, the warm-up: the seed's way to wait, to be measured.
 */
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "co/seed_poll.h"

enum {
	BATCH = 16 /* completions that are looked at at once */
};

int co_seed_poll_init(struct co_seed_poll *poll, unsigned entries)
{
	int err;

	memset(poll, 0, sizeof(*poll));
	err = io_uring_queue_init(entries, &poll->ring.uring, 0);
	if (err)
		return err;
	poll->event_fd = eventfd(0, EFD_CLOEXEC);
	if (poll->event_fd < 0) {
		err = -errno;
		goto err_exit_ring;
	}
	err = io_uring_register_eventfd(&poll->ring.uring, poll->event_fd);
	if (err)
		goto err_close_event;
	return 0;

err_close_event:
	close(poll->event_fd);
err_exit_ring:
	io_uring_queue_exit(&poll->ring.uring);
	return err;
}

static unsigned take_batch(struct co_ring *ring)
{
	struct io_uring_cqe *cqes[BATCH];
	unsigned n = io_uring_peek_batch_cqe(&ring->uring, cqes, BATCH);
	unsigned i;

	for (i = 0; i < n; i++) {
		ring->in_flight--;
		co_cqe_deliver(cqes[i]);
	}
	io_uring_cq_advance(&ring->uring, n);
	return n;
}

int co_seed_poll_turn(struct co_seed_poll *poll)
{
	int err = co_submitted(io_uring_submit(&poll->ring.uring));
	uint64_t count;
	unsigned n;
	int taken = 0;

	if (err < 0)
		return err;
	while (read(poll->event_fd, &count, sizeof(count)) < 0)
		if (errno != EINTR)
			return -errno;
	/* The count is gone: what stays here is not heard of again. */
	while ((n = take_batch(&poll->ring)))
		taken += (int)n;
	return taken;
}

void co_seed_poll_wake(struct co_seed_poll *poll)
{
	const uint64_t one = 1;

	while (write(poll->event_fd, &one, sizeof(one)) < 0)
		CO_ASSERT(errno == EINTR, "the wake-up cannot be written: %d",
			errno);
}

void co_seed_poll_fini(struct co_seed_poll *poll)
{
	co_ring_fini(&poll->ring);
	close(poll->event_fd);
}
