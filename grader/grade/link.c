// SPDX-License-Identifier: MIT
/*
 * Linking programs: the lab's tests, its layers, the support they stand on.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "build.h"
#include "fs.h"
#include "inspect.h"
#include "sha256.h"
#include "supervise.h"

enum {
	MAX_WORDS = 128,
	LINK_SECONDS = 60,
	ERROR_BYTES = 3000,
};

static char *program_path(
	struct builder *b, const struct program_id *id, const char *suffix)
{
	return arena_printf(b->arena, "%s/lab%d-%s-%s%s%s-%x%s",
		b->context->work, id->lab, build_name(id->build),
		id->hidden ? "hidden" : "public", id->explorer ? "-" : "",
		id->explorer ? id->explorer : "", id->own, suffix);
}

static char *kit_object(struct builder *b, const struct program_id *id, int lab,
	const char *what)
{
	return arena_printf(b->arena, "%s/%s/lab%d-%s.o", b->context->kit,
		build_name(id->build), lab, what);
}

/* The object of layer @lab; NULL, and why, when there is none. */
static const char *layer_object(struct builder *b, const struct program_id *id,
	int lab, const char **why)
{
	struct layer *l = &b->layers[lab];
	const char *path;

	if (id->own & 1u << lab) {
		if (l->usable && l->object[id->build])
			return l->object[id->build];
		*why = arena_printf(b->arena, "lab%d %s", lab,
			l->refusal_count ? "was refused" : "does not compile");
		return NULL;
	}
	path = kit_object(b, id, lab, "reference");
	if (fs_exists(path))
		return path;
	b->link_is_broken = true;
	*why = arena_printf(b->arena,
		"there is no reference for lab%d here; use --stack own", lab);
	return NULL;
}

static const char *tests_object(
	struct builder *b, const struct program_id *id, const char **why)
{
	char *name = arena_printf(b->arena, "%s%s%s",
		id->hidden ? "hidden" : "public", id->explorer ? "-" : "",
		id->explorer ? id->explorer : "");
	char *path = kit_object(b, id, id->lab, name);

	if (fs_exists(path))
		return path;
	b->link_is_broken = true;
	*why = arena_printf(b->arena,
		"the tests of lab%d (%s, %s) are not built; run `make kit`",
		id->lab, name, build_name(id->build));
	return NULL;
}

static int add_flags(struct builder *b, const struct program_id *id,
	const char *name, const char **w, int n)
{
	char *path = arena_printf(b->arena, "%s/%s/%s", b->context->kit,
		build_name(id->build), name);
	char *text, *word;
	size_t size;

	if (fs_read(b->arena, path, 1 << 16, &text, &size))
		return n;
	while ((word = strsep(&text, " \n")) && n < MAX_WORDS - 40)
		if (*word)
			w[n++] = word;
	return n;
}

static int add_layers(struct builder *b, const struct program_id *id,
	const char **w, int n, const char **why)
{
	int lab;

	for (lab = id->lab; lab >= 1; lab--) {
		const char *object;
		char *support = kit_object(b, id, lab, "support");

		/* A tree need not have all the labs. */
		if (!rubric_lab(lab))
			continue;
		object = layer_object(b, id, lab, why);
		if (!object)
			return -ENOENT;
		w[n++] = object;
		if (fs_exists(support))
			w[n++] = support;
	}
	return n;
}

static const char *const *link_words(struct builder *b,
	const struct program_id *id, const char *to, bool symbols,
	const char **why)
{
	const char **w = arena_zalloc(b->arena, MAX_WORDS * sizeof(*w));
	const char *tests = tests_object(b, id, why);
	int n = 0;

	if (!tests)
		return NULL;
	w[n++] = "gcc";
	/* The explorer is in place of the sanitizer that its flags name. */
	if (id->build != BUILD_EXPLORE)
		n = add_flags(b, id, "cflags", w, n);
	if (!symbols)
		w[n++] = "-Wl,-s";
	w[n++] = "-o";
	w[n++] = to;
	w[n++] = tests;
	n = add_layers(b, id, w, n, why);
	if (n < 0)
		return NULL;
	/* What the explorer adds: its runtime and the calls it wraps. */
	n = add_flags(b, id, "ldflags", w, n);
	w[n++] = "-pthread";
	if (id->lab >= 4)
		w[n++] = "-luring";
	return w;
}

