// SPDX-License-Identifier: MIT
/*
 * The same test with the reference's code: what should have happened.
 */
#include "run.h"
#include "slot.h"

/* Whether there is a run of @t that can be laid beside the reference's. */
static bool is_comparable(const struct test_result *t)
{
	return t->decisive && t->decisive->trace_path &&
	       t->decisive->build == BUILD_PLAIN &&
	       (t->verdict == VERDICT_FAILED || t->verdict == VERDICT_CRASHED ||
		       t->verdict == VERDICT_TIMED_OUT);
}

static void start(struct runner *r, int lab, const struct rubric_test *test,
	struct slot *s)
{
	*s = (struct slot){.r = r, .lab = lab, .test = test, .aside = true};
	s->id = (struct program_id){
		.lab = lab,
		.build = BUILD_PLAIN,
		.hidden = test->visibility == RUBRIC_HIDDEN,
	};
	while (pool_room(r->context->options.jobs) <= 0 && pool_wait())
		;
	slot_start(s);
}

static void finish(struct slot *s, struct test_result *t)
{
	if (!s->run.message)
		slot_conclude(s);
	if (s->run.verdict == VERDICT_PASSED)
		t->reference_trace = s->run.trace_path;
}

void run_reference(struct runner *r, struct lab_result *lab)
{
	const struct options *o = &r->context->options;
	struct slot *slots;
	size_t i;

	if (o->quiet || o->no_graphs)
		return;
	slots = arena_zalloc(
		r->grading->arena, (lab->test_count + 1) * sizeof(*slots));
	for (i = 0; i < lab->test_count && !supervise_interrupted(); i++)
		if (is_comparable(&lab->tests[i]))
			start(r, lab->rubric->number, lab->tests[i].rubric,
				&slots[i]);
	while (pool_wait())
		;
	for (i = 0; i < lab->test_count; i++)
		if (slots[i].started)
			finish(&slots[i], &lab->tests[i]);
}
