// SPDX-License-Identifier: MIT
/*
 * Operations of a simulated ring, from submission to completion.
 *
 * What a ring can do by itself (nop, timeouts, cancelling, messages to another
 * ring) is done here; everything that touches a descriptor is the device's.
 */
#include <errno.h>
#include <string.h>

#include "sim.h"

static unsigned faults = SIM_SHORT | SIM_LATE_CANCEL;

void sim_ring_faults(unsigned set)
{
	faults = set;
}

unsigned sim_faults(void)
{
	return faults;
}

/* ---- Completions ---- */

static bool put_cqe(struct sim_ring *r, const struct io_uring_cqe *cqe)
{
	unsigned tail = r->cq_tail;

	if (tail - __atomic_load_n(&r->cq_head, __ATOMIC_ACQUIRE) >=
		r->cq_entries)
		return false;
	r->cqes[tail & r->cq_mask] = *cqe;
	__atomic_store_n(&r->cq_tail, tail + 1, __ATOMIC_RELEASE);
	if (r->eventfd >= 0)
		sim_eventfd_signal(r->eventfd);
	return true;
}

void sim_post(struct sim_ring *r, uint64_t user_data, int res, unsigned flags)
{
	struct io_uring_cqe cqe = {
		.user_data = user_data,
		.res = res,
		.flags = flags,
	};
	struct sim_pending_cqe *late;

	r->completed++;
	sim_changed();
	if (!r->overflow && put_cqe(r, &cqe))
		return;
	late = sim_alloc(sizeof(*late));
	late->cqe = cqe;
	late->next = NULL;
	*r->last_overflow = late;
	r->last_overflow = &late->next;
	r->sq_flags |= IORING_SQ_CQ_OVERFLOW;
}

void sim_flush_overflow(struct sim_ring *r)
{
	struct sim_pending_cqe *late;

	while ((late = r->overflow) && put_cqe(r, &late->cqe)) {
		r->overflow = late->next;
		if (!r->overflow)
			r->last_overflow = &r->overflow;
		sim_free(late);
	}
	if (!r->overflow)
		r->sq_flags &= ~IORING_SQ_CQ_OVERFLOW;
}

static void take_out(struct sim_ring *r, struct sim_op *op)
{
	struct sim_op **link = &r->ops;

	while (*link != op)
		link = &(*link)->next;
	*link = op->next;
	if (!op->next)
		r->last_op = link;
}

static void complete(struct sim_op *op, int res, unsigned flags)
{
	struct sim_ring *r = op->owner;

	take_out(r, op);
	if (res < 0 || !(op->sqe.flags & IOSQE_CQE_SKIP_SUCCESS))
		sim_post(r, op->sqe.user_data, res, flags);
	sim_free(op);
}

/* ---- Which may complete, and how ---- */

/* Nothing can change any more what @op comes to. */
static void decide(struct sim_op *op, int result)
{
	op->decided = true;
	op->result = result;
}

static bool op_can_complete(const struct sim_op *op)
{
	if (op->decided)
		return true;
	switch (op->sqe.opcode) {
	case IORING_OP_NOP:
		return true;
	case IORING_OP_TIMEOUT:
		return sim_now() >= op->deadline ||
		       (op->target &&
			       (int)(op->owner->completed - op->target) >= 0);
	default:
		return sim_device_ready(op);
	}
}

bool sim_can_progress(const struct sim_ring *r)
{
	const struct sim_op *op;

	for (op = r->ops; op; op = op->next)
		if (op_can_complete(op))
			return true;
	return false;
}

uint64_t sim_next_deadline(const struct sim_ring *r)
{
	uint64_t earliest = SIM_NEVER;
	const struct sim_op *op;

	for (op = r->ops; op; op = op->next)
		if (op->deadline < earliest)
			earliest = op->deadline;
	return earliest;
}

static bool is_transfer(const struct sim_op *op)
{
	switch (op->sqe.opcode) {
	case IORING_OP_READ:
	case IORING_OP_WRITE:
	case IORING_OP_RECV:
	case IORING_OP_SEND:
		return true;
	default:
		return false;
	}
}

/* One of the errors that the test allows, or 0; the tame choice is 0. */
static int chosen_error(void)
{
	static const struct {
		unsigned fault;
		int error;
	} table[] = {
		{SIM_EINTR, -EINTR},
		{SIM_EAGAIN, -EAGAIN},
		{SIM_ENOBUFS, -ENOBUFS},
	};
	int errors[4] = {0};
	unsigned n = 1;
	size_t i;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (faults & table[i].fault)
			errors[n++] = table[i].error;
	return n > 1 ? errors[sim_choose(n)] : 0;
}

static void complete_transfer(struct sim_op *op)
{
	size_t limit = op->sqe.len;
	int error = chosen_error();

	if (error) {
		complete(op, error, 0);
		return;
	}
	/* Half is enough to tell who takes a short count for the whole. */
	if (faults & SIM_SHORT && limit > 1 && sim_choose(2))
		limit /= 2;
	complete(op, sim_device_run(op, limit), 0);
}

static void complete_timeout(struct sim_op *op)
{
	complete(op, sim_now() >= op->deadline ? -ETIME : 0, 0);
}

static void complete_multishot_accept(struct sim_op *op)
{
	int fd = sim_device_run(op, 0);

	if (fd < 0)
		complete(op, fd, 0);
	else
		sim_post(op->owner, op->sqe.user_data, fd, IORING_CQE_F_MORE);
}

