// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "fs.h"

enum {
	CHUNK = 64 * 1024,
	OPEN_FOLDERS = 16,
};

int fs_make_folders(const char *path)
{
	char copy[4096];
	char *at;

	if (strlen(path) >= sizeof(copy))
		return -ENAMETOOLONG;
	strcpy(copy, path);
	for (at = copy + 1; (at = strchr(at, '/')); *at++ = '/') {
		*at = '\0';
		if (mkdir(copy, 0755) < 0 && errno != EEXIST)
			return -errno;
	}
	return mkdir(copy, 0755) < 0 && errno != EEXIST ? -errno : 0;
}

static int remove_one(
	const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	remove(path);
	return 0;
}

void fs_remove(const char *path)
{
	nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

bool fs_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

unsigned fs_room_mb(const char *path)
{
	struct statvfs v;
	unsigned long long mb;

	/* A file system that has no size says nothing about room. */
	if (statvfs(path, &v) < 0 || !v.f_blocks)
		return UINT_MAX;
	mb = (unsigned long long)v.f_bavail * v.f_frsize >> 20;
	return mb < UINT_MAX ? (unsigned)mb : UINT_MAX;
}

int fs_read(struct arena *arena, const char *path, size_t max, char **data,
	size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	size_t used = 0;
	ssize_t n = 0;
	int err = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0 || (size_t)st.st_size > max) {
		err = -EFBIG;
		goto close;
	}
	*data = arena_zalloc(arena, (size_t)st.st_size + 1);
	while (used < (size_t)st.st_size &&
		(n = read(fd, *data + used, (size_t)st.st_size - used)) > 0)
		used += (size_t)n;
	if (n < 0)
		err = -errno;
	*size = used;
close:
	close(fd);
	return err;
}

static int write_all(int fd, const char *data, size_t size)
{
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		data += n;
		size -= (size_t)n;
	}
	return 0;
}

/* Two graders may write the same file at once. */
static void name_temporary(char temporary[4096], const char *path)
{
	snprintf(temporary, 4096, "%s.new-%d", path, (int)getpid());
}

/* What was written becomes @path; after an error it goes. */
static int take_name(const char *temporary, const char *path, int err)
{
	if (!err && rename(temporary, path) < 0)
		err = -errno;
	if (err)
		unlink(temporary);
	return err;
}

int fs_write(const char *path, const void *data, size_t size)
{
	char temporary[4096];
	int fd, err;

	name_temporary(temporary, path);
	fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0)
		return -errno;
	err = write_all(fd, data, size);
	if (close(fd) < 0 && !err)
		err = -errno;
	return take_name(temporary, path, err);
}

static int copy_range(int in, int out, off_t from, off_t end)
{
	static char data[CHUNK];
	ssize_t n;

	while (from < end) {
		size_t want = (size_t)(end - from);

		errno = 0;
		n = pread(in, data, want < CHUNK ? want : CHUNK, from);
		if (n <= 0)
			return n < 0 ? -errno : 0;
		if (pwrite(out, data, (size_t)n, from) != n)
			return errno ? -errno : -EIO;
		from += n;
	}
	return 0;
}

/* Only what was written: a trace is mostly holes. */
static int copy_data(int in, int out, off_t size)
{
	off_t from = 0;
	int err = ftruncate(out, size) < 0 ? -errno : 0;

	while (!err && from < size) {
		off_t data = lseek(in, from, SEEK_DATA);
		off_t hole;

		if (data < 0)
			return errno == ENXIO ? 0 : -errno;
		hole = lseek(in, data, SEEK_HOLE);
		if (hole < 0)
			return -errno;
		err = copy_range(in, out, data, hole);
		from = hole;
	}
	return err;
}

int fs_copy(const char *from, const char *to)
{
	int in = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	char temporary[4096];
	struct stat st;
	int out, err;

	if (in < 0)
		return -errno;
	name_temporary(temporary, to);
	out = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (out < 0 || fstat(in, &st) < 0) {
		err = -errno;
		close(in);
		return err;
	}
	err = copy_data(in, out, st.st_size);
	if (close(out) < 0 && !err)
		err = -errno;
	close(in);
	return take_name(temporary, to, err);
}

static int copy_entry(const char *from, const char *to)
{
	struct stat st;

	if (lstat(from, &st) < 0)
		return -errno;
	if (S_ISDIR(st.st_mode))
		return fs_copy_tree(from, to);
	return S_ISREG(st.st_mode) ? fs_copy(from, to) : 0;
}

int fs_copy_tree(const char *from, const char *to)
{
	int err = fs_make_folders(to);
	DIR *folder = err ? NULL : opendir(from);
	struct dirent *d;

	if (!folder)
		return err ? err : -errno;
	while (!err && (d = readdir(folder))) {
		char a[4096], b[4096];

		if (!strcmp(d->d_name, ".") || !strcmp(d->d_name, ".."))
			continue;
		snprintf(a, sizeof(a), "%s/%s", from, d->d_name);
		snprintf(b, sizeof(b), "%s/%s", to, d->d_name);
		err = copy_entry(a, b);
	}
	closedir(folder);
	return err;
}
