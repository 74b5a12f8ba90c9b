// SPDX-License-Identifier: MIT
#include <string.h>
#include <unistd.h>

#include "judge.h"
#include "run.h"
#include "slot.h"
#include "supervise.h"

/* A lab. */

struct lab_run {
	struct runner *r;
	struct lab_result *lab;
	struct slot *slots; /* BUILDS for each test, in the rubric's order */
};

static struct slot *slot_of(struct lab_run *l, size_t test, int build)
{
	return &l->slots[test * BUILDS + (size_t)build];
}

static bool wanted(const struct rubric_test *t, int build)
{
	return rubric_builds(t) & 1u << build;
}

static void init_slot(struct lab_run *l, size_t test, int build)
{
	struct slot *s = slot_of(l, test, build);
	const struct rubric_test *t = l->lab->tests[test].rubric;

	s->r = l->r;
	s->lab = l->lab->rubric->number;
	s->test = t;
	s->id = (struct program_id){
		.lab = s->lab,
		.build = (enum build)build,
		.hidden = t->visibility == RUBRIC_HIDDEN,
		.explorer = t->program,
		.own = l->r->own,
	};
}

/* Whether the sanitizers' run can still say something new. */
static bool is_worth_it(const struct slot *plain)
{
	return plain->run.verdict == VERDICT_PASSED ||
	       plain->run.verdict == VERDICT_CRASHED;
}

static bool can_start(struct lab_run *l, size_t test, int build)
{
	struct slot *s = slot_of(l, test, build);
	const struct rubric_test *t = l->lab->tests[test].rubric;
	struct slot *plain = slot_of(l, test, BUILD_PLAIN);

	if (!wanted(t, build) || s->started)
		return false;
	return build != BUILD_ASAN || !wanted(t, BUILD_PLAIN) ||
	       (plain->done && is_worth_it(plain));
}

/* Returns false while something of the test is to be run or runs. */
static bool is_complete(struct lab_run *l, size_t test)
{
	int build;

	for (build = 0; build < BUILDS; build++) {
		struct slot *s = slot_of(l, test, build);

		if (s->started ? !s->done : can_start(l, test, build))
			return false;
	}
	return true;
}

static const char *command(struct lab_run *l, const struct test_result *t)
{
	const struct options *o = &l->r->context->options;
	const char *schedule = t->decisive ? t->decisive->schedule : NULL;

	return arena_printf(l->r->grading->arena,
		"build/bin/grade %slab%d.%s%s%s%s%s%s",
		schedule ? "replay " : "", l->lab->rubric->number,
		t->rubric->name, schedule ? " " : "", schedule ? schedule : "",
		strcmp(o->submission, ".") ? " --submission " : "",
		strcmp(o->submission, ".") ? o->submission : "",
		o->own_stack ? " --stack own" : "");
}

static void conclude_test(struct lab_run *l, size_t test)
{
	struct test_result *t = &l->lab->tests[test];
	int build;

	t->run_count = 0;
	for (build = 0; build < BUILDS; build++)
		if (slot_of(l, test, build)->started)
			t->runs[t->run_count++] = slot_of(l, test, build)->run;
	judge_test(l->r->grading->arena, t);
	if (t->verdict == VERDICT_PENDING)
		return;
	if (t->verdict != VERDICT_PASSED && t->verdict != VERDICT_NOT_STARTED)
		t->again = command(l, t);
	grading_tally(l->r->grading);
	if (l->r->progress)
		l->r->progress(l->r, l->lab, t);
}

static void give(struct lab_run *l, struct test_result *t, enum verdict v,
	const char *message)
{
	t->verdict = v;
	t->message = message;
	grading_tally(l->r->grading);
	if (l->r->progress)
		l->r->progress(l->r, l->lab, t);
}

/*
 * Whether a test may run now. One whose parent did not pass is blocked; one
 * that the machine cannot run is skipped.
 */
static bool may_run(struct lab_run *l, struct test_result *t)
{
	struct test_result *parent = lab_find(l->lab, t->rubric->parent);
	struct context *c = l->r->context;

	if (t->verdict != VERDICT_PENDING)
		return false;
	if (c->options.only)
		return is_wanted(&c->options, t->rubric->name);
	if ((t->rubric->needs & RUBRIC_URING) && !c->have_uring) {
		give(l, t, VERDICT_SKIPPED,
			"environment: io_uring does not work here: "
			"see `grade doctor`");
		return false;
	}
	if (t->rubric->program && !c->have_explorer) {
		give(l, t, VERDICT_SKIPPED, "the explorer is not built");
		return false;
	}
	if (!parent || parent->verdict == VERDICT_PASSED ||
		parent->verdict == VERDICT_SKIPPED)
		return true;
	if (parent->verdict != VERDICT_PENDING)
		give(l, t, VERDICT_BLOCKED,
			arena_printf(l->r->grading->arena, "%s must pass first",
				parent->rubric->name));
	return false;
}

