// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"

static char *hidden_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	int folder = slash ? (int)(slash + 1 - path) : 0;
	char *name;

	if (asprintf(&name, "%.*s.%s.XXXXXX", folder, path, path + folder) < 0)
		return NULL;
	return name;
}

/*
 * What mkostemp() makes is its owner's alone. A new report is for whom the
 * mask allows; a file that takes the place of another is for the same people.
 */
static void open_to_readers(int fd, const char *path)
{
	struct stat st;
	mode_t mask;

	if (!stat(path, &st)) {
		fchmod(fd, st.st_mode & 0777);
		return;
	}
	mask = umask(0);
	umask(mask);
	fchmod(fd, 0666 & ~mask);
}

static int complain(char **why, const char *path, int error)
{
	const char *advice = "";

	if (error == -ENOSPC || error == -EDQUOT)
		advice = "; free some space and run it again";
	if (asprintf(why, "cannot write %s: %s%s", path, strerror(-error),
		    advice) < 0)
		*why = NULL;
	return error;
}

int file_begin(struct new_file *f, const char *path, char **why)
{
	int fd = -1, error;

	*why = NULL;
	f->path = strdup(path);
	f->temp = hidden_name(path);
	errno = ENOMEM;
	if (f->path && f->temp)
		fd = mkostemp(f->temp, O_CLOEXEC);
	f->out = fd < 0 ? NULL : fdopen(fd, "w");
	if (f->out) {
		open_to_readers(fd, path);
		return 0;
	}
	error = -errno;
	if (fd >= 0) {
		close(fd);
		unlink(f->temp);
	}
	free(f->path);
	free(f->temp);
	return complain(why, path, error);
}

int file_end(struct new_file *f, int error, char **why)
{
	*why = NULL;
	errno = 0;
	if ((ferror(f->out) | fflush(f->out)) && !error)
		error = errno ? -errno : -EIO;
	if (fclose(f->out) && !error)
		error = errno ? -errno : -EIO;
	if (!error && rename(f->temp, f->path))
		error = -errno;
	if (error) {
		unlink(f->temp);
		complain(why, f->path, error);
	}
	free(f->temp);
	free(f->path);
	return error;
}

static bool stays_inside(const char *name)
{
	const char *at = name;

	if (!*name || *name == '/')
		return false;
	while (at) {
		size_t n = strcspn(at, "/");

		if (n == 2 && !strncmp(at, "..", 2))
			return false;
		at = at[n] ? at + n + 1 : NULL;
	}
	return true;
}

static int read_all(int fd, size_t max, char **data, size_t *size)
{
	size_t got = 0;
	ssize_t n = 0;
	char *buf = malloc(max + 1);

	if (!buf)
		return -ENOMEM;
	while (got < max && (n = read(fd, buf + got, max - got)) > 0)
		got += (size_t)n;
	if (n < 0) {
		free(buf);
		return -errno;
	}
	buf[got] = '\0';
	*data = buf;
	*size = got;
	return 0;
}

int file_load(const char *path, size_t max, char **data, size_t *size)
{
	struct stat st;
	int fd, error;

	*data = NULL;
	fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		error = -errno;
	else if (!S_ISREG(st.st_mode))
		error = -EINVAL;
	else if ((size_t)st.st_size > max)
		error = -EFBIG;
	else
		error = read_all(fd, (size_t)st.st_size, data, size);
	close(fd);
	return error;
}

int file_read(const char *dir, const char *name, size_t max, char **data,
	size_t *size)
{
	char *path;
	int error;

	*data = NULL;
	if (!stays_inside(name))
		return -EINVAL;
	if (asprintf(&path, "%s/%s", dir, name) < 0)
		return -ENOMEM;
	error = file_load(path, max, data, size);
	free(path);
	return error;
}

/* How much of the folders @a and @b is the same, in whole names. */
static size_t shared_part(const char *a, const char *b)
{
	size_t i, last = 0;

	for (i = 0;; i++) {
		bool a_ends = !a[i] || a[i] == '/',
		     b_ends = !b[i] || b[i] == '/';

		if (a_ends && b_ends)
			last = i;
		if (a[i] != b[i] || !a[i])
			return last;
	}
}

static char *way_between(const char *from, const char *to)
{
	size_t same = shared_part(from, to);
	const char *at = from + same;
	char *way = NULL;
	size_t size;
	FILE *out = open_memstream(&way, &size);

	if (!out)
		return NULL;
	fputc('.', out);
	for (; *at; at++)
		if (*at == '/')
			fputs("/..", out);
	fputs(to + same, out);
	if (!fclose(out))
		return way;
	free(way);
	return NULL;
}

char *file_way(const char *from, const char *to)
{
	char *a = realpath(from, NULL);
	char *b = realpath(to, NULL);
	char *way = a && b ? way_between(a, b) : NULL;

	free(a);
	free(b);
	return way;
}
