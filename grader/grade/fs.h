/* SPDX-License-Identifier: MIT */
/* Files: small helpers over openat2, copying and removing. */
#ifndef GRADE_FS_H
#define GRADE_FS_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"

/* Make @path and the folders above it; 0 or -errno. */
int fs_make_folders(const char *path);

/* Remove @path and what is below it, following no link. */
void fs_remove(const char *path);

/*
 * Read all of @path, at most @max bytes.
 *
 * Ownership: *@data lives in @arena, NUL-terminated.
 * Returns:   0 or -errno; -EFBIG when there is more.
 */
int fs_read(struct arena *arena, const char *path, size_t max, char **data,
	size_t *size);

/* Write @path in one piece: a reader sees the old file or the new one. */
int fs_write(const char *path, const void *data, size_t size);

/* Copy a file in one piece, holes as holes; 0 or -errno. */
int fs_copy(const char *from, const char *to);

/* Copy a folder with its regular files, following no link; 0 or -errno. */
int fs_copy_tree(const char *from, const char *to);

bool fs_exists(const char *path);

/* How many MB can still be written below @path; UINT_MAX: not known. */
unsigned fs_room_mb(const char *path);

#endif
