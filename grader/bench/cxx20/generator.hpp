/* SPDX-License-Identifier: MIT */
/*
 * A C++20 generator: a coroutine that yields values to whoever resumes it.
 */
#ifndef BENCH_GENERATOR_HPP
#define BENCH_GENERATOR_HPP

#include <coroutine>
#include <exception>
#include <utility>

#include "pool.hpp"

template <typename T> class generator
{
      public:
	struct promise_type : public frame_memory {
		T value{};

		generator get_return_object() noexcept
		{
			return generator(handle::from_promise(*this));
		}
		std::suspend_always initial_suspend() noexcept
		{
			return {};
		}
		std::suspend_always final_suspend() noexcept
		{
			return {};
		}
		std::suspend_always yield_value(T v) noexcept
		{
			value = std::move(v);
			return {};
		}
		void return_void() noexcept
		{
		}
		void unhandled_exception() noexcept
		{
			std::terminate();
		}
	};

	using handle = std::coroutine_handle<promise_type>;

	explicit generator(handle h) noexcept : handle_(h)
	{
	}
	generator(generator &&other) noexcept
	    : handle_(std::exchange(other.handle_, nullptr))
	{
	}
	~generator()
	{
		if (handle_)
			handle_.destroy();
	}
	void resume() const
	{
		handle_.resume();
	}
	const T &value() const
	{
		return handle_.promise().value;
	}

      private:
	handle handle_;
};

#endif
