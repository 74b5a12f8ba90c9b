// SPDX-License-Identifier: MIT
/*
 * One grading: intake, build, run, judge, in this order, lab by lab.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "build.h"
#include "fs.h"
#include "grade.h"
#include "intake.h"
#include "results.h"
#include "run.h"
#include "supervise.h"
#include "text.h"

static char *results_path(struct context *c, struct arena *arena)
{
	return arena_printf(arena, "%s/results.json", c->options.report);
}

static void save(struct context *c, struct grading *g)
{
	static bool said;
	int err;

	if (c->options.quiet)
		return;
	err = results_write(g, results_path(c, g->arena));
	c->failing = c->failing || err;
	if (err && !said) {
		fprintf(stderr, "grade: %s: %s\n", results_path(c, g->arena),
			strerror(-err));
		said = true;
	}
}

static void on_progress(
	struct runner *r, struct lab_result *lab, struct test_result *test)
{
	char text[256];

	if (r->context->options.quiet)
		return;
	snprintf(text, sizeof(text), "lab%d.%s: %s", lab->rubric->number,
		test->rubric->name, verdict_name(test->verdict));
	text_progress(r->grading, text);
	save(r->context, r->grading);
}

/* Which layers the submission brings: the lab itself, and with
 * --stack own the ones below. */
static unsigned own_layers(const struct context *c, int lab)
{
	unsigned layers = 1u << lab;
	int n;

	for (n = 1; n < lab && c->options.own_stack; n++)
		if (rubric_lab(n))
			layers |= 1u << n;
	return layers;
}

static unsigned needed_layers(const struct context *c)
{
	unsigned layers = 0;
	int n;

	for (n = 1; n <= RUBRIC_LABS; n++)
		if (c->options.labs[n])
			layers |= own_layers(c, n);
	return layers;
}

static int take_in(struct context *c, struct grading *g)
{
	unsigned layers = needed_layers(c);
	struct intake in;
	size_t k;
	int n, err;

	err = intake_open(&in, c, g);
	if (err)
		return err;
	for (n = 1; n <= RUBRIC_LABS && !err; n++) {
		struct lab_result *lab = NULL;

		for (k = 0; k < g->lab_count; k++)
			if (g->labs[k].rubric->number == n)
				lab = &g->labs[k];
		if ((layers & 1u << n) && rubric_lab(n))
			err = intake_lab(&in, rubric_lab(n), lab);
	}
	intake_close(&in);
	if (!err)
		return 0;
	fprintf(stderr, "grade: %s: %s\n", c->work, strerror(-err));
	return EXIT_ENVIRONMENT;
}

/* The builds that the tests of graded labs need of layer @n. */
static unsigned builds_of(const struct context *c, int n)
{
	unsigned builds = 0;
	int lab;

	for (lab = n; lab <= RUBRIC_LABS; lab++) {
		const struct rubric_lab *r = rubric_lab(lab);
		const struct rubric_test *t;

		if (!c->options.labs[lab] || !(own_layers(c, lab) & 1u << n))
			continue;
		for (t = r->tests; t->name; t++)
			if (is_wanted(&c->options, t->name))
				builds |= rubric_builds(t);
	}
	if (!c->have_explorer)
		builds &= ~(unsigned)RUBRIC_EXPLORE;
	/* A first error comes from the plain build; so does the inspection. */
	return builds | RUBRIC_PLAIN;
}

static int build_layers(
	struct context *c, struct builder *b, struct lab_result *lab)
{
	unsigned layers = own_layers(c, lab->rubric->number);
	struct layer *l = &b->layers[lab->rubric->number];
	size_t i;
	int n, err = 0;

	for (n = 1; n <= lab->rubric->number && !err; n++)
		if (layers & 1u << n)
			err = builder_layer(b, n, builds_of(c, n));
	lab->compile_error = l->compile_error;
	for (i = 0; i < l->refusal_count; i++) {
		lab->refusals = arena_grow(b->arena, lab->refusals,
			lab->refusal_count, lab->refusal_count + 1,
			sizeof(*lab->refusals));
		lab->refusals[lab->refusal_count++] = l->refusals[i];
	}
	return err;
}

static int grade_lab(struct runner *r, struct lab_result *lab)
{
	struct context *c = r->context;
	char what[64];
	int err;

	snprintf(what, sizeof(what), "lab%d: compiling", lab->rubric->number);
	if (!c->options.quiet)
		text_progress(r->grading, what);
	r->own = own_layers(c, lab->rubric->number);
	err = build_layers(c, r->builder, lab);
	if (err || supervise_interrupted())
		return err;
	if (lab->refusal_count)
		run_none(r, lab, VERDICT_REFUSED,
			arena_printf(r->grading->arena, "%s %s",
				lab->refusals[0].file, lab->refusals[0].what));
	else if (lab->compile_error)
		run_none(r, lab, VERDICT_FAILED, "does not compile");
	else
		run_lab(r, lab);
	if (c->options.own_stack && !supervise_interrupted())
		blame_lab(r, lab);
	run_reference(r, lab);
	return 0;
}

static void resume(struct context *c, struct grading *g)
{
	int taken = results_resume(g, results_path(c, g->arena));

	if (taken > 0)
		fprintf(stderr, "grade: %d tests taken over from %s\n", taken,
			results_path(c, g->arena));
	else
		fprintf(stderr, "grade: nothing to resume: %s\n",
			taken == -ESTALE ? "the submission has changed"
					 : "no results of an earlier run");
}

static int grade_all(struct context *c, struct grading *g)
{
	struct builder b;
	struct runner r = {.context = c,
		.grading = g,
		.builder = &b,
		.progress = on_progress};
	size_t i;
	int err;

	err = builder_open(&b, c, g->arena);
	if (err) {
		fprintf(stderr, "grade: %s: %s\n", c->work, strerror(-err));
		return EXIT_ENVIRONMENT;
	}
	err = take_in(c, g);
	if (err)
		return err;
	if (c->options.resume)
		resume(c, g);
	if (!c->options.quiet)
		fs_make_folders(c->options.report);
	for (i = 0; i < g->lab_count && !supervise_interrupted(); i++)
		if (grade_lab(&r, &g->labs[i]))
			return EXIT_ENVIRONMENT;
	return 0;
}

int grade_submission(struct context *c, struct grading **out)
{
	struct grading *g = grading_create();
	int64_t start = now_ms();
	int n, err;

	for (n = 1; n <= RUBRIC_LABS; n++)
		if (c->options.labs[n])
			grading_add_lab(g, rubric_lab(n));
	g->own_stack = c->options.own_stack;
	g->sandbox = sandbox_name(c->sandbox.kind);
	if (c->sandbox.warning)
		lines_add(g->arena, &g->warnings, c->sandbox.warning);
	err = grade_all(c, g);
	grading_tally(g);
	g->wall_ms = (unsigned)(now_ms() - start);
	g->finished = !err && !supervise_interrupted();
	if (!c->options.quiet) {
		text_progress(g, "");
		if (!err)
			save(c, g);
	}
	if (err) {
		grading_free(g);
		return err;
	}
	*out = g;
	return 0;
}
