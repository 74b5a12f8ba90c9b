/* SPDX-License-Identifier: MIT */
/*
 * The rest of the C library that needs a hand: the heap, functions that return
 * memory from it, ways to end the process, and random numbers, which start
 * anew with each schedule.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wrap.h"

static uint64_t random_state;

void ex_libc_reset(void)
{
	random_state = 1;
}

static void must_be_active(const char *what)
{
	if (!ex_run.active)
		ex_error("%s() called outside a test", what);
}

/* ---- The heap ---- */

void *explore_malloc(size_t size)
{
	must_be_active("malloc");
	return ex_heap_alloc(size, 0, EX_PC);
}

void *explore_calloc(size_t n, size_t size)
{
	size_t all;
	void *p;

	must_be_active("calloc");
	if (__builtin_mul_overflow(n, size, &all)) {
		errno = ENOMEM;
		return NULL;
	}
	p = ex_heap_alloc(all, 0, EX_PC);
	return p ? memset(p, 0, all) : NULL;
}

void explore_free(void *p)
{
	must_be_active("free");
	ex_heap_free(p, EX_PC);
}

static void *resize(void *p, size_t size, uintptr_t pc)
{
	size_t old = p ? ex_heap_size(p) : 0;
	void *new;

	if (p)
		ex_heap_check(p, old, "realloc", pc);
	new = ex_heap_alloc(size, 0, pc);
	if (!new)
		return NULL;
	if (p)
		memcpy(new, p, old < size ? old : size);
	ex_heap_free(p, pc);
	return new;
}

void *explore_realloc(void *p, size_t size)
{
	must_be_active("realloc");
	return resize(p, size, EX_PC);
}

void *explore_reallocarray(void *p, size_t n, size_t size)
{
	size_t all;

	must_be_active("reallocarray");
	if (__builtin_mul_overflow(n, size, &all)) {
		errno = ENOMEM;
		return NULL;
	}
	return resize(p, all, EX_PC);
}

void *explore_aligned_alloc(size_t align, size_t size)
{
	must_be_active("aligned_alloc");
	return ex_heap_alloc(size, align, EX_PC);
}

void *explore_memalign(size_t align, size_t size)
{
	must_be_active("memalign");
	return ex_heap_alloc(size, align, EX_PC);
}

int explore_posix_memalign(void **out, size_t align, size_t size)
{
	void *p;

	must_be_active("posix_memalign");
	if (align % sizeof(void *) || (align & (align - 1)) || !align)
		return EINVAL;
	p = ex_heap_alloc(size, align, EX_PC);
	if (!p)
		return ENOMEM;
	*out = p;
	return 0;
}

size_t explore_malloc_usable_size(void *p)
{
	return p ? ex_heap_size(p) : 0;
}

static char *duplicate(const char *s, size_t n, uintptr_t pc)
{
	char *p;

	ex_heap_check(s, n, "read", pc);
	ex_access(s, n, EX_READ, pc);
	p = ex_heap_alloc(n + 1, 0, pc);
	if (!p)
		return NULL;
	memcpy(p, s, n);
	p[n] = '\0';
	return p;
}

char *explore_strdup(const char *s)
{
	return duplicate(s, strlen(s), EX_PC);
}

char *explore_strndup(const char *s, size_t n)
{
	return duplicate(s, strnlen(s, n), EX_PC);
}

static int print(char **out, uintptr_t pc, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	*out = n < 0 ? NULL : ex_heap_alloc((size_t)n + 1, 0, pc);
	if (!*out)
		return -1;
	return vsnprintf(*out, (size_t)n + 1, fmt, ap);
}

__attribute__((format(printf, 2, 3))) int explore_asprintf(
	char **out, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = print(out, EX_PC, fmt, ap);
	va_end(ap);
	return n;
}

__attribute__((format(printf, 2, 0))) int explore_vasprintf(
	char **out, const char *fmt, va_list ap)
{
	return print(out, EX_PC, fmt, ap);
}

/* ---- Ends of the process ---- */

_Noreturn void explore_abort(void)
{
	ex_fail(EX_CRASH, EX_PC, NULL, "abort() called");
}

_Noreturn void explore_exit(int status)
{
	ex_fail(EX_CRASH, EX_PC, NULL,
		"exit(%d) called in the middle of a test", status);
}

_Noreturn void explore___assert_fail(
	const char *cond, const char *file, unsigned line, const char *function)
{
	struct ex_failure *f = &ex_shared->now.failure;

	memset(f, 0, sizeof(*f));
	f->verdict = EX_FAILED;
	f->kind = EX_ASSERT;
	f->thread = ex_self->id;
	f->other_thread = -1;
	snprintf(f->message, sizeof(f->message), "assert(%s) failed in %s()",
		cond, function);
	snprintf(f->file, sizeof(f->file), "%s", file);
	f->line = (int)line;
	ex_leave_schedule();
}

/* ---- Random numbers ---- */

int explore_rand(void)
{
	return (int)(ex_random(&random_state) >> 33);
}

long explore_random(void)
{
	return (long)(ex_random(&random_state) >> 33);
}

void explore_srand(unsigned seed)
{
	random_state = seed;
}

void explore_srandom(unsigned seed)
{
	random_state = seed;
}
