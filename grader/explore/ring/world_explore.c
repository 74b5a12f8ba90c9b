// SPDX-License-Identifier: MIT
/*
 * The world of a ring under the explorer: its choices, its time, its heap.
 */
#include "../runtime.h"
#include "sim.h"

unsigned sim_choose(unsigned n)
{
	return n > 1 ? ex_choose(n, 1) : 0;
}

uint64_t sim_now(void)
{
	return ex_now();
}

void sim_enter(const char *what, const struct sim_ring *r)
{
	ex_step(what, r, EX_PC);
}

void sim_changed(void)
{
	ex_wrote();
}

static bool may_go_on(void *arg)
{
	return sim_can_progress(arg);
}

void sim_block(struct sim_ring *r, uint64_t deadline)
{
	uint64_t timer = sim_next_deadline(r);
	struct ex_waiting w = {
		.op = "waits for a completion of",
		.object = r,
		.pc = EX_PC,
		.ready = may_go_on,
		.arg = r,
		.deadline = timer < deadline ? timer : deadline,
		.holder = -1,
	};

	ex_wait(&w);
}

/* The kernel's memory: an allocation that fails by choice is not its own. */
void *sim_alloc(size_t size)
{
	void *p;

	do {
		p = ex_heap_alloc(size, 16, EX_PC);
	} while (!p);
	return p;
}

void sim_free(void *p)
{
	if (p)
		ex_heap_free(p, EX_PC);
}

void sim_eventfd_signal(int fd)
{
	ex_eventfd_add(fd, 1);
}

void sim_opened(const struct sim_ring *r)
{
	explore_name(r, "the ring");
}
