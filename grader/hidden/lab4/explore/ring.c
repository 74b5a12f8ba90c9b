// SPDX-License-Identifier: MIT
/*
 * The ring, explored: which completion comes next is a choice.
 */
#include "world.h"

/* Kernels that know less and less. */
static void ring_falls_back_when_flags_are_refused(void)
{
	static const struct {
		unsigned unknown, taken;
	} kernels[] = {
		{IORING_SETUP_DEFER_TASKRUN, IORING_SETUP_COOP_TASKRUN},
		{IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SINGLE_ISSUER |
				IORING_SETUP_COOP_TASKRUN,
			0},
	};
	struct counter nop = COUNTER_INITIALIZER;
	struct co_ring ring;
	int i;

	for (i = 0; i < 2; i++) {
		sim_ring_refuse_flags(kernels[i].unknown);
		CO_CHECK_EQ(0, co_ring_init(&ring, 2));
		CO_CHECK_EQ(kernels[i].taken, ring.flags);
		prepare_nop(&ring, &nop);
		CO_CHECK_EQ(1, io_uring_submit_and_wait(&ring.uring, 1));
		CO_CHECK_EQ(1, co_ring_reap(&ring));
		co_ring_fini(&ring);
	}
	CO_CHECK_EQ(2, nop.n);
}

static void ring_best_flags_come_first(void)
{
	struct co_ring ring;

	CO_CHECK_EQ(0, co_ring_init(&ring, 2));
	CO_CHECK_EQ(IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
		ring.flags);
	co_ring_fini(&ring);
}

static void ring_refusal_is_not_tried_again(void)
{
	struct co_ring ring;

	sim_ring_fail_init(0, -EPERM);
	CO_CHECK_EQ(-EPERM, co_ring_init(&ring, 2));
	sim_ring_fail_init(0, -ENOMEM);
	CO_CHECK_EQ(-ENOMEM, co_ring_init(&ring, 2));
}

/* The queue is full, and the kernel has no room or memory just now. */
static void ring_without_room_gives_no_entry(void)
{
	struct counter nop = COUNTER_INITIALIZER;
	struct co_ring ring;

	CO_CHECK_EQ(0, co_ring_init(&ring, 1));
	prepare_nop(&ring, &nop);
	sim_ring_refuse_submits(1, explore_choose(2) ? -EBUSY : -EAGAIN);
	CO_CHECK(co_ring_sqe(&ring) == NULL);
	CO_CHECK_EQ(1, ring.in_flight);
	prepare_nop(&ring, &nop);
	CO_CHECK_EQ(2, ring.in_flight);
	while (ring.in_flight) {
		io_uring_submit_and_wait(&ring.uring, 1);
		co_ring_reap(&ring);
	}
	CO_CHECK_EQ(2, nop.n);
	co_ring_fini(&ring);
}

/* More than both queues hold, and nothing is taken before the end. */
static void ring_reap_leaves_no_overflow(void)
{
	struct counter nops[7];
	struct co_ring ring;
	unsigned taken = 0;
	int i;

	CO_CHECK_EQ(0, co_ring_init(&ring, 1));
	for (i = 0; i < 7; i++) {
		nops[i] = (struct counter)COUNTER_INITIALIZER;
		prepare_nop(&ring, &nops[i]);
		CO_CHECK_EQ(1, io_uring_submit_and_get_events(&ring.uring));
	}
	while (ring.in_flight) {
		io_uring_submit_and_wait(&ring.uring, 1);
		taken += co_ring_reap(&ring);
		CO_CHECK_EQ(0, io_uring_cq_ready(&ring.uring));
		CO_CHECK(!io_uring_cq_has_overflow(&ring.uring));
	}
	CO_CHECK_EQ(7, taken);
	for (i = 0; i < 7; i++)
		CO_CHECK_EQ(1, nops[i].n);
	co_ring_fini(&ring);
}

/* A completer that prepares the next operation. */
struct chain {
	struct co_completer completer;
	struct co_ring *ring;
	int left;
};

static void chain_next(struct co_completer *completer, int res)
{
	struct chain *c = co_container_of(completer, struct chain, completer);
	struct io_uring_sqe *sqe;

	CO_CHECK_EQ(0, res);
	if (--c->left == 0)
		return;
	sqe = co_ring_sqe(c->ring);
	io_uring_prep_nop(sqe);
	co_sqe_address(sqe, completer, NULL, "nop");
}

static void ring_completers_may_prepare_more(void)
{
	struct co_ring ring;
	struct chain chains[3];
	struct io_uring_sqe *sqe;
	int i;

	CO_CHECK_EQ(0, co_ring_init(&ring, 1));
	for (i = 0; i < 3; i++) {
		chains[i] = (struct chain){{chain_next}, &ring, 3};
		sqe = co_ring_sqe(&ring);
		io_uring_prep_nop(sqe);
		co_sqe_address(sqe, &chains[i].completer, NULL, "nop");
	}
	while (ring.in_flight) {
		io_uring_submit_and_wait(&ring.uring, 1);
		co_ring_reap(&ring);
	}
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(0, chains[i].left);
	co_ring_fini(&ring);
}

static void ring_goes_with_operations_in_flight(void)
{
	struct counter c = COUNTER_INITIALIZER;
	struct io_uring_sqe *sqe;
	struct co_ring ring;
	char buffers[3][8];
	pthread_t thread;
	int fds[2];
	int i;

	vfs_socketpair(fds, 0);
	CO_CHECK_EQ(0, co_ring_init(&ring, 2));
	for (i = 0; i < 3; i++) {
		sqe = co_ring_sqe(&ring);
		io_uring_prep_recv(sqe, fds[0], buffers[i], 8, 0);
		co_sqe_address(sqe, &c.completer, NULL, "recv");
	}
	thread = start(send_byte, &fds[1]);
	co_ring_fini(&ring);
	CO_CHECK_EQ(0, ring.in_flight);
	CO_CHECK_EQ(0, c.n);
	pthread_join(thread, NULL);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(
		ring_falls_back_when_flags_are_refused, .leaks = EXPLORE_ON),
	EXPLORE_TEST(ring_best_flags_come_first, .leaks = EXPLORE_ON),
	EXPLORE_TEST(ring_refusal_is_not_tried_again, .leaks = EXPLORE_ON),
	EXPLORE_TEST(ring_without_room_gives_no_entry, .leaks = EXPLORE_ON),
	EXPLORE_TEST(ring_reap_leaves_no_overflow, .schedules = SOME),
	EXPLORE_TEST(ring_completers_may_prepare_more, .schedules = SOME),
	EXPLORE_TEST(ring_goes_with_operations_in_flight, .schedules = SOME),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
