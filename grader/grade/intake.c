// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fs.h"
#include "intake.h"

enum {
	MAX_WALK = 5000,
	MAX_DEPTH = 8,
};

/* A name that stays below @folder, whatever links somebody planted there. */
static int open_beneath(int folder, const char *path)
{
	struct open_how how = {
		/* Not blocking: a FIFO would wait for a writer for ever. */
		.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS |
			   RESOLVE_NO_MAGICLINKS,
	};
	int fd = (int)syscall(SYS_openat2, folder, path, &how, sizeof(how));

	return fd < 0 ? -errno : fd;
}

static const char *kind_of(mode_t mode)
{
	if (S_ISDIR(mode))
		return "a folder";
	if (S_ISFIFO(mode))
		return "a FIFO";
	if (S_ISSOCK(mode))
		return "a socket";
	return "a device";
}

static void refuse(struct intake *in, struct lab_result *lab, const char *path,
	const char *what)
{
	struct arena *a = in->grading->arena;

	if (!lab)
		return;
	lab->refusals = arena_grow(a, lab->refusals, lab->refusal_count,
		lab->refusal_count + 1, sizeof(*lab->refusals));
	lab->refusals[lab->refusal_count++] = (struct refusal){
		.file = arena_strdup(a, path),
		.what = arena_strdup(a, what),
	};
}

static void note(struct intake *in, struct lab_result *lab, const char *text)
{
	if (lab)
		lines_add(in->grading->arena, &lab->notes, text);
}

static bool is_utf8(struct arena *a, const char *data, size_t size)
{
	const char *clean = arena_clean(a, data, size, size);
	size_t i;

	for (i = 0; i < size; i++)
		if ((data[i] & 0x80) && clean[i] == '?')
			return false;
	return true;
}

/* The bytes of a regular file; NULL, and said why, when it is none. */
static char *read_source(struct intake *in, struct lab_result *lab,
	const char *path, int fd, size_t *size)
{
	struct arena *a = in->grading->arena;
	struct stat st;
	char *data;
	ssize_t n;

	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		refuse(in, lab, path,
			arena_printf(
				a, "is %s, not a file", kind_of(st.st_mode)));
		return NULL;
	}
	if (st.st_size > INTAKE_MAX_SOURCE) {
		refuse(in, lab, path,
			arena_printf(a,
				"has %lld bytes; a source has at most "
				"%d",
				(long long)st.st_size, INTAKE_MAX_SOURCE));
		return NULL;
	}
	data = arena_zalloc(a, (size_t)st.st_size + 1);
	*size = 0;
	while (*size < (size_t)st.st_size &&
		(n = read(fd, data + *size, (size_t)st.st_size - *size)) > 0)
		*size += (size_t)n;
	if (!is_utf8(a, data, *size))
		note(in, lab,
			arena_printf(
				a, "%s is not UTF-8; taken as it is", path));
	return data;
}

/* The file of our own tree stands in for one that is missing. */
static int take_skeleton(struct intake *in, const char *path, const char *to)
{
	char *from = arena_printf(
		in->grading->arena, "%s/%s", in->context->root, path);

	return fs_copy(from, to);
}

static int take_missing(struct intake *in, struct lab_result *lab,
	const char *path, const char *to, int err)
{
	struct arena *a = in->grading->arena;

	if (err == -ELOOP || err == -EXDEV) {
		refuse(in, lab, path,
			err == -ELOOP ? "is or lies behind a symbolic link"
				      : "lies outside of the submission");
	} else if (err == -ENXIO) {
		refuse(in, lab, path, "is a socket or a device");
	} else if (err == -ENOENT || err == -ENOTDIR) {
		note(in, lab,
			arena_printf(a, "%s is missing: graded as not started",
				path));
	} else {
		note(in, lab,
			arena_printf(a,
				"%s cannot be read (%s): graded as "
				"not started",
				path, strerror(-err)));
	}
	take_skeleton(in, path, to);
	return 0;
}

static int take_file(
	struct intake *in, struct lab_result *lab, const char *path)
{
	char *to = arena_printf(in->grading->arena, "%s/%s", in->box, path);
	int fd = open_beneath(in->submission, path);
	size_t size = 0;
	char *data;
	int err;

