// SPDX-License-Identifier: MIT
/*
 * The rows of lab 1 in C++20: what ours/task.c does, with a library's task.
 */
#include <memory>
#include <optional>
#include <vector>

#include "../contender.h"
#include "generator.hpp"
#include "task.hpp"

/* Switch. */

static std::vector<generator<uint64_t>> counters;
static uint64_t switched;

static generator<uint64_t> counter()
{
	uint64_t count = 0;

	for (;;)
		co_yield ++count;
}

static void switch_prepare(size_t size)
{
	counters.reserve(size);
	for (size_t i = 0; i < size; i++)
		counters.push_back(counter());
}

static void switch_run(size_t size, uint64_t n)
{
	for (uint64_t round = 0; round < n / size; round++)
		for (const auto &c : counters)
			c.resume();
	switched += n;
	for (const auto &c : counters)
		bench_expect(switched / size, c.value(), "a task's count");
}

BENCH_CASE(switch_1, "switch-1", 1, switch_prepare, switch_run)
BENCH_CASE(switch_1k, "switch-1000", 1000, switch_prepare, switch_run)
BENCH_CASE(switch_30k, "switch-30000", 30000, switch_prepare, switch_run)

/* Create. */

static std::vector<task<uint64_t>> tasks;

static task<uint64_t> child(uint64_t value)
{
	co_return value + 1;
}

static void create_prepare(size_t size)
{
	tasks.reserve(size);
}

static void create_run(size_t size, uint64_t n)
{
	for (uint64_t round = 0; round < n / size; round++) {
		for (size_t i = 0; i < size; i++)
			tasks.push_back(child(i));
		tasks.clear();
	}
}

BENCH_CASE(create_1, "create-1", 1, create_prepare, create_run)
BENCH_CASE(create_1k, "create-1000", 1000, create_prepare, create_run)
BENCH_CASE(create_30k, "create-30000", 30000, create_prepare, create_run)

/* Await a child. */

static task<uint64_t> parent(uint64_t n)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++)
		sum += co_await child(i);
	co_return sum;
}

static void await_run(size_t, uint64_t n)
{
	auto p = parent(n);

	p.resume();
	bench_expect(n * (n + 1) / 2, p.result(), "the sum of the results");
}

BENCH_CASE(await_child, "await-child", 1, nullptr, await_run)

/* A chain. */

static task<uint64_t> level(uint64_t depth)
{
	if (depth <= 1)
		co_return depth;
	co_return co_await level(depth - 1) + 1;
}

static void chain_run(size_t size, uint64_t n)
{
	for (uint64_t round = 0; round < n / size; round++) {
		auto top = level(size);

		top.resume();
		bench_expect(size, top.result(), "the depth");
	}
}

BENCH_CASE(chain_1k, "chain-1000", 1000, nullptr, chain_run)

/* Memory. */

/* A task that waits for ever, with a counter in its frame as ours has. */
static task<uint64_t> waiter()
{
	uint64_t count = 0;

	for (;;) {
		count++;
		co_await std::suspend_always{};
	}
	co_return count;
}

static double memory_measure(size_t size)
{
	tasks.resize(size);
	double before = bench_resident_bytes();
	for (size_t i = 0; i < size; i++) {
		tasks[i] = waiter();
		tasks[i].resume();
	}
	return (bench_resident_bytes() - before) / (double)size;
}

BENCH_MEASURE(memory, "memory-per-task", 1000000, memory_measure)