/* Start what can be started; returns whether anything was. */
static bool start_some(struct lab_run *l)
{
	bool any = false;
	size_t i;
	int build;

	for (i = 0; i < l->lab->test_count; i++) {
		if (!may_run(l, &l->lab->tests[i]))
			continue;
		for (build = 0; build < BUILDS; build++) {
			if (!can_start(l, i, build))
				continue;
			if (pool_room(l->r->context->options.jobs) <= 0)
				return any;
			slot_start(slot_of(l, i, build));
			any = true;
		}
	}
	return any;
}

static void conclude_some(struct lab_run *l)
{
	size_t i;
	int build;

	for (i = 0; i < l->lab->test_count; i++) {
		struct test_result *t = &l->lab->tests[i];

		for (build = 0; build < BUILDS; build++) {
			struct slot *s = slot_of(l, i, build);

			/* Judged already when it has a message. */
			if (s->done && !s->run.message)
				slot_conclude(s);
		}
		if (t->verdict == VERDICT_PENDING &&
			(slot_of(l, i, 0)->started ||
				slot_of(l, i, 1)->started ||
				slot_of(l, i, 2)->started) &&
			is_complete(l, i))
			conclude_test(l, i);
	}
}

/* Link what the lab needs before the first test asks for it. */
static void link_programs(struct lab_run *l)
{
	struct program_id *ids = arena_zalloc(l->r->grading->arena,
		l->lab->test_count * BUILDS * sizeof(*ids));
	size_t i, k, count = 0;
	int build;

	for (i = 0; i < l->lab->test_count; i++)
		for (build = 0; build < BUILDS; build++) {
			const struct program_id *id = &slot_of(l, i, build)->id;

			if (!wanted(l->lab->tests[i].rubric, build) ||
				l->lab->tests[i].verdict != VERDICT_PENDING ||
				!is_wanted(&l->r->context->options,
					l->lab->tests[i].rubric->name))
				continue;
			for (k = 0; k < count; k++)
				if (!memcmp(&ids[k], id, sizeof(*id)))
					break;
			if (k == count)
				ids[count++] = *id;
		}
	builder_link_all(l->r->builder, ids, count);
}

void run_lab(struct runner *r, struct lab_result *lab)
{
	struct lab_run l = {.r = r, .lab = lab};
	size_t i;
	int build;

	l.slots = arena_zalloc(r->grading->arena,
		(lab->test_count + 1) * BUILDS * sizeof(*l.slots));
	for (i = 0; i < lab->test_count; i++)
		for (build = 0; build < BUILDS; build++)
			init_slot(&l, i, build);
	link_programs(&l);
	do {
		while (start_some(&l))
			conclude_some(&l);
		pool_wait();
		conclude_some(&l);
	} while (!supervise_interrupted() &&
		 (start_some(&l) || pool_room(MAX_JOBS) < MAX_JOBS));
	while (pool_wait())
		;
	conclude_some(&l);
}

void run_none(struct runner *r, struct lab_result *lab, enum verdict verdict,
	const char *message)
{
	struct lab_run l = {.r = r, .lab = lab};
	size_t i;

	for (i = 0; i < lab->test_count; i++)
		if (lab->tests[i].verdict == VERDICT_PENDING)
			give(&l, &lab->tests[i], verdict, message);
}

enum verdict run_again(struct runner *r, int lab,
	const struct rubric_test *test, enum build build, unsigned own)
{
	struct slot s = {.r = r, .lab = lab, .test = test, .aside = true};

	s.id = (struct program_id){
		.lab = lab,
		.build = build,
		.hidden = test->visibility == RUBRIC_HIDDEN,
		.explorer = test->program,
		.own = own,
	};
	slot_start(&s);
	while (!s.done && pool_wait())
		;
	if (!s.run.message)
		slot_conclude(&s);
	if (s.run.trace_path)
		unlink(s.run.trace_path);
	return s.run.verdict;
}
