// SPDX-License-Identifier: MIT
/*
 * NOPs on liburing by hand, with the flags that ours takes: some in flight,
 * each known by its user_data and prepared again when it has completed.
 *
 * With -DEVENTFD, the way of the seed: the ring signals an eventfd, and a
 * blocking read of it stands before every batch.
 */
#include <liburing.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "../contender.h"

struct operation {
	uint64_t left;
	uint64_t done;
};

static struct io_uring ring;
static struct operation *operations;
#ifdef EVENTFD
static int event_fd;
#endif

static void prepare(size_t size)
{
	unsigned flags = IORING_SETUP_SINGLE_ISSUER |
			 IORING_SETUP_DEFER_TASKRUN;
	int err = io_uring_queue_init((unsigned)size, &ring, flags);

	bench_expect(0, (uint64_t)err, "io_uring_queue_init()");
	operations = calloc(size, sizeof(*operations));
#ifdef EVENTFD
	event_fd = eventfd(0, EFD_CLOEXEC);
	err = io_uring_register_eventfd(&ring, event_fd);
	bench_expect(0, (uint64_t)err, "io_uring_register_eventfd()");
#endif
}

static void prepare_nop(struct operation *o)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);

	io_uring_prep_nop(sqe);
	io_uring_sqe_set_data(sqe, o);
	o->left--;
}

static void enter(void)
{
#ifdef EVENTFD
	uint64_t count;
	int n = io_uring_submit_and_get_events(&ring);

	if (n >= 0 && read(event_fd, &count, sizeof(count)) < 0)
		bench_expect(1, 0, "read() of the eventfd");
#else
	int n = io_uring_submit_and_wait(&ring, 1);
#endif
	if (n < 0)
		bench_expect(0, (uint64_t)-n, "the error of submitting");
}

static uint64_t reap(void)
{
	struct io_uring_cqe *cqe;
	unsigned n = 0;
	unsigned head;

	io_uring_for_each_cqe(&ring, head, cqe)
	{
		struct operation *o = io_uring_cqe_get_data(cqe);

		n++;
		if (cqe->res < 0)
			bench_expect(0, (uint64_t)-cqe->res, "a NOP's error");
		o->done++;
		if (o->left)
			prepare_nop(o);
	}
	io_uring_cq_advance(&ring, n);
	return n;
}

static void run(size_t size, uint64_t n)
{
	uint64_t done = 0;
	size_t i;

	for (i = 0; i < size; i++) {
		operations[i] = (struct operation){.left = n / size};
		prepare_nop(&operations[i]);
	}
	while (done < n) {
		enter();
		done += reap();
	}
	for (i = 0; i < size; i++)
		bench_expect(n / size, operations[i].done, "NOPs of one");
}

BENCH_CASE(nop_1, "nop-1", 1, prepare, run)
BENCH_CASE(nop_32, "nop-32", 32, prepare, run)
BENCH_CASE(nop_256, "nop-256", 256, prepare, run)
