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
	/*
	 * TODO(lab4.B): @poll has a ring without flags and an eventfd that
	 * the ring adds to; or nothing is left over.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)poll;
	(void)entries;
	return -ENOSYS;
}

int co_seed_poll_turn(struct co_seed_poll *poll)
{
	/*
	 * TODO(lab4.B): what was prepared is submitted, the eventfd was read,
	 * and all completions that were there then were delivered, however
	 * many batches they are.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)poll;
	return -ENOSYS;
}

/* Given. */
void co_seed_poll_wake(struct co_seed_poll *poll)
{
	const uint64_t one = 1;

	while (write(poll->event_fd, &one, sizeof(one)) < 0)
		CO_ASSERT(errno == EINTR, "the wake-up cannot be written: %d",
			errno);
}

/* Given. */
void co_seed_poll_fini(struct co_seed_poll *poll)
{
	co_ring_fini(&poll->ring);
	close(poll->event_fd);
}
