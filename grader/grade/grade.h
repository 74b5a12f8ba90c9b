/* SPDX-License-Identifier: MIT */
/*
 * One grading, from options to results. What the parts of the grader share.
 */
#ifndef GRADE_GRADE_H
#define GRADE_GRADE_H

#include <stdbool.h>

#include "result.h"
#include "sandbox.h"

enum exit_status {
	EXIT_GRADED = 0,
	EXIT_USAGE = 2,
	EXIT_ENVIRONMENT = 3,
};

enum {
	LAYERS = RUBRIC_LABS + 1, /* indexed by the lab's number */
};

struct options {
	bool labs[LAYERS]; /* which to grade */
	const char *submission;
	const char *report; /* folder; NULL: keep nothing */
	const char *format; /* "text", "json", ... */
	/* Only these tests, "a,b", their parents taken as passed; or NULL. */
	const char *only;
	bool own_stack;
	bool no_sandbox;
	bool keep;   /* leave the work folder */
	bool resume; /* take over what an earlier run finished */
	bool quiet;  /* no progress, no text */
	bool no_graphs;
	int hint; /* show hints up to this one */
	int jobs;
};

struct context {
	struct options options;
	struct arena *arena;
	const char *root;  /* the tree */
	const char *kit;   /* what make built for us: build/kit */
	const char *cache; /* objects of earlier gradings: build/cache */
	char *work;        /* a private folder, removed at the end */
	struct sandbox sandbox;
	bool have_uring;
	bool have_explorer;
	bool failing; /* the environment failed us: said, and exit status 3 */
};

/* Whether the options ask for the test @name. */
bool is_wanted(const struct options *o, const char *name);

/* The folder of lab @n, whether it has a rubric or not: "lab1-task". */
const char *lab_folder(int n);

/*
 * Make the work folder, probe the machine.
 *
 * Returns: 0, or an enum exit_status after a message on stderr.
 */
int context_open(
	struct context *c, const struct options *options, const char *program);
void context_close(struct context *c);

/*
 * Grade what the options name. The result is complete unless the run was
 * interrupted: then what is pending stays so.
 *
 * Ownership: the caller's; grading_free().
 * Returns:   0, or an enum exit_status after a message on stderr.
 */
int grade_submission(struct context *c, struct grading **out);

#endif
