/* SPDX-License-Identifier: MIT */
/*
 * The ring: io_uring set up, kept full of room, and taken down (lab 4, part A).
 *
 * Two queues in memory that the kernel and we share. We write what we want done
 * into submission entries (SQE), the kernel writes what became of it into
 * completion entries (CQE), and the 64 bits of user_data tell which is which.
 *
 *	 co_ring_sqe()                      io_uring_for_each_cqe()
 *	      |                                       ^
 *	      v                                       |
 *	[ SQE | SQE |     ] --one system call--> [ CQE | CQE |     ]
 *	      submission          kernel               completion
 *
 * The rules of the interface:
 *  - One thread uses a ring: the one that made it.
 *  - user_data 0 is nobody's: its completion is passed over.
 *  - A ring is taken down only when the kernel has nothing of ours in hand.
 */
#ifndef CO_RING_H
#define CO_RING_H

#include <liburing.h>

#include "co/base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_ring {
	struct io_uring uring;
	unsigned flags;     /* that the kernel took */
	unsigned in_flight; /* prepared or with the kernel, not completed */
};

/*
 * Set up a ring with room for at least @entries submissions, with the best
 * flags that the kernel takes: one issuer and deferred task work, then
 * cooperative task work, then none.
 *
 * Context: the thread that will use it.
 * Returns: 0; -EINVAL when @entries is 0 or past the kernel's limit; -EPERM,
 *          -ENOSYS or -ENOMEM when the system refuses. After an error @ring
 *          holds nothing.
 */
int co_ring_init(struct co_ring *ring, unsigned entries);

/*
 * A free submission entry, counted as in flight. When the queue is full, what
 * was prepared is submitted to make room.
 *
 * Ownership: the ring's, to be filled in (io_uring_prep_*) and given its
 *            user_data before the next call.
 * Returns:   the entry; NULL when the kernel takes none: then nothing has
 *            changed, and it may be tried again after completions were taken.
 */
struct io_uring_sqe *co_ring_sqe(struct co_ring *ring);

/*
 * Take the ring down. What is still in flight is cancelled, and its completion
 * is waited for and dropped, so that the kernel writes to no buffer any more.
 */
void co_ring_fini(struct co_ring *ring);

#ifdef __cplusplus
}
#endif

#endif
