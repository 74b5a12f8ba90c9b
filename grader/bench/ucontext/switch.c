// SPDX-License-Identifier: MIT
/*
 * ucontext: coroutines with stacks, as the C library has them. Each switch
 * also saves and restores the signal mask, which is a system call.
 */
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "../contender.h"

enum {
	STACK_SIZE = 16 * 1024
};

struct fiber {
	ucontext_t context;
	uint64_t count;
	char *stack;
};

static ucontext_t resumer;
static struct fiber *running;
static struct fiber **fibers;
static uint64_t switched;

static void count(void)
{
	struct fiber *self = running;

	for (;;) {
		self->count++;
		swapcontext(&self->context, &resumer);
	}
}

static struct fiber *fiber_create(void)
{
	struct fiber *f = calloc(1, sizeof(*f));

	f->stack = malloc(STACK_SIZE);
	getcontext(&f->context);
	f->context.uc_stack.ss_sp = f->stack;
	f->context.uc_stack.ss_size = STACK_SIZE;
	makecontext(&f->context, count, 0);
	return f;
}

static void fiber_resume(struct fiber *f)
{
	running = f;
	swapcontext(&resumer, &f->context);
}

static void fiber_destroy(struct fiber *f)
{
	free(f->stack);
	free(f);
}

static void create_prepare(size_t size)
{
	fibers = calloc(size, sizeof(*fibers));
}

static void switch_prepare(size_t size)
{
	size_t i;

	create_prepare(size);
	for (i = 0; i < size; i++)
		fibers[i] = fiber_create();
}

static void switch_run(size_t size, uint64_t n)
{
	uint64_t round;
	size_t i;

	for (round = 0; round < n / size; round++)
		for (i = 0; i < size; i++)
			fiber_resume(fibers[i]);
	switched += n;
	for (i = 0; i < size; i++)
		bench_expect(switched / size, fibers[i]->count, "a count");
}

BENCH_CASE(switch_1, "switch-1", 1, switch_prepare, switch_run)
BENCH_CASE(switch_1k, "switch-1000", 1000, switch_prepare, switch_run)
BENCH_CASE(switch_30k, "switch-30000", 30000, switch_prepare, switch_run)

static void create_run(size_t size, uint64_t n)
{
	uint64_t round;
	size_t i;

	for (round = 0; round < n / size; round++) {
		for (i = 0; i < size; i++)
			fibers[i] = fiber_create();
		for (i = 0; i < size; i++)
			fiber_destroy(fibers[i]);
	}
}

BENCH_CASE(create_1, "create-1", 1, create_prepare, create_run)
BENCH_CASE(create_1k, "create-1000", 1000, create_prepare, create_run)
BENCH_CASE(create_30k, "create-30000", 30000, create_prepare, create_run)

/* A million stacks do not fit everywhere: fewer tell the same. */
static double memory_measure(size_t size)
{
	double before;
	size_t i;

	create_prepare(size);
	memset(fibers, 1, size * sizeof(*fibers));
	before = bench_resident_bytes();
	for (i = 0; i < size; i++) {
		fibers[i] = fiber_create();
		fiber_resume(fibers[i]);
	}
	return (bench_resident_bytes() - before) / (double)size;
}

BENCH_MEASURE(memory, "memory-per-task", 20000, memory_measure)
