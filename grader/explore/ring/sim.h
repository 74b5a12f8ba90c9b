/* SPDX-License-Identifier: MIT */
/*
 * A simulated io_uring.
 *
 * The memory of a ring is ordinary memory, and liburing's inline functions
 * (prepare, peek, advance) work on it unchanged; only what enters the kernel is
 * replaced here, under liburing's own names. A program that is linked with one
 * of the two objects below, in place of -luring, has no kernel ring at all:
 *
 *	ring-explore.o   under the explorer: which operation completes next, how
 *	                 much of it, with what error and when, are choices of
 *	                 the schedule; descriptors are simulated (see vfs.h);
 *	                 time is virtual
 *	ring-native.o    RING=sim, where the kernel refuses io_uring: the tame
 *	                 choice everywhere, real descriptors, real time. Good
 *	                 for learning, not for measuring: it says so once.
 *
 * The rules of the simulation:
 *  - Operations make progress only while a thread is in an enter call: a
 *    submit, a wait or a get_events. So it is with IORING_SETUP_DEFER_TASKRUN.
 *  - An operation completes once. Cancelling one either prevents it or comes
 *    too late (-EALREADY), and then it completes as if nothing had been asked.
 *    The two completions come in either order, and not always together.
 *  - A completion that finds the queue full is kept, and delivered at the next
 *    enter that asks for events: IORING_FEAT_NODROP.
 */
#ifndef SIM_RING_H
#define SIM_RING_H

#include <liburing.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_NEVER UINT64_MAX

/* What may go wrong with a transfer that could go right; a set. */
enum sim_fault {
	SIM_SHORT = 1, /* fewer bytes than asked for */
	SIM_EINTR = 2,
	SIM_EAGAIN = 4,
	SIM_ENOBUFS = 8,
	SIM_LATE_CANCEL = 16, /* a cancel may come too late */
	/*
	 * A transfer may have begun before anything is there for it, as one
	 * does that a thread of the kernel carries out: a cancel is too late,
	 * and it ends when the data comes. Not where none does.
	 */
	SIM_BEGUN = 32,
};

/* ---- For tests ---- */

/* Allow @faults from here on; the default is SIM_SHORT | SIM_LATE_CANCEL. */
void sim_ring_faults(unsigned faults);

/* Let the @nth creation of a ring from now (0: the next) fail with @error. */
void sim_ring_fail_init(unsigned nth, int error);

/* Refuse with -EINVAL the flags in @flags, as a kernel before them does. */
void sim_ring_refuse_flags(unsigned flags);

/*
 * Let the next @n calls that submit take nothing and say @error: -EBUSY and
 * -EAGAIN, the kernel lacks room or memory; -EINTR, a signal came first.
 */
void sim_ring_refuse_submits(unsigned n, int error);

/* How often the program has entered a ring: to submit, or to wait. */
unsigned sim_ring_enters(void);

/* How many operations the ring holds that have not completed. */
unsigned sim_ring_in_flight(const struct io_uring *ring);

/* ---- Inside ---- */

struct sim_ring;

struct sim_op {
	struct sim_op *next;
	struct sim_ring *owner;
	struct io_uring_sqe sqe;
	uint64_t deadline; /* of a timeout, else SIM_NEVER */
	unsigned target;   /* a counted timeout: completions until it ends */
	bool decided;      /* cancelled, or a cancel: only @result is to come */
	int result;
};

struct sim_pending_cqe {
	struct sim_pending_cqe *next;
	struct io_uring_cqe cqe;
};

struct sim_ring {
	struct sim_ring *next;
	struct io_uring *ring;
	int fd;
	unsigned flags;
	unsigned completed; /* CQEs ever made */
	int eventfd;        /* -1: none */

	unsigned sq_head, sq_tail, sq_flags, sq_dropped;
	unsigned cq_head, cq_tail, cq_flags, cq_overflow;
	unsigned sq_mask, sq_entries, cq_mask, cq_entries;
	unsigned *sq_array;
	struct io_uring_sqe *sqes;
	struct io_uring_cqe *cqes;

	struct sim_op *ops; /* in order of submission */
	struct sim_op **last_op;
	struct sim_pending_cqe *overflow;
	struct sim_pending_cqe **last_overflow;
};

/* ops.c: operations, from submission to completion. */
void sim_start(struct sim_ring *r, const struct io_uring_sqe *sqe);
/* Complete what can be; @must: at least one if any can. */
void sim_progress(struct sim_ring *r, bool must);
bool sim_can_progress(const struct sim_ring *r);
uint64_t sim_next_deadline(const struct sim_ring *r);
void sim_drop_all(struct sim_ring *r);
unsigned sim_faults(void);
struct sim_ring *sim_ring_of_fd(int fd);
void sim_post(struct sim_ring *r, uint64_t user_data, int res, unsigned flags);
void sim_flush_overflow(struct sim_ring *r);

/*
 * The seam to the world; each of the two objects brings one.
 *
 * sim_device_ready() must not change anything: it is asked again and again.
 */
unsigned sim_choose(unsigned n);
uint64_t sim_now(void);
void sim_enter(const char *what, const struct sim_ring *r);
void sim_changed(void);
/* Block until sim_can_progress(), a CQE, or @deadline. */
void sim_block(struct sim_ring *r, uint64_t deadline);
void *sim_alloc(size_t size);
void sim_free(void *p);
void sim_eventfd_signal(int fd);
bool sim_device_ready(const struct sim_op *op);
/* Carry @op out, of a transfer at most @limit bytes; 0, a count or -errno. */
int sim_device_run(const struct sim_op *op, size_t limit);
/* A ring was made: name it, or say what it is. */
void sim_opened(const struct sim_ring *r);

#endif
