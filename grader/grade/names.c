// SPDX-License-Identifier: MIT
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "fs.h"
#include "names.h"

struct checking {
	struct context *c;
	struct builder *b;
	const struct rubric_lab *lab;
	bool seen[1024]; /* by place in the rubric */
	int breaches;
};

static void print(void *arg, const char *text)
{
	(void)arg;
	printf("  %s\n", text);
}

static void breach(struct checking *k, const char *name, const char *what)
{
	printf("  lab%d.%s: %s\n", k->lab->number, name, what);
	k->breaches++;
}

/* One test that a program has. */
static void found(
	struct checking *k, const struct program_id *id, const char *name)
{
	const struct rubric_test *t = rubric_test(k->lab, name);

	if (!t) {
		breach(k, name, "is a test and not in the rubric");
		return;
	}
	k->seen[t - k->lab->tests] = true;
	if ((t->visibility == RUBRIC_HIDDEN) != id->hidden)
		breach(k, name,
			id->hidden ? "is hidden and the rubric says "
				     "public"
				   : "is public and the rubric says "
				     "hidden");
	if ((t->program && !id->explorer) || (!t->program && id->explorer) ||
		(t->program && strcmp(t->program, id->explorer)))
		breach(k, name, "is in another program than the rubric says");
}

/* The harness indents tests below suites; the explorer prints names alone. */
static void list(struct checking *k, const struct program_id *id)
{
	const char *why = "", *text;
	const char *program = builder_program(k->b, id, &why);
	char *rest, *line;

	if (!program || tool_run(k->c->arena,
				(const char *const[]){program, "--list", NULL},
				&text)) {
		breach(k, id->explorer ? id->explorer : "tests",
			*why ? why : "the program cannot list its tests");
		return;
	}
	rest = arena_strdup(k->c->arena, text);
	while ((line = strsep(&rest, "\n"))) {
		char name[256];

		if ((id->explorer || line[0] == ' ') &&
			sscanf(line, "%255s", name) == 1)
			found(k, id, name);
	}
}

static void list_explorers(struct checking *k, bool hidden)
{
	const char *what = hidden ? "hidden" : "public";
	char *prefix = arena_printf(k->c->arena, "%s/explore/lab%d-%s-",
		k->c->kit, k->lab->number, what);
	glob_t g;
	size_t i;

	if (glob(arena_printf(k->c->arena, "%s*.o", prefix), 0, NULL, &g))
		return;
	for (i = 0; i < g.gl_pathc; i++) {
		char *name = arena_strdup(
			k->c->arena, g.gl_pathv[i] + strlen(prefix));
		struct program_id id = {.lab = k->lab->number,
			.build = BUILD_EXPLORE,
			.hidden = hidden,
			.explorer = name};

		name[strlen(name) - 2] = '\0';
		list(k, &id);
	}
	globfree(&g);
}

static void list_harness(struct checking *k, bool hidden)
{
	struct program_id id = {
		.lab = k->lab->number, .build = BUILD_PLAIN, .hidden = hidden};

	if (fs_exists(arena_printf(k->c->arena, "%s/plain/lab%d-%s.o",
		    k->c->kit, k->lab->number, hidden ? "hidden" : "public")))
		list(k, &id);
}

static int check_lab(struct context *c, struct builder *b, int n)
{
	struct checking k = {.c = c, .b = b, .lab = rubric_lab(n)};
	size_t i;

	k.breaches = rubric_check(k.lab, print, NULL);
	list_harness(&k, false);
	list_harness(&k, true);
	list_explorers(&k, false);
	list_explorers(&k, true);
	for (i = 0; i < rubric_count(k.lab) && i < 1024; i++)
		if (!k.seen[i])
			breach(&k, k.lab->tests[i].name,
				"is in the rubric and no program has it");
	return k.breaches;
}

int names_check(struct context *c)
{
	struct builder b;
	int n, breaches = 0, labs = 0;

	if (builder_open(&b, c, c->arena))
		return EXIT_ENVIRONMENT;
	for (n = 1; n <= RUBRIC_LABS; n++)
		if (c->options.labs[n]) {
			breaches += check_lab(c, &b, n);
			labs++;
		}
	printf("%d rubrics, %d breaches\n", labs, breaches);
	return breaches ? 1 : EXIT_GRADED;
}
