/* SPDX-License-Identifier: MIT */
/*
 * The plain reads and writes that the compiler's thread instrumentation turns
 * into calls. They feed the race detector and the heap checks; they are
 * scheduling points only when the test asks for it (.plain_points).
 *
 * A loop that makes only plain accesses would never let go of the baton. After
 * PLAIN_LIMIT of them the others get a turn.
 */
#include <string.h>

#include "wrap.h"

enum {
	PLAIN_LIMIT = 20000
};

static void plain(const volatile void *p, size_t size, int access, uintptr_t pc)
{
	struct ex_thread *me = ex_self;
	const void *at = (const void *)p;
	uintptr_t address = (uintptr_t)at;

	if (!ex_run.active)
		return;
	if (ex_run.test->plain_points == EXPLORE_ON && ex_run.n_threads > 1)
		ex_step(access ? "writes" : "reads", at, pc);
	else if (++me->plain_burst > PLAIN_LIMIT)
		ex_yield("computes", pc);
	/* Progress that a spinning thread does not make. */
	if (access && (address < me->stack_low || address >= me->stack_high))
		me->n_idle = 0;
	ex_heap_check(at, size, access ? "write" : "read", pc);
	ex_access(at, size, access, pc);
}

#define PLAIN(size)                                                            \
	void __tsan_read##size(void *p)                                        \
	{                                                                      \
		plain(p, size, EX_READ, EX_PC);                                \
	}                                                                      \
	void __tsan_write##size(void *p)                                       \
	{                                                                      \
		plain(p, size, EX_WRITE, EX_PC);                               \
	}                                                                      \
	void __tsan_read_write##size(void *p)                                  \
	{                                                                      \
		plain(p, size, EX_WRITE, EX_PC);                               \
	}                                                                      \
	void __tsan_volatile_read##size(void *p)                               \
	{                                                                      \
		plain(p, size, EX_READ, EX_PC);                                \
	}                                                                      \
	void __tsan_volatile_write##size(void *p)                              \
	{                                                                      \
		plain(p, size, EX_WRITE, EX_PC);                               \
	}                                                                      \
	void __tsan_unaligned_read##size(void *p)                              \
	{                                                                      \
		plain(p, size, EX_READ, EX_PC);                                \
	}                                                                      \
	void __tsan_unaligned_write##size(void *p)                             \
	{                                                                      \
		plain(p, size, EX_WRITE, EX_PC);                               \
	}                                                                      \
	void __tsan_unaligned_read_write##size(void *p)                        \
	{                                                                      \
		plain(p, size, EX_WRITE, EX_PC);                               \
	}                                                                      \
	void __tsan_unaligned_volatile_read##size(void *p)                     \
	{                                                                      \
		plain(p, size, EX_READ, EX_PC);                                \
	}                                                                      \
	void __tsan_unaligned_volatile_write##size(void *p)                    \
	{                                                                      \
		plain(p, size, EX_WRITE, EX_PC);                               \
	}

PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

void __tsan_read_range(void *p, size_t size)
{
	plain(p, size, EX_READ, EX_PC);
}

void __tsan_write_range(void *p, size_t size)
{
	plain(p, size, EX_WRITE, EX_PC);
}

void __tsan_func_entry(void *caller)
{
	struct ex_thread *me = ex_self;

	if (!me)
		return;
	if (me->depth < EX_CALL_DEPTH)
		me->calls[me->depth] = (uintptr_t)caller;
	me->depth++;
}

void __tsan_func_exit(void)
{
	if (ex_self && ex_self->depth)
		ex_self->depth--;
}

/* Called by constructors that the compiler adds; everything is set up later. */
void __tsan_init(void)
{
}

void __tsan_ignore_thread_begin(void)
{
}

void __tsan_ignore_thread_end(void)
{
}

/* ---- Memory functions, as calls of the user's or of the compiler's ---- */

static void begin(void *to, const void *from, size_t n, uintptr_t pc)
{
	if (!n)
		return;
	if (from)
		plain(from, n, EX_READ, pc);
	if (to)
		plain(to, n, EX_WRITE, pc);
	if (ex_self)
		ex_self->user_pc = pc;
}

static void *end(void *result)
{
	if (ex_self)
		ex_self->user_pc = 0;
	return result;
}

#define MEMORY(prefix)                                                         \
	void *prefix##memcpy(void *to, const void *from, size_t n)             \
	{                                                                      \
		begin(to, from, n, EX_PC);                                     \
		return end(memmove(to, from, n));                              \
	}                                                                      \
	void *prefix##memmove(void *to, const void *from, size_t n)            \
	{                                                                      \
		begin(to, from, n, EX_PC);                                     \
		return end(memmove(to, from, n));                              \
	}                                                                      \
	void *prefix##memset(void *to, int byte, size_t n)                     \
	{                                                                      \
		begin(to, NULL, n, EX_PC);                                     \
		return end(memset(to, byte, n));                               \
	}

MEMORY(__tsan_)
MEMORY(explore_)

int explore_memcmp(const void *a, const void *b, size_t n)
{
	int result;

	begin(NULL, a, n, EX_PC);
	begin(NULL, b, n, EX_PC);
	result = memcmp(a, b, n);
	end(NULL);
	return result;
}

size_t explore_strlen(const char *s)
{
	size_t n;

	if (ex_self)
		ex_self->user_pc = EX_PC;
	n = strlen(s);
	end(NULL);
	begin(NULL, s, n + 1, EX_PC);
	end(NULL);
	return n;
}
