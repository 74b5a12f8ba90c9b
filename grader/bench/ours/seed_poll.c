// SPDX-License-Identifier: MIT
/*
 * Lab 4: NOPs through the seed's poll, which reads an eventfd before each
 * batch. The rows nop-N do the same work with the better engine.
 */
#include "co/seed_poll.h"

#include "../contender.h"

static struct co_seed_poll poll;
static uint64_t completed;

static void nop_completed(struct co_completer *completer, int res)
{
	(void)completer;
	if (res < 0)
		bench_expect(0, (uint64_t)-res, "a NOP's error");
	completed++;
}

static struct co_completer counter = {.complete = nop_completed};

static void prepare(size_t size)
{
	int err = co_seed_poll_init(&poll, (unsigned)size);

	bench_expect(0, (uint64_t)-err, "co_seed_poll_init()");
}

static void prepare_nop(void)
{
	struct io_uring_sqe *sqe = co_ring_sqe(&poll.ring);

	io_uring_prep_nop(sqe);
	co_sqe_address(sqe, &counter, NULL, "nop");
}

static void run(size_t size, uint64_t n)
{
	uint64_t started = 0;
	size_t i;

	completed = 0;
	while (completed < n) {
		for (i = 0; i < size && started < n; i++, started++)
			prepare_nop();
		if (co_seed_poll_turn(&poll) < 0)
			bench_expect(0, 1, "the error of a turn");
	}
	bench_expect(n, completed, "NOPs");
}

BENCH_CASE(seed_poll_1, "seed-poll-1", 1, prepare, run)
BENCH_CASE(seed_poll_32, "seed-poll-32", 32, prepare, run)
BENCH_CASE(seed_poll_256, "seed-poll-256", 256, prepare, run)
