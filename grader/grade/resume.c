// SPDX-License-Identifier: MIT
/*
 * Reading results.json back: a killed run goes on where it was.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "results.h"

static const char *get(struct arena *a, const json_t *from, const char *key)
{
	const char *s = json_string_value(json_object_get(from, key));

	return s ? arena_strdup(a, s) : NULL;
}

static unsigned get_number(const json_t *from, const char *key)
{
	return (unsigned)json_integer_value(json_object_get(from, key));
}

static void get_lines(
	struct arena *a, const json_t *from, const char *key, struct lines *out)
{
	const json_t *list = json_object_get(from, key);
	size_t i;

	for (i = 0; i < json_array_size(list); i++) {
		const char *s = json_string_value(json_array_get(list, i));

		if (s)
			lines_add(a, out, arena_strdup(a, s));
	}
}

static void get_failures(struct arena *a, const json_t *from, struct run *r)
{
	const json_t *list = json_object_get(from, "failures");
	size_t i, n = json_array_size(list);

	r->failures = arena_zalloc(a, (n + 1) * sizeof(*r->failures));
	r->failure_count = n;
	for (i = 0; i < n; i++) {
		const json_t *o = json_array_get(list, i);
		struct failure *f = &r->failures[i];

		f->file = get(a, o, "file");
		f->line = (int)get_number(o, "line");
		f->what = get(a, o, "what");
		f->expected = get(a, o, "expected");
		f->actual = get(a, o, "actual");
		if (!f->expected)
			f->expected = "";
		if (!f->actual)
			f->actual = "";
	}
}

static void get_run(struct arena *a, const json_t *o, struct run *r)
{
	const char *build = get(a, o, "build");
	int i;

	for (i = 0; i < BUILDS; i++)
		if (build && !strcmp(build, build_name((enum build)i)))
			r->build = (enum build)i;
	r->verdict = verdict_of_name(get(a, o, "status"));
	r->message = get(a, o, "message");
	if (!r->message)
		r->message = "";
	r->wall_ms = get_number(o, "wall_ms");
	r->cpu_ms = get_number(o, "cpu_ms");
	r->memory_kb = get_number(o, "memory_kb");
	r->signal = (int)get_number(o, "signal");
	get_lines(a, o, "steps", &r->steps);
	get_failures(a, o, r);
	get_lines(a, o, "where", &r->where);
	r->report = get(a, o, "report");
	r->output = get(a, o, "output");
	r->schedule = get(a, o, "schedule");
	r->story = get(a, o, "story");
	r->stuck = get(a, o, "stuck");
	r->trace = get(a, o, "trace");
}

static void get_test(struct arena *a, const json_t *o, struct test_result *t)
{
	const json_t *runs = json_object_get(o, "runs");
	size_t i;

	t->verdict = verdict_of_name(get(a, o, "status"));
	t->points = (int)get_number(o, "points");
	if (t->points > t->rubric->points)
		t->points = 0;
	t->message = get(a, o, "message");
	if (!t->message)
		t->message = "";
	t->again = get(a, o, "again");
	t->graph = get(a, o, "graph");
	t->diff = get(a, o, "diff");
	t->chrome = get(a, o, "chrome");
	for (i = 0; i < json_array_size(runs) && i < BUILDS; i++) {
		get_run(a, json_array_get(runs, i), &t->runs[i]);
		if (!t->decisive && t->runs[i].verdict == t->verdict)
			t->decisive = &t->runs[i];
	}
	t->run_count = i;
}

/* Verdicts that another look would not change; the others run again. */
static bool is_final(enum verdict v)
{
	return v != VERDICT_PENDING && v != VERDICT_SKIPPED;
}

static int get_lab(struct arena *a, const json_t *o, struct lab_result *lab)
{
	const json_t *tests = json_object_get(o, "tests");
	int taken = 0;
	size_t i;

	for (i = 0; i < json_array_size(tests); i++) {
		const json_t *test = json_array_get(tests, i);
		struct test_result *t = lab_find(
			lab, json_string_value(json_object_get(test, "name")));

		if (!t || !is_final(verdict_of_name(json_string_value(
				  json_object_get(test, "status")))))
			continue;
		get_test(a, test, t);
		taken++;
	}
	return taken;
}

static int get_grading(struct grading *g, const json_t *root)
{
	const json_t *labs = json_object_get(root, "labs");
	const char *hash = json_string_value(json_object_get(root, "hash"));
	const char *stack = json_string_value(json_object_get(root, "stack"));
	int taken = 0;
	size_t i, k;

	if (!hash || strcmp(hash, g->hash) || !stack ||
		strcmp(stack, g->own_stack ? "own" : "reference"))
		return -ESTALE;
	for (i = 0; i < json_array_size(labs); i++) {
		const json_t *o = json_array_get(labs, i);
		const char *name = json_string_value(json_object_get(o, "lab"));
		int number = 0;

		if (!name || sscanf(name, "lab%d", &number) != 1)
			continue;
		for (k = 0; k < g->lab_count; k++)
			if (g->labs[k].rubric->number == number)
				taken += get_lab(g->arena, o, &g->labs[k]);
	}
	return taken;
}

int results_resume(struct grading *g, const char *path)
{
	json_error_t error;
	json_t *root = json_load_file(path, 0, &error);
	int taken;

	if (!root)
		return -EINVAL;
	taken = get_grading(g, root);
	json_decref(root);
	return taken;
}
