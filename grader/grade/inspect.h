/* SPDX-License-Identifier: MIT */
/*
 * What is in a student's object file that may not be: code that runs before or
 * after main(), indirect functions, data among the code, system calls of its
 * own, and calls of what the lab has no business with.
 *
 * The object is what the compiler made of a hostile source: nothing in it is
 * believed before it is checked.
 */
#ifndef GRADE_INSPECT_H
#define GRADE_INSPECT_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"

/* Names that may stay undefined in an object. */
struct symbols {
	const char **at; /* sorted */
	size_t count;
};

void symbols_add(struct arena *arena, struct symbols *s, const char *name);
void symbols_sort(struct symbols *s);
bool symbols_has(const struct symbols *s, const char *name);

/* Add the lines of the file @path; 0 or -errno. */
int symbols_read(struct arena *arena, struct symbols *s, const char *path);

/*
 * Add the global symbols that the object @data defines.
 *
 * Returns: 0; -EINVAL when it is no relocatable ELF file for 64 bits.
 */
int inspect_globals(struct arena *arena, const char *data, size_t size,
	struct symbols *out);

/*
 * Look for what may not be in the object @data; each find is put into words
 * and handed to @found.
 *
 * Returns: 0; -EINVAL when it is no relocatable ELF file for 64 bits.
 */
int inspect_object(const char *data, size_t size, const struct symbols *allowed,
	enum build build, void (*found)(void *arg, const char *what),
	void *arg);

/* Whether the @n bytes at @what stand anywhere in the code of an object. */
bool inspect_code_has(
	const char *data, size_t size, const char *what, size_t n);

#endif
