/* SPDX-License-Identifier: MIT */
/*
 * Where coroutine frames come from: the promise inherits it. Without POOLED,
 * operator new, as the language does it. With it, free lists by size class,
 * one set for each thread. Frames must be freed by the thread that made them:
 * a favour that ours does not get.
 */
#ifndef BENCH_POOL_HPP
#define BENCH_POOL_HPP

#include <cstddef>
#include <new>

#ifdef POOLED

struct frame_memory {
	static constexpr std::size_t class_size = 64;
	static constexpr std::size_t classes = 16;

	struct free_frame {
		free_frame *next;
	};

	static inline thread_local free_frame *lists[classes];

	static void *operator new(std::size_t size)
	{
		std::size_t c = (size - 1) / class_size;

		if (c >= classes)
			return ::operator new(size);
		free_frame *f = lists[c];
		if (!f)
			return ::operator new((c + 1) * class_size);
		lists[c] = f->next;
		return f;
	}

	static void operator delete(void *frame, std::size_t size)
	{
		std::size_t c = (size - 1) / class_size;

		if (c >= classes) {
			::operator delete(frame);
			return;
		}
		auto *f = static_cast<free_frame *>(frame);
		f->next = lists[c];
		lists[c] = f;
	}
};

#else

struct frame_memory {
};

#endif

#endif
