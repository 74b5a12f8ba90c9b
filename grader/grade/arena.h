/* SPDX-License-Identifier: MIT */
/*
 * Memory that is freed all at once, for what a grading holds.
 *
 * There is no error to handle: a grader without memory says so and exits with
 * status 3, for the environment is at fault.
 */
#ifndef GRADE_ARENA_H
#define GRADE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

struct arena *arena_create(void);
void arena_destroy(struct arena *arena);

/* @size zeroed bytes, aligned for anything. */
void *arena_zalloc(struct arena *arena, size_t size);

/* An array of @count elements of @size bytes, grown from the one at @old. */
void *arena_grow(struct arena *arena, const void *old, size_t old_count,
	size_t count, size_t size);

char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t size);
char *arena_printf(struct arena *arena, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * A copy of @text fit for a report: valid UTF-8, no control characters but
 * newline and tab, at most @max bytes and then "...".
 */
char *arena_clean(
	struct arena *arena, const char *text, size_t size, size_t max);

#endif
