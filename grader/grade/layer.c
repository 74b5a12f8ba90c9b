// SPDX-License-Identifier: MIT
/*
 * From a lab's objects to a layer: inspected, joined, its contract visible.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "build.h"
#include "fs.h"
#include "inspect.h"
#include "supervise.h"
#include "syscalls.h"
#include "unit.h"

/* Inspecting. */

static void refuse(void *arg, const char *what)
{
	struct unit *u = arg;
	struct layer *l = u->layer;
	size_t i;

	for (i = 0; i < l->refusal_count; i++)
		if (!strcmp(l->refusals[i].what, what) &&
			!strcmp(l->refusals[i].file, u->source))
			return;
	l->refusals = arena_grow(u->b->arena, l->refusals, l->refusal_count,
		l->refusal_count + 1, sizeof(*l->refusals));
	l->refusals[l->refusal_count++] = (struct refusal){
		.file = u->source,
		.what = arena_clean(u->b->arena, what, strlen(what), 200),
	};
}

static void allow_contracts(struct builder *b, int n, struct symbols *allowed)
{
	const struct rubric_lab *lab = rubric_lab(n);
	const char *const *s;
	int i;

	for (s = rubric_common_symbols; *s; s++)
		symbols_add(b->arena, allowed, *s);
	for (i = 1; i <= n; i++) {
		lab = rubric_lab(i);
		for (s = lab ? lab->symbols : NULL; s && *s; s++)
			symbols_add(b->arena, allowed, *s);
		symbols_read(b->arena, allowed,
			arena_printf(
				b->arena, "%s/lab%d.api", b->context->kit, i));
		symbols_read(b->arena, allowed,
			arena_printf(b->arena, "%s/lab%d.support",
				b->context->kit, i));
	}
}

static void inspect_all(
	struct builder *b, int n, struct unit *units, size_t count)
{
	struct symbols allowed = {0};
	char *data;
	size_t i, size;

	allow_contracts(b, n, &allowed);
	for (i = 0; i < count; i++)
		if (!fs_read(b->arena, units[i].object, MAX_OBJECT, &data,
			    &size))
			inspect_globals(b->arena, data, size, &allowed);
	symbols_sort(&allowed);
	for (i = 0; i < count; i++) {
		struct unit *u = &units[i];

		if (fs_read(b->arena, u->object, MAX_OBJECT, &data, &size) ||
			inspect_object(
				data, size, &allowed, u->build, refuse, u)) {
			refuse(u, "did not become an object file");
			continue;
		}
		syscalls_find(b->arena, data, size, u->object, refuse, u);
	}
}

/* The explorer's build calls the explorer where it would block. */
static int redirect(struct builder *b, const char *object)
{
	return tool_run(b->arena,
		(const char *const[]){"objcopy",
			arena_printf(b->arena,
				"--redefine-syms=%s/explore/wrapped.syms",
				b->context->kit),
			object, NULL},
		NULL);
}

/* One object of a layer, only the contract of its lab visible. */
static int join(struct builder *b, int n, enum build build,
	const struct unit *units, size_t count)
{
	struct arena *a = b->arena;
	const char **w = arena_zalloc(a, (count + 8) * sizeof(*w));
	char *raw = arena_printf(
		a, "%s/lab%d-%s.raw.o", b->context->work, n, build_name(build));
	char *object = arena_printf(
		a, "%s/lab%d-%s.o", b->context->work, n, build_name(build));
	const char *said;
	size_t i, k = 0;

	w[k++] = "ld";
	w[k++] = "-r";
	w[k++] = "-o";
	w[k++] = raw;
	for (i = 0; i < count; i++)
		if (units[i].build == build)
			w[k++] = units[i].object;
	if (tool_run(a, w, &said)) {
		b->layers[n].compile_error = arena_clean(
			a, said, strlen(said), ERROR_BYTES);
		return -EINVAL;
	}
	if (tool_run(a,
		    (const char *const[]){"objcopy",
			    arena_printf(a,
				    "--keep-global-symbols=%s/lab%d.api",
				    b->context->kit, n),
			    raw, object, NULL},
		    &said))
		return -EIO;
	if (build == BUILD_EXPLORE && redirect(b, object))
		return -EIO;
	b->layers[n].object[build] = object;
	return 0;
}

static size_t list_units(
	struct builder *b, int n, unsigned builds, struct unit *units)
{
	const struct rubric_lab *lab = rubric_lab(n);
	const char *const *name;
	size_t count = 0;
	int build;

	/* The plain ones first: the first error comes from them. */
	for (build = 0; build < BUILDS; build++)
		for (name = lab->files; *name; name++)
			if (builds & 1u << build)
				units[count++] = (struct unit){
					.b = b,
					.layer = &b->layers[n],
					.source = arena_printf(b->arena,
						"%s/src/%s", lab->folder,
						*name),
					.build = (enum build)build,
				};
	return count;
}

static size_t count_files(const struct rubric_lab *lab)
{
	size_t n = 0;

	while (lab->files[n])
		n++;
	return n;
}

int builder_layer(struct builder *b, int n, unsigned builds)
{
	struct layer *l = &b->layers[n];
	struct unit *units;
	size_t i, count;
	int build, err;
	bool first;

	if (l->tried)
		return 0;
	l->tried = true;
	units = arena_zalloc(
		b->arena, BUILDS * count_files(rubric_lab(n)) * sizeof(*units));
	count = list_units(b, n, builds, units);
	err = units_compile(b, units, count);
	first = true;
	for (i = 0; i < count && !err; i++) {
		/* Other builds would only repeat what this one said. */
		if (i && units[i].build != units[i - 1].build)
			first = !l->compile_error;
		err = unit_finish(&units[i], first);
	}
	if (err || supervise_interrupted() || l->compile_error)
		return err;
	inspect_all(b, n, units, count);
	for (build = 0; build < BUILDS && !err; build++)
		if (builds & 1u << build)
			err = join(b, n, (enum build)build, units, count);
	l->usable = !err && !l->refusal_count;
	return err == -EINVAL ? 0 : err;
}
