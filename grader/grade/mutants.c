// SPDX-License-Identifier: MIT
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "build.h"
#include "fs.h"
#include "mutants.h"
#include "supervise.h"

enum {
	MAX_PATCH = 1 << 20,
	MAX_TRIES = 3,
};

struct mutant {
	const char *path;
	const char *name;
	const char *text;
	int lab;
	const struct rubric_test *test;
	const char *why;
};

/* The rest of the line that starts with @key; NULL when there is none. */
static const char *header(struct arena *a, const char *text, const char *key)
{
	size_t n = strlen(key);

	while (text && *text) {
		if (!strncmp(text, key, n)) {
			text += n + strspn(text + n, " ");
			return arena_strndup(a, text, strcspn(text, "\n"));
		}
		text = strchr(text, '\n');
		text += text != NULL;
	}
	return NULL;
}

static int read_mutant(struct context *c, const char *path, struct mutant *m)
{
	const char *test;
	char *text;
	size_t size;
	int n;

	m->path = path;
	m->name = strrchr(path, '/') + 1;
	if (fs_read(c->arena, path, MAX_PATCH, &text, &size))
		return -1;
	m->text = text;
	test = header(c->arena, text, "Test:");
	m->why = header(c->arena, text, "Why:");
	if (!test || sscanf(test, "lab%d.", &n) != 1 || n != m->lab)
		return -1;
	m->test = rubric_test(rubric_lab(n), strchr(test, '.') + 1);
	return m->test ? 0 : -1;
}

/* A copy of the reference with the patch applied; its path, or NULL. */
static const char *plant(struct context *c, const struct mutant *m)
{
	struct arena *a = c->arena;
	char *folder = arena_printf(a, "%s/mutant", c->work);
	char *solutions = arena_printf(a, "%s/solutions", folder);
	bool whole = strstr(m->text, "/solutions/") != NULL;

	fs_remove(folder);
	if (fs_copy_tree(arena_printf(a, "%s/solutions", c->root), solutions))
		return NULL;
	if (tool_run(a,
		    (const char *const[]){"patch", "-s", "-p1", "-d",
			    whole ? folder : solutions, "-i", m->path, NULL},
		    NULL))
		return NULL;
	return solutions;
}

/* The verdict of @test on the mutant, whatever its parents say. */
static enum verdict try_test(struct context *c, const char *submission, int lab,
	const struct rubric_test *test, const char **message)
{
	struct context one = *c;
	struct test_result *t;
	struct grading *g;
	enum verdict v;

	memset(one.options.labs, 0, sizeof(one.options.labs));
	one.options.labs[lab] = true;
	one.options.submission = submission;
	one.options.only = test->name;
	one.options.quiet = true;
	one.work = arena_printf(c->arena, "%s/grading", c->work);
	fs_remove(one.work);
	if (fs_make_folders(one.work) || grade_submission(&one, &g))
		return VERDICT_SKIPPED;
	t = lab_find(&g->labs[0], test->name);
	v = t->verdict;
	*message = arena_strdup(c->arena, t->message);
	grading_free(g);
	return v;
}

/* A test whose parent fails loses its points too. */
static enum verdict try_family(struct context *c, const char *submission,
	const struct mutant *m, const char **message)
{
	const struct rubric_test *t = m->test;
	enum verdict v = try_test(c, submission, m->lab, t, message);

	while (v == VERDICT_PASSED && t->parent) {
		t = rubric_test(rubric_lab(m->lab), t->parent);
		if (try_test(c, submission, m->lab, t, message) !=
			VERDICT_PASSED)
			return VERDICT_BLOCKED;
	}
	return v;
}

static bool kills(enum verdict v)
{
	return v == VERDICT_FAILED || v == VERDICT_CRASHED ||
	       v == VERDICT_TIMED_OUT || v == VERDICT_BLOCKED;
}

/* Returns whether it was killed. */
static bool run_mutant(struct context *c, const char *path, int lab)
{
	struct mutant m = {.lab = lab};
	const char *message = "", *submission;
	enum verdict v;
	int tries;

	if (read_mutant(c, path, &m)) {
		printf("%-36s names no test of lab%d: it needs a line "
		       "\"Test: lab%d.NAME\"\n",
			m.name, lab, lab);
		return false;
	}
	submission = plant(c, &m);
	if (!submission) {
		printf("%-36s does not apply to the reference\n", m.name);
		return false;
	}
	v = try_family(c, submission, &m, &message);
	/* On real threads the order may hide it once; that is said, too. */
	for (tries = 1; !kills(v) && tries < MAX_TRIES; tries++)
		v = try_family(c, submission, &m, &message);
	/* A mutant that does not compile shows nothing about a test. */
	if (v == VERDICT_FAILED && !strcmp(message, "does not compile")) {
		printf("%-36s does not compile\n", m.name);
		return false;
	}
	printf("%-36s lab%d.%-44s %s", m.name, lab, m.test->name,
		verdict_name(v));
	if (tries > 1 && kills(v))
		printf(", at try %d", tries);
	puts(kills(v) ? "" : "   SURVIVED");
	fflush(stdout);
	return kills(v);
}

int mutants_run(struct context *c)
{
	int killed = 0, survived = 0, n;
	glob_t g;
	size_t i;

	for (n = 1; n <= RUBRIC_LABS; n++) {
		char *pattern = arena_printf(c->arena,
			"%s/grader/mutants/lab%d/*.patch", c->root, n);

		if (!c->options.labs[n] || glob(pattern, 0, NULL, &g))
			continue;
		for (i = 0; i < g.gl_pathc && !supervise_interrupted(); i++) {
			if (run_mutant(c, g.gl_pathv[i], n))
				killed++;
			else
				survived++;
		}
		globfree(&g);
	}
	printf("%d killed, %d survived\n", killed, survived);
	return survived ? 1 : EXIT_GRADED;
}
