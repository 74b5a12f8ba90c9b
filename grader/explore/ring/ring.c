// SPDX-License-Identifier: MIT
/*
 * What of liburing enters the kernel, on a simulated ring.
 *
 * The signatures and results are liburing 2.3's; the inline functions of its
 * header find the ring in plain memory and do the rest.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum {
	MAX_ENTRIES = 32768,
	FIRST_RING_FD = 5000,
	KNOWN_FLAGS = IORING_SETUP_CQSIZE | IORING_SETUP_CLAMP |
		      IORING_SETUP_SUBMIT_ALL | IORING_SETUP_COOP_TASKRUN |
		      IORING_SETUP_TASKRUN_FLAG | IORING_SETUP_SINGLE_ISSUER |
		      IORING_SETUP_DEFER_TASKRUN,
};

static struct sim_ring *rings;
static int next_fd = FIRST_RING_FD;
static unsigned fail_in; /* creations until one fails, plus one; 0: none */
static int fail_error;
static unsigned unknown_flags;
static unsigned refuse_next; /* calls that submit */
static int refuse_error;
static unsigned enters;

void sim_ring_fail_init(unsigned nth, int error)
{
	fail_in = nth + 1;
	fail_error = error;
}

void sim_ring_refuse_flags(unsigned flags)
{
	unknown_flags = flags;
}

void sim_ring_refuse_submits(unsigned n, int error)
{
	refuse_next = n;
	refuse_error = error;
}

unsigned sim_ring_enters(void)
{
	return enters;
}

struct sim_ring *sim_ring_of_fd(int fd)
{
	struct sim_ring *r;

	for (r = rings; r; r = r->next)
		if (r->fd == fd)
			return r;
	return NULL;
}

static struct sim_ring *sim_of(const struct io_uring *ring)
{
	return sim_ring_of_fd(ring->ring_fd);
}

unsigned sim_ring_in_flight(const struct io_uring *ring)
{
	const struct sim_op *op;
	unsigned n = 0;

	for (op = sim_of(ring)->ops; op; op = op->next)
		n++;
	return n;
}

/* ---- Making and ending a ring ---- */

static unsigned round_up(unsigned n)
{
	unsigned p = 1;

	while (p < n)
		p *= 2;
	return p;
}

static int check_params(unsigned *entries, const struct io_uring_params *p)
{
	if (fail_in && --fail_in == 0)
		return fail_error;
	if (!*entries || p->flags & (~(unsigned)KNOWN_FLAGS | unknown_flags))
		return -EINVAL;
	if (p->flags & IORING_SETUP_DEFER_TASKRUN &&
		!(p->flags & IORING_SETUP_SINGLE_ISSUER))
		return -EINVAL;
	if (*entries > MAX_ENTRIES) {
		if (!(p->flags & IORING_SETUP_CLAMP))
			return -EINVAL;
		*entries = MAX_ENTRIES;
	}
	return 0;
}

/* Point liburing's struct at our memory, as mmap would have. */
static void lay_out(struct io_uring *ring, struct sim_ring *r)
{
	memset(ring, 0, sizeof(*ring));
	ring->ring_fd = ring->enter_ring_fd = r->fd;
	ring->flags = r->flags;
	ring->sq.khead = &r->sq_head;
	ring->sq.ktail = &r->sq_tail;
	ring->sq.kring_mask = &r->sq_mask;
	ring->sq.kring_entries = &r->sq_entries;
	ring->sq.kflags = &r->sq_flags;
	ring->sq.kdropped = &r->sq_dropped;
	ring->sq.array = r->sq_array;
	ring->sq.sqes = r->sqes;
	ring->sq.ring_mask = r->sq_mask;
	ring->sq.ring_entries = r->sq_entries;
	ring->cq.khead = &r->cq_head;
	ring->cq.ktail = &r->cq_tail;
	ring->cq.kring_mask = &r->cq_mask;
	ring->cq.kring_entries = &r->cq_entries;
	ring->cq.kflags = &r->cq_flags;
	ring->cq.koverflow = &r->cq_overflow;
	ring->cq.cqes = r->cqes;
	ring->cq.ring_mask = r->cq_mask;
	ring->cq.ring_entries = r->cq_entries;
}

