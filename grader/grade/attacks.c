// SPDX-License-Identifier: MIT
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attacks.h"
#include "build.h"
#include "fs.h"
#include "supervise.h"
#include "text.h"

enum {
	NOBODY = 65534,
	MAX_FILE = 1 << 16,
};

static const char canary_text[] = "this file must survive\n";

struct attack {
	struct context *c;
	const char *folder;
	const char *name;
	int lab;
	int score; /* at most; -1: any */
	const char *verdict;
	struct lines says, nots, fails;
	const char *submission;
	const char *canary;
	const char *why;  /* it is not stopped; NULL: it is */
	const char *seen; /* the verdict that it got */
};

static int read_expect(struct attack *a)
{
	struct arena *arena = a->c->arena;
	char *text, *line;
	size_t size;

	if (fs_read(arena, arena_printf(arena, "%s/expect", a->folder),
		    MAX_FILE, &text, &size))
		return -1;
	while ((line = strsep(&text, "\n"))) {
		char *value = line;
		char *key = strsep(&value, " ");

		if (!value)
			continue;
		if (!strcmp(key, "lab"))
			a->lab = atoi(value);
		else if (!strcmp(key, "score"))
			a->score = atoi(value);
		else if (!strcmp(key, "verdict"))
			a->verdict = value;
		else if (!strcmp(key, "says"))
			lines_add(arena, &a->says, value);
		else if (!strcmp(key, "fails"))
			lines_add(arena, &a->fails, value);
		else if (!strcmp(key, "not"))
			lines_add(arena, &a->nots, value);
	}
	return a->score < 0 && !a->says.count && !a->fails.count ? -1 : 0;
}

/* The reference, the attack over it, and what its script adds. */
static int plant(struct attack *a)
{
	struct arena *arena = a->c->arena;
	char *folder = arena_printf(arena, "%s/attack", a->c->work);
	char *script = arena_printf(arena, "%s/prepare", a->folder);
	char *canary = arena_printf(arena, "%s/canary", a->c->work);

	fs_remove(folder);
	a->submission = folder;
	a->canary = canary;
	if (fs_write(canary, canary_text, strlen(canary_text)) ||
		fs_copy_tree(arena_printf(arena, "%s/solutions", a->c->root),
			folder) ||
		fs_copy_tree(a->folder, folder))
		return -1;
	unlink(arena_printf(arena, "%s/expect", folder));
	unlink(arena_printf(arena, "%s/prepare", folder));
	if (!fs_exists(script))
		return 0;
	return tool_run(arena,
		(const char *const[]){"sh", "-c", "cd \"$1\" && . \"$2\"", "sh",
			folder, script, NULL},
		NULL);
}

/* A process that does nothing but live, as the user that boxes run as. */
static pid_t start_canary(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		sigset_t none;

		sigemptyset(&none);
		setsid();
		if (geteuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY) < 0)
			_exit(1);
		for (;;)
			sigsuspend(&none);
	}
	return pid;
}

static void blame(struct attack *a, const char *what, const char *which)
{
	if (!a->why)
		a->why = arena_printf(a->c->arena, "%s %s", what, which);
}