static void complete_one(struct sim_op *op)
{
	if (op->decided)
		complete(op, op->result, 0);
	else if (op->sqe.opcode == IORING_OP_NOP)
		complete(op, 0, 0);
	else if (op->sqe.opcode == IORING_OP_TIMEOUT)
		complete_timeout(op);
	else if (is_transfer(op))
		complete_transfer(op);
	else if (op->sqe.opcode == IORING_OP_ACCEPT &&
		 op->sqe.ioprio & IORING_ACCEPT_MULTISHOT)
		complete_multishot_accept(op);
	else
		complete(op, sim_device_run(op, 0), 0);
}

static struct sim_op *nth_ready(const struct sim_ring *r, unsigned n)
{
	struct sim_op *op;

	for (op = r->ops; op; op = op->next)
		if (op_can_complete(op) && n-- == 0)
			return op;
	return NULL;
}

static unsigned count_ready(const struct sim_ring *r)
{
	const struct sim_op *op;
	unsigned n = 0;

	for (op = r->ops; op; op = op->next)
		n += op_can_complete(op);
	return n;
}

/*
 * In any order: the tame one is that of submission. One option more means that
 * the rest takes longer; not when somebody waits and nothing has come yet.
 */
void sim_progress(struct sim_ring *r, bool must)
{
	unsigned n, pick;

	while ((n = count_ready(r))) {
		pick = sim_choose(must ? n : n + 1);
		if (pick == n)
			return;
		complete_one(nth_ready(r, pick));
		must = false;
	}
}

/* ---- Cancelling ---- */

static bool is_meant(const struct sim_op *op, const struct io_uring_sqe *cancel)
{
	if (op->decided)
		return false;
	if (cancel->cancel_flags & IORING_ASYNC_CANCEL_ANY)
		return true;
	if (cancel->cancel_flags & IORING_ASYNC_CANCEL_FD)
		return op->sqe.fd == cancel->fd;
	return op->sqe.user_data == cancel->addr;
}

/* Whether @op has begun, so that it will end by itself; a choice. */
static bool is_too_late(const struct sim_op *op)
{
	if (faults & SIM_LATE_CANCEL && op_can_complete(op))
		return sim_choose(2);
	return faults & SIM_BEGUN && is_transfer(op) && sim_choose(2);
}

/* Its completion comes when it comes: before the cancel's, or long after. */
static int cancel_one(struct sim_op *op)
{
	if (is_too_late(op))
		return -EALREADY;
	decide(op, -ECANCELED);
	return 0;
}

static int run_cancel(struct sim_ring *r, const struct io_uring_sqe *cancel)
{
	bool all = cancel->cancel_flags &
		   (IORING_ASYNC_CANCEL_ALL | IORING_ASYNC_CANCEL_ANY);
	struct sim_op *op;
	int n = 0;
	int res;

	for (op = r->ops; op; op = op->next) {
		if (!is_meant(op, cancel))
			continue;
		res = cancel_one(op);
		if (!all)
			return res;
		n++;
	}
	return all ? n : -ENOENT;
}

/* ---- Submission ---- */

static uint64_t timeout_deadline(const struct io_uring_sqe *sqe)
{
	const struct __kernel_timespec *ts = (const void *)(uintptr_t)sqe->addr;
	uint64_t ns = (uint64_t)ts->tv_sec * 1000000000u +
		      (uint64_t)ts->tv_nsec;

	return sqe->timeout_flags & IORING_TIMEOUT_ABS ? ns : sim_now() + ns;
}

static struct sim_op *add_op(struct sim_ring *r, const struct io_uring_sqe *sqe)
{
	struct sim_op *op = sim_alloc(sizeof(*op));

	*op = (struct sim_op){.owner = r, .sqe = *sqe, .deadline = SIM_NEVER};
	if (sqe->opcode == IORING_OP_TIMEOUT) {
		op->deadline = timeout_deadline(sqe);
		if (sqe->off)
			op->target = r->completed + (unsigned)sqe->off;
	}
	*r->last_op = op;
	r->last_op = &op->next;
	return op;
}

static int send_message(const struct io_uring_sqe *sqe)
{
	struct sim_ring *to = sim_ring_of_fd(sqe->fd);

	if (!to)
		return -EBADFD;
	sim_post(to, sqe->off, (int)sqe->len, 0);
	return 0;
}

/* Everything waits in the list, also what is decided already. */
void sim_start(struct sim_ring *r, const struct io_uring_sqe *sqe)
{
	int res = -EINVAL;

	if (sqe->flags & (IOSQE_IO_LINK | IOSQE_IO_HARDLINK | IOSQE_IO_DRAIN |
				 IOSQE_FIXED_FILE | IOSQE_BUFFER_SELECT)) {
		decide(add_op(r, sqe), res);
		return;
	}
	switch (sqe->opcode) {
	case IORING_OP_ASYNC_CANCEL:
	case IORING_OP_TIMEOUT_REMOVE:
		res = run_cancel(r, sqe);
		break;
	case IORING_OP_MSG_RING:
		res = send_message(sqe);
		break;
	case IORING_OP_NOP:
	case IORING_OP_TIMEOUT:
	case IORING_OP_READ:
	case IORING_OP_WRITE:
	case IORING_OP_RECV:
	case IORING_OP_SEND:
	case IORING_OP_ACCEPT:
	case IORING_OP_CONNECT:
	case IORING_OP_SOCKET:
	case IORING_OP_OPENAT:
	case IORING_OP_CLOSE:
	case IORING_OP_SHUTDOWN:
	case IORING_OP_POLL_ADD:
		add_op(r, sqe);
		return;
	default:
		break;
	}
	decide(add_op(r, sqe), res);
}

void sim_drop_all(struct sim_ring *r)
{
	struct sim_pending_cqe *late;
	struct sim_op *op;

	while ((op = r->ops)) {
		r->ops = op->next;
		sim_free(op);
	}
	while ((late = r->overflow)) {
		r->overflow = late->next;
		sim_free(late);
	}
}