int io_uring_queue_init_params(
	unsigned entries, struct io_uring *ring, struct io_uring_params *p)
{
	struct sim_ring *r;
	int err;

	err = check_params(&entries, p);
	if (err)
		return err;
	r = sim_alloc(sizeof(*r));
	memset(r, 0, sizeof(*r));
	r->ring = ring;
	r->fd = next_fd++;
	r->flags = p->flags;
	r->eventfd = -1;
	r->sq_entries = round_up(entries);
	r->cq_entries = p->flags & IORING_SETUP_CQSIZE ? round_up(p->cq_entries)
						       : 2 * r->sq_entries;
	r->sq_mask = r->sq_entries - 1;
	r->cq_mask = r->cq_entries - 1;
	r->sq_array = sim_alloc(r->sq_entries * sizeof(*r->sq_array));
	r->sqes = sim_alloc(r->sq_entries * sizeof(*r->sqes));
	r->cqes = sim_alloc(r->cq_entries * sizeof(*r->cqes));
	memset(r->cqes, 0, r->cq_entries * sizeof(*r->cqes));
	r->last_op = &r->ops;
	r->last_overflow = &r->overflow;
	r->next = rings;
	rings = r;
	lay_out(ring, r);
	sim_opened(r);
	p->sq_entries = r->sq_entries;
	p->cq_entries = r->cq_entries;
	p->features = IORING_FEAT_NODROP | IORING_FEAT_EXT_ARG |
		      IORING_FEAT_SUBMIT_STABLE | IORING_FEAT_SINGLE_MMAP;
	ring->features = p->features;
	return 0;
}

int io_uring_queue_init(unsigned entries, struct io_uring *ring, unsigned flags)
{
	struct io_uring_params p = {.flags = flags};

	return io_uring_queue_init_params(entries, ring, &p);
}

void io_uring_queue_exit(struct io_uring *ring)
{
	struct sim_ring *r = sim_of(ring);
	struct sim_ring **link = &rings;

	sim_enter("closes", r);
	while (*link != r)
		link = &(*link)->next;
	*link = r->next;
	sim_drop_all(r);
	sim_free(r->sq_array);
	sim_free(r->sqes);
	sim_free(r->cqes);
	sim_free(r);
}

/* ---- Entering ---- */

static void enter(const char *what, struct sim_ring *r)
{
	enters++;
	sim_enter(what, r);
}

/* 0, or why this call takes no submissions. */
static int refusal(void)
{
	if (!refuse_next)
		return 0;
	refuse_next--;
	return refuse_error;
}

/* Hand what was prepared to the ring, as liburing's flush and the kernel do. */
static int take_submissions(struct io_uring *ring, struct sim_ring *r)
{
	struct io_uring_sq *sq = &ring->sq;
	int n = 0;

	while (sq->sqe_head != sq->sqe_tail) {
		sim_start(r, &sq->sqes[sq->sqe_head & r->sq_mask]);
		sq->sqe_head++;
		n++;
	}
	__atomic_store_n(&r->sq_tail, sq->sqe_tail, __ATOMIC_RELEASE);
	__atomic_store_n(&r->sq_head, sq->sqe_head, __ATOMIC_RELEASE);
	if (n)
		sim_changed();
	return n;
}

static unsigned ready_cqes(const struct sim_ring *r)
{
	return r->cq_tail - __atomic_load_n(&r->cq_head, __ATOMIC_ACQUIRE);
}

/* Wait until @wait_nr CQEs are there; -ETIME when @deadline comes first. */
static int wait_for(struct sim_ring *r, unsigned wait_nr, uint64_t deadline)
{
	for (;;) {
		sim_flush_overflow(r);
		sim_progress(r, ready_cqes(r) < wait_nr);
		if (ready_cqes(r) >= wait_nr)
			return 0;
		if (sim_now() >= deadline)
			return -ETIME;
		sim_block(r, deadline);
	}
}

int io_uring_submit(struct io_uring *ring)
{
	struct sim_ring *r = sim_of(ring);
	int n;

	enter("submits to", r);
	n = refusal();
	if (n)
		return n;
	n = take_submissions(ring, r);
	if (!(r->flags & IORING_SETUP_DEFER_TASKRUN))
		sim_progress(r, false);
	return n;
}

int io_uring_submit_and_wait(struct io_uring *ring, unsigned wait_nr)
{
	struct sim_ring *r = sim_of(ring);
	int n;

	enter("submits and waits in", r);
	n = refusal();
	if (n)
		return n;
	n = take_submissions(ring, r);
	wait_for(r, wait_nr, SIM_NEVER);
	return n;
}

int io_uring_submit_and_get_events(struct io_uring *ring)
{
	return io_uring_submit_and_wait(ring, 0);
}

int io_uring_get_events(struct io_uring *ring)
{
	struct sim_ring *r = sim_of(ring);

	enter("gets events of", r);
	wait_for(r, 0, SIM_NEVER);
	return 0;
}

static uint64_t deadline_of(const struct __kernel_timespec *ts)
{
	if (!ts)
		return SIM_NEVER;
	return sim_now() + (uint64_t)ts->tv_sec * 1000000000u +
	       (uint64_t)ts->tv_nsec;
}

static struct io_uring_cqe *first_cqe(struct sim_ring *r)
{
	return ready_cqes(r) ? &r->cqes[r->cq_head & r->cq_mask] : NULL;
}

int io_uring_submit_and_wait_timeout(struct io_uring *ring,
	struct io_uring_cqe **cqe, unsigned wait_nr,
	struct __kernel_timespec *ts, sigset_t *sigmask)
{
	struct sim_ring *r = sim_of(ring);
	int n, err;

