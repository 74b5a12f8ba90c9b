/* SPDX-License-Identifier: MIT */
/*
 * The task of a C++20 coroutine library, as such libraries write it: started
 * by being awaited, symmetric transfer both ways, and a promise that holds a
 * value or an exception. With POOLED its frames come from free lists.
 */
#ifndef BENCH_TASK_HPP
#define BENCH_TASK_HPP

#include <coroutine>
#include <cstdlib>
#include <exception>
#include <utility>
#include <variant>

#include "pool.hpp"

template <typename T> class task
{
      public:
	class promise_type;
	using handle = std::coroutine_handle<promise_type>;

	struct final_awaiter {
		bool await_ready() const noexcept
		{
			return false;
		}
		std::coroutine_handle<> await_suspend(handle self) noexcept
		{
			return self.promise().continuation_;
		}
		void await_resume() noexcept
		{
		}
	};

	class promise_type : public frame_memory
	{
	      public:
		task get_return_object() noexcept
		{
			return task(handle::from_promise(*this));
		}
		std::suspend_always initial_suspend() noexcept
		{
			return {};
		}
		final_awaiter final_suspend() noexcept
		{
			return {};
		}
		void unhandled_exception() noexcept
		{
			result_.template emplace<2>(std::current_exception());
		}
		void return_value(T value) noexcept
		{
			result_.template emplace<1>(std::move(value));
		}
		T &result()
		{
			if (result_.index() == 2)
				std::rethrow_exception(std::get<2>(result_));
			return *std::get_if<1>(&result_);
		}

	      private:
		friend class task;
		std::coroutine_handle<> continuation_ = std::noop_coroutine();
		std::variant<std::monostate, T, std::exception_ptr> result_;
	};

	struct awaiter {
		handle child;

		bool await_ready() const noexcept
		{
			return child.done();
		}
		std::coroutine_handle<> await_suspend(
			std::coroutine_handle<> self) noexcept
		{
			child.promise().continuation_ = self;
			return child;
		}
		T await_resume()
		{
			return std::move(child.promise().result());
		}
	};

	task() = default;
	explicit task(handle h) noexcept : handle_(h)
	{
	}
	task(task &&other) noexcept
	    : handle_(std::exchange(other.handle_, nullptr))
	{
	}
	task &operator=(task &&other) noexcept
	{
		std::swap(handle_, other.handle_);
		return *this;
	}
	~task()
	{
		if (handle_)
			handle_.destroy();
	}
	awaiter operator co_await() const noexcept
	{
		return {handle_};
	}
	void resume() const
	{
		handle_.resume();
	}
	T &result() const
	{
		return handle_.promise().result();
	}

      private:
	handle handle_;
};

#endif
