// SPDX-License-Identifier: MIT
/*
 * Boost.Context: coroutines with stacks, switched by a few instructions.
 */
#include <boost/context/fiber.hpp>
#include <boost/context/fixedsize_stack.hpp>

#include <vector>

#include "../contender.h"

namespace ctx = boost::context;

static constexpr size_t stack_size = 16 * 1024;

struct counter {
	ctx::fiber fiber;
	uint64_t count = 0;

	void resume()
	{
		fiber = std::move(fiber).resume();
	}
};

/* Counters do not move once their fiber knows them. */
static std::vector<counter> counters;
static uint64_t switched;

static ctx::fiber counting(counter &c)
{
	return ctx::fiber(std::allocator_arg, ctx::fixedsize_stack(stack_size),
		[&c](ctx::fiber &&resumer) {
			for (;;) {
				c.count++;
				resumer = std::move(resumer).resume();
			}
			return std::move(resumer);
		});
}

static void create_prepare(size_t size)
{
	counters.resize(size);
}

static void switch_prepare(size_t size)
{
	create_prepare(size);
	for (auto &c : counters)
		c.fiber = counting(c);
}

static void switch_run(size_t size, uint64_t n)
{
	for (uint64_t round = 0; round < n / size; round++)
		for (auto &c : counters)
			c.resume();
	switched += n;
	for (const auto &c : counters)
		bench_expect(switched / size, c.count, "a fiber's count");
}

BENCH_CASE(switch_1, "switch-1", 1, switch_prepare, switch_run)
BENCH_CASE(switch_1k, "switch-1000", 1000, switch_prepare, switch_run)
BENCH_CASE(switch_30k, "switch-30000", 30000, switch_prepare, switch_run)

static void create_run(size_t size, uint64_t n)
{
	for (uint64_t round = 0; round < n / size; round++) {
		for (auto &c : counters)
			c.fiber = counting(c);
		for (auto &c : counters)
			c.fiber = ctx::fiber();
	}
}

BENCH_CASE(create_1, "create-1", 1, create_prepare, create_run)
BENCH_CASE(create_1k, "create-1000", 1000, create_prepare, create_run)
BENCH_CASE(create_30k, "create-30000", 30000, create_prepare, create_run)

/* Await a child: run a fiber to its end; its stack is made and freed. */
static void await_run(size_t, uint64_t n)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		ctx::fiber child(std::allocator_arg,
			ctx::fixedsize_stack(stack_size),
			[&sum, i](ctx::fiber &&resumer) {
				sum += i + 1;
				return std::move(resumer);
			});

		child = std::move(child).resume();
	}
	bench_expect(n * (n + 1) / 2, sum, "the sum of the results");
}

BENCH_CASE(await_child, "await-child", 1, nullptr, await_run)

/* A million stacks do not fit everywhere: fewer tell the same. */
static double memory_measure(size_t size)
{
	create_prepare(size);
	double before = bench_resident_bytes();
	for (auto &c : counters) {
		c.fiber = counting(c);
		c.resume();
	}
	return (bench_resident_bytes() - before) / (double)size;
}

BENCH_MEASURE(memory, "memory-per-task", 20000, memory_measure)