	(void)sigmask;
	enter("submits and waits in", r);
	n = refusal();
	if (n)
		return n;
	n = take_submissions(ring, r);
	err = wait_for(r, wait_nr, deadline_of(ts));
	*cqe = first_cqe(r);
	return err && !n ? err : n;
}

int io_uring_wait_cqes(struct io_uring *ring, struct io_uring_cqe **cqe,
	unsigned wait_nr, struct __kernel_timespec *ts, sigset_t *sigmask)
{
	struct sim_ring *r = sim_of(ring);
	int err;

	(void)sigmask;
	enter("waits in", r);
	take_submissions(ring, r);
	err = wait_for(r, wait_nr, deadline_of(ts));
	*cqe = first_cqe(r);
	return err;
}

int io_uring_wait_cqe_timeout(struct io_uring *ring, struct io_uring_cqe **cqe,
	struct __kernel_timespec *ts)
{
	return io_uring_wait_cqes(ring, cqe, 1, ts, NULL);
}

int __io_uring_get_cqe(struct io_uring *ring, struct io_uring_cqe **cqe,
	unsigned submit, unsigned wait_nr, sigset_t *sigmask)
{
	struct sim_ring *r = sim_of(ring);

	(void)sigmask;
	enter("waits in", r);
	if (submit)
		take_submissions(ring, r);
	wait_for(r, wait_nr, SIM_NEVER);
	*cqe = first_cqe(r);
	return *cqe ? 0 : -EAGAIN;
}

unsigned io_uring_peek_batch_cqe(
	struct io_uring *ring, struct io_uring_cqe **cqes, unsigned count)
{
	struct sim_ring *r = sim_of(ring);
	unsigned ready = ready_cqes(r);
	unsigned i;

	if (!ready && r->overflow) {
		enter("gets events of", r);
		sim_flush_overflow(r);
		ready = ready_cqes(r);
	}
	if (ready > count)
		ready = count;
	for (i = 0; i < ready; i++)
		cqes[i] = &r->cqes[(r->cq_head + i) & r->cq_mask];
	return ready;
}

int __io_uring_sqring_wait(struct io_uring *ring)
{
	(void)ring;
	return 0;
}

/* ---- Registering ---- */

int io_uring_register_eventfd(struct io_uring *ring, int fd)
{
	struct sim_ring *r = sim_of(ring);

	if (r->eventfd >= 0)
		return -EBUSY;
	r->eventfd = fd;
	return 0;
}

int io_uring_unregister_eventfd(struct io_uring *ring)
{
	struct sim_ring *r = sim_of(ring);

	if (r->eventfd < 0)
		return -ENXIO;
	r->eventfd = -1;
	return 0;
}

/* What needs the kernel's memory is refused, as an old kernel would. */
int io_uring_register_ring_fd(struct io_uring *ring)
{
	(void)ring;
	return -EINVAL;
}

int io_uring_unregister_ring_fd(struct io_uring *ring)
{
	(void)ring;
	return -EINVAL;
}

int io_uring_register_buf_ring(
	struct io_uring *ring, struct io_uring_buf_reg *reg, unsigned flags)
{
	(void)ring;
	(void)reg;
	(void)flags;
	return -EINVAL;
}

int io_uring_unregister_buf_ring(struct io_uring *ring, int bgid)
{
	(void)ring;
	(void)bgid;
	return -EINVAL;
}

struct io_uring_probe *io_uring_get_probe_ring(struct io_uring *ring)
{
	static const unsigned char known[] = {IORING_OP_NOP, IORING_OP_TIMEOUT,
		IORING_OP_READ, IORING_OP_WRITE, IORING_OP_RECV, IORING_OP_SEND,
		IORING_OP_ACCEPT, IORING_OP_CONNECT, IORING_OP_SOCKET,
		IORING_OP_OPENAT, IORING_OP_CLOSE, IORING_OP_SHUTDOWN,
		IORING_OP_POLL_ADD, IORING_OP_ASYNC_CANCEL,
		IORING_OP_TIMEOUT_REMOVE, IORING_OP_MSG_RING};
	size_t size = sizeof(struct io_uring_probe) +
		      IORING_OP_LAST * sizeof(struct io_uring_probe_op);
	struct io_uring_probe *p = sim_alloc(size);
	size_t i;

	(void)ring;
	memset(p, 0, size);
	p->last_op = IORING_OP_LAST - 1;
	p->ops_len = IORING_OP_LAST;
	for (i = 0; i < sizeof(known); i++) {
		p->ops[known[i]].op = known[i];
		p->ops[known[i]].flags = IO_URING_OP_SUPPORTED;
	}
	return p;
}

struct io_uring_probe *io_uring_get_probe(void)
{
	return io_uring_get_probe_ring(NULL);
}

void io_uring_free_probe(struct io_uring_probe *probe)
{
	sim_free(probe);
}
