// SPDX-License-Identifier: MIT
/*
 * Boost.Asio: post() to an io_context, from another thread and from its own.
 */
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <chrono>
#include <thread>

#include "../contender.h"

namespace asio = boost::asio;
using clock_type = std::chrono::steady_clock;

static double post_cross(size_t size)
{
	asio::io_context context;
	auto guard = asio::make_work_guard(context);
	uint64_t ran = 0;
	std::thread thread([&] { context.run(); });
	auto started = clock_type::now();

	for (size_t i = 0; i < size; i++)
		asio::post(context, [&ran] { ran++; });
	guard.reset();
	thread.join();
	std::chrono::duration<double, std::nano> took = clock_type::now() -
							started;
	bench_expect(size, ran, "what ran");
	return took.count() / (double)size;
}

BENCH_MEASURE(post_cross, "post-cross-thread", 500000, post_cross)

/* The hint of 1 says that one thread runs it: what Asio is fastest with. */
static asio::io_context own(1);
static uint64_t left, ran_self;

static void again()
{
	ran_self++;
	if (--left)
		asio::post(own, again);
}

static void post_self(size_t, uint64_t n)
{
	ran_self = 0;
	left = n;
	asio::post(own, again);
	own.run();
	own.restart();
	bench_expect(n, ran_self, "what ran");
}

BENCH_CASE(post_self, "post-self", 1, nullptr, post_self)
