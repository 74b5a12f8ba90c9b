/* SPDX-License-Identifier: MIT */
/*
 * Waiting as the seed does, in C (lab 4, part B, the warm-up).
 *
 *	submit  -->  read the eventfd, and sleep there  -->  take the batch
 *
 * The eventfd is registered with the ring: the kernel adds to it with every
 * completion, and another thread may add to it too, so one read waits for both.
 * It is right, and short. It costs two system calls a turn where one would do:
 * in `make bench` compare the rows seed-poll-N and nop-N.
 *
 * The ring is set up without flags, as the seed's is: with DEFER_TASKRUN
 * completions come only to a thread that enters the ring for them.
 */
#ifndef CO_SEED_POLL_H
#define CO_SEED_POLL_H

#include "co/ring.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_seed_poll {
	struct co_ring ring;
	int event_fd; /* registered with @ring; a read of it blocks */
};

/*
 * Set up a ring without flags and an eventfd that its completions add to.
 *
 * Context: the thread that will use it.
 * Returns: 0; -EINVAL as co_ring_init(); -EMFILE and what else the system
 *          refuses with. After an error nothing is left over.
 */
int co_seed_poll_init(struct co_seed_poll *poll, unsigned entries);

/*
 * Submit what was prepared, sleep until the eventfd was added to, and deliver
 * every completion that is there then: the read has taken the count of all of
 * them, so the next turn does not come back for one that was left.
 *
 * Context: the owner.
 * Returns: how many were delivered, 0 after a wake-up; -errno when the kernel
 *          refuses.
 */
int co_seed_poll_turn(struct co_seed_poll *poll);

/* Given: end a turn, or the next one. Context: any thread. */
void co_seed_poll_wake(struct co_seed_poll *poll);

/* Given: take ring and eventfd down. */
void co_seed_poll_fini(struct co_seed_poll *poll);

#ifdef __cplusplus
}
#endif

#endif
