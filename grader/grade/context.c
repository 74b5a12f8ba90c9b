// SPDX-License-Identifier: MIT
#include <errno.h>
#include <limits.h>
#include <linux/io_uring.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "doctor.h"
#include "fs.h"
#include "grade.h"
#include "supervise.h"

enum {
	NOBODY = 65534,
	MIN_ROOM_MB = 64,
};

const char *lab_folder(int n)
{
	static const char *const folders[LAYERS] = {"", "lab1-task",
		"lab2-executors", "lab3-sleep", "lab4-uring", "lab5-scheduler",
		"lab6-sync"};
	const struct rubric_lab *lab = rubric_lab(n);

	return lab ? lab->folder : folders[n];
}

bool is_wanted(const struct options *o, const char *name)
{
	const char *at = o->only;
	size_t n = strlen(name);

	while (at) {
		if (!strncmp(at, name, n) && (!at[n] || at[n] == ','))
			return true;
		at = strchr(at, ',');
		at = at ? at + 1 : NULL;
	}
	return !o->only;
}

bool uring_works(int *error)
{
	struct io_uring_params params = {0};
	int fd = (int)syscall(SYS_io_uring_setup, 2, &params);

	*error = fd < 0 ? errno : 0;
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* The tree is here, or above the folder that the program was built in. */
static int find_folders(struct context *c, const char *program)
{
	char exe[PATH_MAX], build[PATH_MAX + 4], root[PATH_MAX];
	char *slash;

	if (!realpath("/proc/self/exe", exe) && !realpath(program, exe))
		return -errno;
	slash = strrchr(exe, '/');
	*slash = '\0';
	snprintf(build, sizeof(build), "%s/..", exe);
	if (!realpath(build, exe))
		return -errno;
	c->kit = arena_printf(c->arena, "%s/kit", exe);
	c->cache = arena_printf(c->arena, "%s/cache", exe);
	if (!c->options.report)
		c->options.report = arena_printf(c->arena, "%s/report", exe);
	snprintf(build, sizeof(build), "%s/..", exe);
	if (!realpath(fs_exists("lab1-task/include/co") ? "." : build, root))
		return -errno;
	c->root = arena_strdup(c->arena, root);
	return 0;
}

static int make_work(struct context *c)
{
	const char *tmp = getenv("TMPDIR");
	char *scratch;

	c->work = arena_printf(
		c->arena, "%s/corolab-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(c->work)) {
		c->work = NULL;
		return -errno;
	}
	/* Boxes run as somebody else and start from here. */
	chmod(c->work, 0755);
	scratch = arena_printf(c->arena, "%s/scratch", c->work);
	if (mkdir(scratch, 0700) < 0)
		return -errno;
	if (geteuid() == 0 && chown(scratch, NOBODY, NOBODY) < 0)
		return -errno;
	c->sandbox.scratch = scratch;
	return 0;
}

static int complain(const char *what, int err)
{
	fprintf(stderr, "grade: %s: %s\n", what, strerror(-err));
	return EXIT_ENVIRONMENT;
}

/* A copy in the work folder can be reached by whoever the boxes run as. */
/* On a full disk compilers fail and tests crash: nobody's fault but its. */
static int check_room(const struct context *c)
{
	unsigned mb = fs_room_mb(c->work);

	if (mb >= MIN_ROOM_MB)
		return 0;
	fprintf(stderr,
		"grade: %s: No space left on device: %u MB are free, %d are "
		"needed; set TMPDIR to a folder with more\n",
		c->work, mb, MIN_ROOM_MB);
	return EXIT_ENVIRONMENT;
}

static int copy_launcher(struct context *c)
{
	char *from = arena_printf(c->arena, "%s/launch", c->kit);
	char *to = arena_printf(c->arena, "%s/launch", c->work);
	int err = fs_copy(from, to);

	if (err) {
		fprintf(stderr, "grade: %s: %s; run `make kit`\n", from,
			strerror(-err));
		return EXIT_ENVIRONMENT;
	}
	chmod(to, 0755);
	c->sandbox.launcher = to;
	return 0;
}

int context_open(
	struct context *c, const struct options *options, const char *program)
{
	int err;

	memset(c, 0, sizeof(*c));
	c->options = *options;
	c->arena = arena_create();
	err = supervise_init();
	if (err)
		return complain("signals", err);
	err = find_folders(c, program);
	if (err)
		return complain("the tree", err);
	err = make_work(c);
	if (err)
		return complain("a temporary folder", err);
	err = check_room(c);
	if (!err)
		err = copy_launcher(c);
	if (err)
		return err;
	if (sandbox_probe(&c->sandbox, options->no_sandbox, c->arena)) {
		fprintf(stderr, "grade: %s\n", c->sandbox.warning);
		return EXIT_ENVIRONMENT;
	}
	c->have_uring = uring_works(&err);
	c->have_explorer = fs_exists(
		arena_printf(c->arena, "%s/explore/cflags", c->kit));
	return 0;
}

void context_close(struct context *c)
{
	if (c->work && c->options.keep)
		fprintf(stderr, "grade: kept %s\n", c->work);
	else if (c->work)
		fs_remove(c->work);
	arena_destroy(c->arena);
	c->arena = NULL;
	c->work = NULL;
}