	if (fd < 0)
		return take_missing(in, lab, path, to, fd);
	data = read_source(in, lab, path, fd, &size);
	close(fd);
	if (!data) {
		take_skeleton(in, path, to);
		return 0;
	}
	in->taken++;
	sha256_add_string(&in->hash, path);
	sha256_add(&in->hash, data, size);
	err = fs_write(to, data, size);
	return err;
}

int intake_lab(struct intake *in, const struct rubric_lab *rubric,
	struct lab_result *lab)
{
	struct arena *a = in->grading->arena;
	const char *const *name;
	char *src = arena_printf(a, "%s/%s/src", in->box, rubric->folder);
	int err = fs_make_folders(src);

	for (name = rubric->files; !err && *name; name++)
		err = take_file(in, lab,
			arena_printf(a, "%s/src/%s", rubric->folder, *name));
	return err;
}

int intake_open(struct intake *in, struct context *c, struct grading *g)
{
	struct stat ours, theirs;
	const char *path = c->options.submission;

	memset(in, 0, sizeof(*in));
	in->context = c;
	in->grading = g;
	sha256_init(&in->hash);
	in->submission = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (in->submission < 0) {
		fprintf(stderr,
			"grade: %s: %s\n  A submission is a folder that holds "
			"labN-*/src/*.c, as this tree does.\n",
			path, strerror(errno));
		return EXIT_USAGE;
	}
	if (!stat(c->root, &ours) && !fstat(in->submission, &theirs))
		in->is_tree = ours.st_ino == theirs.st_ino &&
			      ours.st_dev == theirs.st_dev;
	in->box = arena_printf(g->arena, "%s/box", c->work);
	g->submission = arena_clean(g->arena, path, strlen(path), 4096);
	return 0;
}

/* What was not taken. */

static bool is_taken(const char *path)
{
	int n;

	for (n = 1; n <= RUBRIC_LABS; n++) {
		const struct rubric_lab *lab = rubric_lab(n);
		const char *const *name;
		char wanted[512];

		for (name = lab ? lab->files : NULL; name && *name; name++) {
			snprintf(wanted, sizeof(wanted), "%s/src/%s",
				lab->folder, *name);
			if (!strcmp(path, wanted))
				return true;
		}
	}
	return false;
}

static void ignore(struct intake *in, const char *path)
{
	struct grading *g = in->grading;

	if (g->ignored.count < INTAKE_MAX_IGNORED)
		lines_add(g->arena, &g->ignored,
			arena_clean(g->arena, path, strlen(path), 300));
	else if (g->ignored.count == INTAKE_MAX_IGNORED)
		lines_add(g->arena, &g->ignored, "... and more");
}

static void walk(
	struct intake *in, int folder, const char *prefix, int depth, int *seen)
{
	DIR *d = fdopendir(folder);
	struct dirent *e;

	if (!d) {
		close(folder);
		return;
	}
	while ((e = readdir(d)) && (*seen)++ < MAX_WALK) {
		char path[1024];
		int below;

		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
			!strcmp(e->d_name, ".git"))
			continue;
		snprintf(path, sizeof(path), "%s%s%s", prefix,
			*prefix ? "/" : "", e->d_name);
		below = openat(dirfd(d), e->d_name,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (below >= 0 && depth < MAX_DEPTH) {
			walk(in, below, path, depth + 1, seen);
			continue;
		}
		if (below >= 0)
			close(below);
		if (!is_taken(path))
			ignore(in, path);
	}
	closedir(d);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void intake_close(struct intake *in)
{
	struct grading *g = in->grading;
	char hex[SHA256_HEX];
	int seen = 0;

	sha256_finish(&in->hash, hex);
	g->hash = arena_strdup(g->arena, hex);
	/* In our own tree all else is ours. */
	if (in->is_tree)
		close(in->submission);
	else
		walk(in, in->submission, "", 0, &seen);
	if (g->ignored.count)
		qsort(g->ignored.at, g->ignored.count, sizeof(*g->ignored.at),
			compare);
	in->submission = -1;
	if (!in->taken)
		lines_add(g->arena, &g->warnings,
			"the submission has none of the files that it may "
			"bring: is it the right folder?");
}
