// SPDX-License-Identifier: MIT
/*
 * Compiling. What is made of the objects is in layer.c, linking in link.c.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "fs.h"
#include "sha256.h"
#include "supervise.h"
#include "unit.h"

enum {
	MAX_FLAGS = 64,
	COMPILE_SECONDS = 20,
	COMPILE_MB = 1024,
	COMPILE_NPROC = 32,
	NOBODY = 65534,
};

int tool_run(struct arena *arena, const char *const *argv, const char **output)
{
	struct job job = {
		.argv = (char **)(uintptr_t)argv, .seconds = 60, .plain = true};
	bool ok;

	job_run(&job);
	ok = job.exited && job.exit_code == 0 && !job.fault[0];
	if (output)
		*output = job.output.size
				  ? arena_strndup(arena, job.output.data,
					    job.output.size)
				  : "";
	job_clear(&job);
	return ok ? 0 : -EIO;
}

/* The box. */

static int hash_headers(
	struct builder *b, struct sha256 *hash, const char *folder)
{
	struct dirent **names;
	int i, n = scandir(folder, &names, NULL, alphasort);
	int err = 0;

	for (i = 0; i < n; i++) {
		char *path = arena_printf(
			b->arena, "%s/%s", folder, names[i]->d_name);
		char *data;
		size_t size;

		if (names[i]->d_name[0] != '.' && !err) {
			err = fs_read(b->arena, path, 1 << 20, &data, &size);
			sha256_add_string(hash, names[i]->d_name);
			if (!err)
				sha256_add(hash, data, size);
		}
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	return err;
}

static int copy_headers(struct builder *b, int n, struct sha256 *hash)
{
	struct arena *a = b->arena;
	char *from = arena_printf(
		a, "%s/%s/include", b->context->root, lab_folder(n));
	char *to = arena_printf(a, "%s/%s/include", b->box, lab_folder(n));
	int err;

	if (!fs_exists(from))
		return 0;
	err = fs_copy_tree(from, to);
	return err ? err : hash_headers(b, hash, arena_printf(a, "%s/co", to));
}

int builder_open(struct builder *b, struct context *c, struct arena *arena)
{
	char hex[SHA256_HEX];
	struct sha256 hash;
	int n, err;

	memset(b, 0, sizeof(*b));
	b->context = c;
	b->arena = arena;
	b->box = arena_printf(arena, "%s/box", c->work);
	b->out = arena_printf(arena, "%s/out", c->work);
	sha256_init(&hash);
	err = fs_make_folders(b->box);
	if (!err)
		err = fs_make_folders(b->out);
	if (!err && c->sandbox.drop_user && chown(b->out, NOBODY, NOBODY) < 0)
		err = -errno;
	for (n = 1; n <= RUBRIC_LABS && !err; n++)
		err = copy_headers(b, n, &hash);
	sha256_finish(&hash, hex);
	b->headers_hash = arena_strdup(arena, hex);
	fs_make_folders(c->cache);
	return err;
}

/* Compiling. */

static const char *const *compiler_words(struct unit *u, const char *flags)
{
	struct arena *a = u->b->arena;
	const char **w = arena_zalloc(a, MAX_FLAGS * sizeof(*w));
	char *text = arena_strdup(a, flags), *word;
	int i, n = 0;

	w[n++] = "/usr/bin/gcc";
	while ((word = strsep(&text, " \n")) && n < MAX_FLAGS - 16)
		if (*word)
			w[n++] = word;
	for (i = 1; i <= RUBRIC_LABS; i++)
		w[n++] = arena_printf(a, "-I%s/include", lab_folder(i));
	w[n++] = "-c";
	w[n++] = u->source;
	w[n++] = "-o";
	w[n++] = arena_printf(a, "/out/%s", strrchr(u->object, '/') + 1);
	return w;
}

static int read_flags(struct builder *b, enum build build, char **flags)
{
	size_t size;
	char *path = arena_printf(
		b->arena, "%s/%s/cflags", b->context->kit, build_name(build));
	int err = fs_read(b->arena, path, 1 << 16, flags, &size);

	if (err)
		fprintf(stderr, "grade: %s: %s; run `make kit`\n", path,
			strerror(-err));
	return err;
}

/* The name under which an object of the same bytes would be found. */
static void name_unit(struct unit *u, const char *flags)
{
	struct arena *a = u->b->arena;
	char *path = arena_printf(a, "%s/%s", u->b->box, u->source);
	char hex[SHA256_HEX], *flat, *at, *data;
	struct sha256 hash;
	size_t size;

	sha256_init(&hash);
	sha256_add_string(&hash, u->source);
	sha256_add_string(&hash, flags);
	sha256_add_string(&hash, u->b->headers_hash);
	if (!fs_read(a, path, 16 << 20, &data, &size))
		sha256_add(&hash, data, size);
	sha256_finish(&hash, hex);
	flat = arena_printf(a, "%s-%s", build_name(u->build), u->source);
	for (at = flat; (at = strchr(at, '/'));)
		*at = '-';
	u->object = arena_printf(a, "%s/%s.o", u->b->out, flat);
	u->cached = arena_printf(a, "%s/%s.o", u->b->context->cache, hex);
}

static void compiled(struct job *job, void *arg)
{
	struct unit *u = arg;

	u->ok = job->exited && job->exit_code == 0;
}

static void start_unit(struct unit *u, const char *flags)
{
	static const char *const env[] = {"PATH=/usr/bin", "LC_ALL=C", NULL};
	struct context *c = u->b->context;

	u->box = (struct box){
		.argv = compiler_words(u, flags),
		.env = env,
		.mounts = {{u->b->box, "/box", false},
			{u->b->out, "/out", true}},
		.folder = "/box",
		.toolchain = true,
		.processes = true,
		.cpu_seconds = COMPILE_SECONDS,
		.address_mb = 2 * COMPILE_MB,
		.file_mb = MAX_OBJECT >> 20,
		.nproc = COMPILE_NPROC,
	};
	u->job = (struct job){
		.argv = sandbox_command(&c->sandbox, &u->box, u->b->arena),
		.seconds = COMPILE_SECONDS,
		.megabytes = COMPILE_MB,
		.tasks = COMPILE_NPROC,
		.drop_user = c->sandbox.drop_user,
		.done = compiled,
		.arg = u,
	};
	u->fresh = true;
	pool_start(&u->job);
}

static void add_error(struct unit *u, const char *text)
{
	struct layer *l = u->layer;
	const char *before = l->compile_error ? l->compile_error : "";

	l->compile_error = arena_clean(u->b->arena,
		arena_printf(u->b->arena, "%s%s", before, text),
		strlen(before) + strlen(text), ERROR_BYTES);
}

/* What the compiler said, or what stopped it. */
static void explain_unit(struct unit *u)
{
	struct arena *a = u->b->arena;
	const struct job *j = &u->job;

	if (j->timed_out)
		add_error(u, arena_printf(a,
				     "%s: the compiler was stopped "
				     "after %d seconds\n",
				     u->source, j->seconds));
	else if (j->out_of_memory || j->too_many_tasks)
		add_error(u, arena_printf(a,
				     "%s: the compiler was stopped: it "
				     "used more than %d MB\n",
				     u->source, COMPILE_MB));
	else if (j->too_much_output)
		add_error(u, arena_printf(a,
				     "%s: the compiler was stopped: it "
				     "printed more than 1 MB\n",
				     u->source));
	else if (j->output.size)
		add_error(u, j->output.data);
	else
		add_error(u, arena_printf(a,
				     "%s: the compiler died of signal "
				     "%d\n",
				     u->source, j->signal));
}

int unit_finish(struct unit *u, bool say)
{
	if (u->fresh && !u->job.ready && !u->job.interrupted) {
		fprintf(stderr, "grade: cannot run the compiler: %s %.300s\n",
			u->job.fault,
			u->job.output.data ? u->job.output.data : "");
		job_clear(&u->job);
		return -EIO;
	}
	if (u->ok && u->fresh) {
		u->b->compiled++;
		fs_copy(u->object, u->cached);
	} else if (!u->ok && say) {
		explain_unit(u);
	}
	job_clear(&u->job);
	return 0;
}

int units_compile(struct builder *b, struct unit *units, size_t count)
{
	size_t i;
	int err = 0;

	for (i = 0; i < count && !err; i++) {
		struct unit *u = &units[i];
		char *flags;

		err = read_flags(b, u->build, &flags);
		if (err)
			break;
		name_unit(u, flags);
		u->ok = !fs_copy(u->cached, u->object);
		if (u->ok)
			continue;
		while (pool_room(b->context->options.jobs) <= 0 && pool_wait())
			;
		if (!supervise_interrupted())
			start_unit(u, flags);
	}
	while (pool_wait())
		;
	return err;
}
