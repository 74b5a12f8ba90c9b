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
 *  - user_data is the address of a struct co_completer; 0 is nobody's, and its
 *    completion is passed over.
 *  - A ring is taken down only when the kernel has nothing of ours in hand.
 */
#ifndef CO_RING_H
#define CO_RING_H

#include <liburing.h>

#include "co/base.h"
#include "co/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a completion is for; its address is the user_data. */
struct co_completer {
	/* @res is the CQE's result. Context: the owner of the ring. */
	void (*complete)(struct co_completer *completer, int res);
};

struct co_ring {
	struct io_uring uring;
	unsigned flags;     /* that the kernel took */
	unsigned in_flight; /* prepared or with the kernel, not completed */
};

/* Given: the address and the trace of an entry. -----------------------------
 */

/*
 * Given: the completion of @sqe goes to @to, which may be NULL: nobody.
 *
 * Context: after io_uring_prep_*(), for every entry; @task is who waits for
 *          it, or NULL; @name, as in the trace, lives as long as the program.
 */
static inline void co_sqe_address(struct io_uring_sqe *sqe,
	struct co_completer *to, const void *task, const char *name)
{
	sqe->user_data = (uintptr_t)to;
	co_trace(CO_TRACE_SQE_PREPARED, task, to, name, 0);
}

/* Given: @n, what a submitting call of liburing returned; tells the trace. */
static inline int co_submitted(int n)
{
	if (n > 0)
		co_trace(CO_TRACE_SQE_SUBMITTED, NULL, NULL, NULL, n);
	return n;
}

/* Given: hand the result of @cqe to whom it is for. */
static inline void co_cqe_deliver(const struct io_uring_cqe *cqe)
{
	struct co_completer *to =
		(struct co_completer *)(uintptr_t)cqe->user_data;

	co_trace(CO_TRACE_CQE, NULL, to, NULL, cqe->res);
	if (to)
		to->complete(to, cqe->res);
}

/* Yours. --------------------------------------------------------------------
 */

/*
 * Set up a ring with room for at least @entries submissions, with the best
 * flags that the kernel takes: one issuer and deferred task work, then
 * cooperative task work, then none.
 *
 * Context: the thread that will use it.
 * Returns: 0; -EINVAL when @entries is 0 or past the kernel's limit; -EPERM,
 *          -ENOSYS, -ENOMEM or -EMFILE when the system refuses. After an error
 *          @ring holds nothing.
 */
int co_ring_init(struct co_ring *ring, unsigned entries);

/*
 * A free submission entry, counted as in flight. When the queue is full, what
 * was prepared is submitted to make room.
 *
 * Ownership: the ring's, to be filled in (io_uring_prep_*) and addressed
 *            (co_sqe_address()) before the next call.
 * Returns:   the entry; NULL when the kernel takes none: then nothing has
 *            changed, and it may be tried again after completions were taken.
 */
struct io_uring_sqe *co_ring_sqe(struct co_ring *ring);

/*
 * Deliver the completions that are there, in order, each exactly once, and
 * give their places back. Enters the kernel only for those that did not fit
 * into the queue.
 *
 * Context: the owner; not from inside a completer.
 * Returns: how many there were.
 */
unsigned co_ring_reap(struct co_ring *ring);

/*
 * Prepare the cancelling of all that is in flight. What it comes to is
 * delivered as usual; an operation that has begun may still succeed.
 *
 * Returns: 0; -EAGAIN when there is no entry for it.
 */
int co_ring_cancel_all(struct co_ring *ring);

/*
 * Take the ring down. What is still in flight is cancelled, and its completion
 * is waited for and dropped (nobody is told), so that the kernel writes to no
 * buffer any more: in_flight is 0 then.
 */
void co_ring_fini(struct co_ring *ring);

#ifdef __cplusplus
}
#endif

#endif
