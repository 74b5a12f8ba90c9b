/* SPDX-License-Identifier: MIT */
/*
 * A C++20 generator: a coroutine that yields values to whoever resumes it.
 *
 * What a library's does and no more: resuming one that has ended would be
 * undefined, so resume() looks before it resumes, and an exception that leaves
 * the body is kept for whoever takes the value. Both are inlined.
 */
#ifndef BENCH_GENERATOR_HPP
#define BENCH_GENERATOR_HPP

#include <coroutine>
#include <exception>
#include <stdexcept>
#include <utility>

#include "pool.hpp"

template <typename T> class generator
{
      public:
	struct promise_type : public frame_memory {
		T value{};
		std::exception_ptr exception;

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
			exception = std::current_exception();
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
		if (handle_.done())
			throw std::logic_error("resumed after its end");
		handle_.resume();
	}
	const T &value() const
	{
		if (handle_.promise().exception)
			std::rethrow_exception(handle_.promise().exception);
		return handle_.promise().value;
	}

      private:
	handle handle_;
};

#endif
