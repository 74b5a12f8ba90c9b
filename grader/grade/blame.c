// SPDX-License-Identifier: MIT
/*
 * Which earlier layer makes a lab fail: swap one at a time for the reference
 * and see whether the test then passes.
 */
#include "run.h"

static bool failed(const struct test_result *t)
{
	return t->decisive &&
	       (t->verdict == VERDICT_FAILED || t->verdict == VERDICT_CRASHED ||
		       t->verdict == VERDICT_TIMED_OUT);
}

static bool passes(
	struct runner *r, int lab, const struct test_result *t, unsigned own)
{
	return run_again(r, lab, t->rubric, t->decisive->build, own) ==
	       VERDICT_PASSED;
}

static void say(struct runner *r, struct lab_result *lab, int layer,
	const struct test_result *t)
{
	struct arena *a = r->grading->arena;

	lab->blamed_lab = layer;
	if (layer)
		lab->blame = arena_printf(a,
			"lab%d is at fault: with the reference's lab%d, %s "
			"passes. Look there first.",
			layer, layer, t->rubric->name);
	else
		lab->blame = arena_printf(a,
			"several earlier labs are at fault together: %s "
			"passes on the reference's, and not with any single "
			"one of them.",
			t->rubric->name);
}

/* The layers that did not even compile need no experiment. */
static int broken_layer(const struct runner *r, int lab)
{
	int n;

	for (n = 1; n < lab; n++)
		if ((r->own & 1u << n) && !r->builder->layers[n].usable)
			return n;
	return 0;
}

void blame_lab(struct runner *r, struct lab_result *lab)
{
	int n, number = lab->rubric->number;
	unsigned all = r->own;
	size_t i;

	if (number < 2 || !r->builder->layers[number].usable)
		return;
	n = broken_layer(r, number);
	if (n) {
		lab->blamed_lab = n;
		lab->blame = arena_printf(r->grading->arena,
			"lab%d is at fault: it %s, and lab%d stands on it.", n,
			r->builder->layers[n].refusal_count
				? "was refused"
				: "does not compile",
			number);
		return;
	}
	for (i = 0; i < lab->test_count; i++) {
		const struct test_result *t = &lab->tests[i];

		if (!failed(t) || !passes(r, number, t, 1u << number))
			continue;
		for (n = 1; n < number; n++)
			if (passes(r, number, t, all & ~(1u << n)))
				break;
		say(r, lab, n < number ? n : 0, t);
		return;
	}
}
