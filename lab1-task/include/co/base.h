/* SPDX-License-Identifier: MIT */
/*
 * What every file of every lab may use: container_of, assertions that stay on,
 * and the mark of a part that nobody has written yet.
 */
#ifndef CO_BASE_H
#define CO_BASE_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The struct of type @type whose member @member stands at @ptr. */
#define co_container_of(ptr, type, member)                                     \
	((type *)(void *)((char *)(ptr)-offsetof(type, member)))

#define co_likely(x)   __builtin_expect(!!(x), 1)
#define co_unlikely(x) __builtin_expect(!!(x), 0)

/*
 * Stop the program when @cond is false. Always on: a contract that a release
 * build does not check is a contract that nobody keeps. The message names the
 * task that runs here, if one does, and the place.
 */
#define CO_ASSERT(cond, ...)                                                   \
	do {                                                                   \
		if (co_unlikely(!(cond)))                                      \
			co__assert_failed(                                     \
				__FILE__, __LINE__, #cond, __VA_ARGS__);       \
	} while (0)

/*
 * Say that @part ("lab2.C") is still to be written. Inside a test this ends
 * the test as "not started"; outside one it prints where to begin and exits.
 */
#define CO_NOT_STARTED(part) co__not_started(part, __FILE__, __LINE__)

/* Support for the two macros above; not called by hand. */
void co__assert_failed(
	const char *file, int line, const char *cond, const char *fmt, ...)
	__attribute__((format(printf, 4, 5), cold, noreturn));
void co__not_started(const char *part, const char *file, int line)
	__attribute__((cold));

#ifdef __cplusplus
}
#endif

#endif