/* Whether the submission was to bring the function @name. */
static bool is_students(
	struct builder *b, const struct program_id *id, const char *name)
{
	struct symbols api = {0};
	int n;

	for (n = 1; n <= id->lab; n++)
		if (id->own & 1u << n)
			symbols_read(b->arena, &api,
				arena_printf(b->arena, "%s/lab%d.api",
					b->context->kit, n));
	symbols_sort(&api);
	return symbols_has(&api, name);
}

/*
 * "undefined reference to `co_x'" is the student's when the contract asks for
 * co_x; anything else that goes wrong here is ours.
 */
static const char *explain_link(
	struct builder *b, const struct program_id *id, const char *said)
{
	static const char mark[] = "undefined reference to `";
	const char *at = strstr(said, mark);

	if (at) {
		const char *name;

		at += sizeof(mark) - 1;
		name = arena_strndup(b->arena, at, strcspn(at, "'"));
		if (is_students(b, id, name))
			return arena_printf(b->arena,
				"the function %s of the contract is missing",
				name);
	}
	b->link_is_broken = true;
	return arena_clean(b->arena, said, strcspn(said, "\n"), ERROR_BYTES);
}

static const char *link_one(struct builder *b, const struct program_id *id,
	const char *path, bool symbols, const char **why)
{
	const char *const *w = link_words(b, id, path, symbols, why);
	const char *said;

	if (!w)
		return NULL;
	if (!tool_run(b->arena, w, &said))
		return path;
	*why = explain_link(b, id, said);
	return NULL;
}

static void hash_file(struct sha256 *hash, const char *path)
{
	struct stat st = {0};

	stat(path, &st);
	sha256_add_string(hash, path);
	sha256_add(hash, &st.st_size, sizeof(st.st_size));
	sha256_add(hash, &st.st_mtim, sizeof(st.st_mtim));
}

/*
 * Where a program is kept for later gradings, when nothing in it comes from
 * the submission. Its name tells which files of the kit it was made of.
 */
static char *cached_program(struct builder *b, const struct program_id *id)
{
	char hex[SHA256_HEX];
	struct sha256 hash;
	const char *why;
	const char *tests = tests_object(b, id, &why);
	int lab;

	sha256_init(&hash);
	hash_file(&hash, tests ? tests : "");
	for (lab = id->lab; lab >= 1; lab--) {
		hash_file(&hash, kit_object(b, id, lab, "reference"));
		hash_file(&hash, kit_object(b, id, lab, "support"));
	}
	sha256_finish(&hash, hex);
	return arena_printf(b->arena, "%s/%s.program", b->context->cache, hex);
}

static const char *reference_program(struct builder *b,
	const struct program_id *id, char *path, const char **why)
{
	char *cached = cached_program(b, id);

	if (fs_exists(cached) && !fs_copy(cached, path) && !chmod(path, 0755))
		return path;
	if (!link_one(b, id, path, false, why))
		return NULL;
	fs_copy(path, cached);
	return path;
}

const char *builder_program(
	struct builder *b, const struct program_id *id, const char **why)
{
	char *path = program_path(b, id, "");

	if (fs_exists(path))
		return path;
	return id->own ? link_one(b, id, path, false, why)
		       : reference_program(b, id, path, why);
}

const char *builder_symbols(struct builder *b, const struct program_id *id)
{
	char *path = program_path(b, id, ".debug");
	const char *why;

	return fs_exists(path) ? path : link_one(b, id, path, true, &why);
}

void builder_link_all(
	struct builder *b, const struct program_id *ids, size_t count)
{
	struct job *jobs = arena_zalloc(b->arena, count * sizeof(*jobs));
	const char *why;
	size_t i;

	for (i = 0; i < count; i++) {
		const char *path = program_path(b, &ids[i], "");
		const char *const *w;

		if (fs_exists(path))
			continue;
		w = link_words(b, &ids[i], path, false, &why);
		if (!w)
			continue;
		while (pool_room(b->context->options.jobs) <= 0 && pool_wait())
			;
		if (supervise_interrupted())
			break;
		jobs[i].argv = (char **)(uintptr_t)w;
		jobs[i].seconds = LINK_SECONDS;
		jobs[i].plain = true;
		pool_start(&jobs[i]);
	}
	while (pool_wait())
		;
	/* What failed here is linked again, and explained, when it is used. */
	for (i = 0; i < count; i++)
		job_clear(&jobs[i]);
}