static void check_canary(struct attack *a, pid_t pid)
{
	char *text = NULL;
	size_t size = 0;

	if (fs_read(a->c->arena, a->canary, MAX_FILE, &text, &size) ||
		strcmp(text, canary_text))
		blame(a, "changed a file that is not its own:", a->canary);
	if (waitpid(pid, NULL, WNOHANG) != 0) {
		blame(a, "ended a process", "that is not its own");
		return;
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static bool has_verdict(const struct lab_result *lab, const char *name)
{
	size_t i;

	for (i = 0; i < lab->test_count; i++)
		if (!strcmp(verdict_name(lab->tests[i].verdict), name))
			return true;
	return false;
}

static char *report_of(struct attack *a, const struct grading *g)
{
	char *text = NULL, *copy;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return arena_strdup(a->c->arena, "");
	text_write(out, g, &a->c->options);
	fclose(out);
	copy = arena_strdup(a->c->arena, text);
	free(text);
	return copy;
}

static void check_grading(struct attack *a, const struct grading *g)
{
	struct lab_result *lab = &g->labs[0];
	const char *report = report_of(a, g);
	char number[32];
	size_t i;

	a->seen = a->verdict ? a->verdict : "named";
	snprintf(number, sizeof(number), "%d", lab->all.score);
	if (a->score >= 0 && lab->all.score > a->score)
		blame(a, "gained points:", number);
	if (a->verdict && !has_verdict(lab, a->verdict))
		blame(a, "no test was", a->verdict);
	for (i = 0; i < a->fails.count; i++) {
		const struct test_result *t = lab_find(lab, a->fails.at[i]);

		if (!t || t->verdict == VERDICT_PASSED ||
			t->verdict == VERDICT_SKIPPED)
			blame(a, "passes the test", a->fails.at[i]);
		else if (!a->verdict)
			a->seen = verdict_name(t->verdict);
	}
	for (i = 0; i < a->says.count; i++)
		if (!strstr(report, a->says.at[i]))
			blame(a, "the report does not say:", a->says.at[i]);
	for (i = 0; i < a->nots.count; i++)
		if (strstr(report, a->nots.at[i]))
			blame(a, "the report says:", a->nots.at[i]);
	if (a->why && a->c->options.keep)
		fputs(report, stdout);
}

/* An attack on some tests is seen in those; the others are the reference's. */
static const char *targets(struct attack *a)
{
	const char *list = NULL;
	size_t i;

	for (i = 0; i < a->fails.count; i++)
		list = arena_printf(a->c->arena, "%s%s%s", list ? list : "",
			list ? "," : "", a->fails.at[i]);
	return list;
}

static void grade_attack(struct attack *a)
{
	struct context one = *a->c;
	struct grading *g;

	memset(one.options.labs, 0, sizeof(one.options.labs));
	one.options.labs[a->lab] = true;
	one.options.submission = a->submission;
	one.options.quiet = true;
	one.options.only = targets(a);
	one.work = arena_printf(a->c->arena, "%s/grading", a->c->work);
	fs_remove(one.work);
	if (fs_make_folders(one.work) || grade_submission(&one, &g)) {
		blame(a, "could not be graded", "");
		return;
	}
	check_grading(a, g);
	grading_free(g);
}

/* Returns whether it was stopped. */
static bool run_attack(struct context *c, const char *folder)
{
	struct attack a = {
		.c = c, .folder = folder, .lab = 1, .score = -1, .seen = "-"};
	pid_t pid;

	a.name = strrchr(folder, '/') + 1;
	if (read_expect(&a)) {
		blame(&a, "has no usable file", "expect");
	} else if (plant(&a)) {
		blame(&a, "could not be", "prepared");
	} else {
		pid = start_canary();
		supervise_spare(pid);
		grade_attack(&a);
		check_canary(&a, pid);
		supervise_spare(0);
	}
	printf("%-30s lab%d  %-12s %s%s%s\n", a.name, a.lab, a.seen,
		a.why ? "SUCCEEDED: " : "stopped", a.why ? a.why : "", "");
	fflush(stdout);
	return !a.why;
}

int attacks_run(struct context *c)
{
	int stopped = 0, succeeded = 0;
	char *pattern = arena_printf(c->arena, "%s/grader/attacks/*/", c->root);
	glob_t g;
	size_t i;

	if (!glob(pattern, GLOB_MARK, NULL, &g)) {
		for (i = 0; i < g.gl_pathc && !supervise_interrupted(); i++) {
			char *folder = arena_strdup(c->arena, g.gl_pathv[i]);

			folder[strlen(folder) - 1] = '\0';
			if (run_attack(c, folder))
				stopped++;
			else
				succeeded++;
		}
		globfree(&g);
	}
	printf("%d stopped, %d succeeded\n", stopped, succeeded);
	return succeeded ? 1 : EXIT_GRADED;
}
