// SPDX-License-Identifier: MIT
/*
 * Part A: the ring.
 */
#include <string.h>

#include "co/ring.h"

int co_ring_init(struct co_ring *ring, unsigned entries)
{
	/* The best first. A kernel that does not know a flag says -EINVAL. */
	static const unsigned flags[] = {
		IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
		IORING_SETUP_COOP_TASKRUN,
		0,
	};
	int err = -EINVAL;
	size_t i;

	memset(ring, 0, sizeof(*ring));
	for (i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		err = io_uring_queue_init(entries, &ring->uring, flags[i]);
		if (err != -EINVAL)
			break;
	}
	if (err)
		return err;
	ring->flags = flags[i];
	return 0;
}

/* The queue is full: what is in it makes room by going. Seldom, so apart. */
static __attribute__((noinline)) struct io_uring_sqe *submit_for_room(
	struct co_ring *ring)
{
	struct io_uring_sqe *sqe;

	co_submitted(io_uring_submit(&ring->uring));
	sqe = io_uring_get_sqe(&ring->uring);
	ring->in_flight += sqe != NULL;
	return sqe;
}

/* For a build that sees all files at once: every operation comes this way. */
inline struct io_uring_sqe *co_ring_sqe(struct co_ring *ring);

struct io_uring_sqe *co_ring_sqe(struct co_ring *ring)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring->uring);

	if (co_unlikely(!sqe))
		return submit_for_room(ring);
	ring->in_flight++;
	return sqe;
}

static unsigned reap_queue(struct co_ring *ring)
{
	struct io_uring_cqe *cqe;
	unsigned head;
	unsigned n = 0;

	io_uring_for_each_cqe(&ring->uring, head, cqe)
	{
		n++;
		/* First: a completer may ask what is still in flight. */
		ring->in_flight--;
		co_cqe_deliver(cqe);
	}
	io_uring_cq_advance(&ring->uring, n);
	return n;
}

unsigned co_ring_reap(struct co_ring *ring)
{
	unsigned n = reap_queue(ring);

	/* The kernel kept what did not fit: now there is room for it. */
	while (io_uring_cq_has_overflow(&ring->uring)) {
		if (io_uring_get_events(&ring->uring) < 0)
			break;
		n += reap_queue(ring);
	}
	return n;
}

int co_ring_cancel_all(struct co_ring *ring)
{
	struct io_uring_sqe *sqe = co_ring_sqe(ring);

	if (!sqe)
		return -EAGAIN;
	io_uring_prep_cancel64(
		sqe, 0, IORING_ASYNC_CANCEL_ANY | IORING_ASYNC_CANCEL_ALL);
	co_sqe_address(sqe, NULL, NULL, "cancel all");
	return 0;
}

/* Tear-down: nobody is told any more. */
static void forget_completions(struct co_ring *ring)
{
	struct io_uring_cqe *cqe;
	unsigned head;
	unsigned n = 0;

	io_uring_for_each_cqe(&ring->uring, head, cqe) n++;
	io_uring_cq_advance(&ring->uring, n);
	ring->in_flight -= n;
}

/*
 * A cancel may come too late for some, and then those end by themselves: so
 * ask again until all are in. The cancel's own completion ends each wait.
 */
static void wait_for_all(struct co_ring *ring)
{
	int err;

	while (ring->in_flight) {
		co_ring_cancel_all(ring);
		err = co_submitted(io_uring_submit_and_wait(&ring->uring, 1));
		forget_completions(ring);
		if (err < 0 && err != -EINTR && err != -EAGAIN && err != -EBUSY)
			break;
	}
}

void co_ring_fini(struct co_ring *ring)
{
	wait_for_all(ring);
	io_uring_queue_exit(&ring->uring);
}
