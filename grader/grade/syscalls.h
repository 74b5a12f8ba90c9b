/* SPDX-License-Identifier: MIT */
/* System calls that a student's object makes without the C library. */
#ifndef GRADE_SYSCALLS_H
#define GRADE_SYSCALLS_H

#include <stddef.h>

#include "arena.h"

/*
 * Look for instructions that enter the kernel in the object @data, which is
 * also the file @path; each find goes to @found.
 *
 * The bytes of such an instruction can also be part of another one, so an
 * object that has them anywhere is disassembled; only then is it a find.
 */
void syscalls_find(struct arena *arena, const char *data, size_t size,
	const char *path, void (*found)(void *arg, const char *what),
	void *arg);

#endif
