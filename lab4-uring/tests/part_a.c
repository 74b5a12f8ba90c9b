// SPDX-License-Identifier: MIT
/*
 * Part A: the ring.
 */
#include <sys/ioctl.h>

#include "suites.h"
#include "util.h"

/* Submit, wait for one completion, and take what is there. */
static unsigned turn(struct co_ring *ring)
{
	CO_CHECK(io_uring_submit_and_wait(&ring->uring, 1) >= 0);
	return co_ring_reap(ring);
}

TEST ring_completes_a_nop(void)
{
	struct counter nop = COUNTER_INITIALIZER;
	struct co_ring ring;

	NEED_RING();
	CO_CHECK_EQ(0, co_ring_init(&ring, 8));
	CO_CHECK_EQ(0, ring.in_flight);
	co_step("prepare a nop: it is in flight from now on");
	prepare_nop(&ring, &nop);
	CO_CHECK_EQ(1, ring.in_flight);
	co_step("submit it and take its completion");
	CO_CHECK_EQ(1, turn(&ring));
	CO_CHECK_EQ(1, nop.n);
	CO_CHECK_EQ(0, nop.res);
	CO_CHECK_EQ(0, ring.in_flight);
	CO_CHECK_EQ(0, co_ring_reap(&ring));
	co_ring_fini(&ring);
	PASS();
}

TEST ring_of_wrong_size_is_refused(void)
{
	struct co_ring ring;

	NEED_RING();
	CO_CHECK_EQ(-EINVAL, co_ring_init(&ring, 0));
	co_step("more entries than any kernel takes");
	CO_CHECK_EQ(-EINVAL, co_ring_init(&ring, 1u << 30));
	PASS();
}

TEST ring_full_queue_makes_room(void)
{
	struct counter nop = COUNTER_INITIALIZER;
	struct co_ring ring;
	int i;

	NEED_RING();
	CO_CHECK_EQ(0, co_ring_init(&ring, 4));
	co_step("prepare six nops in a queue of four");
	for (i = 0; i < 6; i++)
		prepare_nop(&ring, &nop);
	CO_CHECK_EQ(6, ring.in_flight);
	while (nop.n < 6 && turn(&ring))
		;
	CO_CHECK_EQ(6, nop.n);
	CO_CHECK_EQ(0, ring.in_flight);
	co_ring_fini(&ring);
	PASS();
}

TEST ring_overflow_loses_nothing(void)
{
	struct counter nops[40];
	struct co_ring ring;
	int i;

	NEED_RING();
	CO_CHECK_EQ(0, co_ring_init(&ring, 4));
	co_step("40 completions for a queue that has room for 8");
	for (i = 0; i < 40; i++) {
		nops[i] = (struct counter)COUNTER_INITIALIZER;
		prepare_nop(&ring, &nops[i]);
	}
	while (ring.in_flight && turn(&ring))
		;
	for (i = 0; i < 40; i++)
		CO_CHECK_EQ(1, nops[i].n);
	co_ring_fini(&ring);
	PASS();
}

TEST ring_goes_only_when_kernel_lets_go(void)
{
	struct counter read = COUNTER_INITIALIZER;
	char buffer[4] = "...";
	struct io_uring_sqe *sqe;
	struct co_ring ring;
	int waiting = 0;
	int fds[2];

	NEED_RING();
	CO_CHECK_EQ(0, pipe(fds));
	CO_CHECK_EQ(0, co_ring_init(&ring, 4));
	co_step("a read waits on an empty pipe; the ring goes");
	sqe = co_ring_sqe(&ring);
	io_uring_prep_read(sqe, fds[0], buffer, 3, 0);
	co_sqe_address(sqe, &read.completer, NULL, "read");
	CO_CHECK_EQ(1, io_uring_submit(&ring.uring));
	co_ring_fini(&ring);
	co_step("what comes now stays in the pipe");
	CO_CHECK_EQ(3, write(fds[1], "abc", 3));
	CO_CHECK_EQ(0, ioctl(fds[0], FIONREAD, &waiting));
	CO_CHECK_EQ(3, waiting);
	CO_CHECK_STR("...", buffer);
	co_step("nobody was told: who waited may be gone with the ring");
	CO_CHECK_EQ(0, read.n);
	close(fds[0]);
	close(fds[1]);
	PASS();
}

SUITE(part_a)
{
	RUN_TEST(ring_completes_a_nop);
	RUN_TEST(ring_of_wrong_size_is_refused);
	RUN_TEST(ring_full_queue_makes_room);
	RUN_TEST(ring_overflow_loses_nothing);
	RUN_TEST(ring_goes_only_when_kernel_lets_go);
}
