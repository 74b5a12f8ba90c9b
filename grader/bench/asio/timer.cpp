// SPDX-License-Identifier: MIT
/*
 * Boost.Asio: steady timers of an io_context that one thread runs. A cancel is
 * measured without the handler that hears of it.
 */
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>

#include "../timers.h"

namespace asio = boost::asio;

static asio::io_context context(1);
static std::deque<asio::steady_timer> timers;
static asio::steady_timer::time_point later;

static void timers_make(size_t n)
{
	for (size_t i = 0; i < n; i++)
		timers.emplace_back(context);
	later = asio::steady_timer::clock_type::now() + std::chrono::hours(1);
}

static void timers_arm(size_t i, uint32_t distance, int due)
{
	std::chrono::nanoseconds ns(distance);

	timers[i].expires_at(
		due ? asio::steady_timer::time_point(ns) : later + ns);
	timers[i].async_wait([](const boost::system::error_code &error) {
		if (!error)
			timers_fired++;
	});
}

static void timers_cancel(size_t i)
{
	timers[i].cancel();
}

static void timers_fire(size_t)
{
	context.restart();
	context.run();
}

TIMER_ROWS
