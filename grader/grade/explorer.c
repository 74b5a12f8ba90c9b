// SPDX-License-Identifier: MIT
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explorer.h"
#include "judge.h"
#include "objects.h"
#include "plan.h"
#include "sanitizer.h"

enum {
	MAX_TEXT = 600,
	MAX_STORY = 60, /* steps that are told */
};

struct reading {
	struct arena *arena;
	const struct rubric_test *test;
	json_t *root;
	struct lines pcs; /* of the steps and waits told, then the failure */
	struct lines *places; /* their frames */
	struct objects objects;
	struct run *run;
};

static const char *text(struct reading *r, const json_t *from, const char *key)
{
	const char *s = json_string_value(json_object_get(from, key));

	return s ? arena_clean(r->arena, s, strlen(s), MAX_TEXT) : "";
}

static const char *thread_name(struct reading *r, const json_t *from)
{
	json_int_t n = json_integer_value(json_object_get(from, "thread"));
	const json_t *names = json_object_get(r->root, "threads");
	const char *name = json_string_value(json_array_get(names, (size_t)n));

	if (name && *name)
		return arena_clean(r->arena, name, strlen(name), 40);
	return arena_printf(r->arena, "thread %d", (int)n);
}

/* A return address: the call is before it. */
static const char *before(struct reading *r, const char *pc)
{
	unsigned long at = strtoul(pc, NULL, 16);

	return arena_printf(r->arena, "%#lx", at ? at - 1 : 0);
}

/* Two for each step: where it is, and where its object comes from. */
static void collect_pcs(struct reading *r, const json_t *list, size_t from)
{
	size_t i;

	for (i = from; i < json_array_size(list); i++) {
		const json_t *s = json_array_get(list, i);

		lines_add(r->arena, &r->pcs, before(r, text(r, s, "pc")));
		lines_add(r->arena, &r->pcs,
			before(r, objects_birth(text(r, s, "object"))));
	}
}

/* The name of an object, with no address in it. */
static const char *object_name(struct reading *r, const json_t *s, size_t pc)
{
	static const struct lines nowhere;

	return objects_name(r->arena, &r->objects, text(r, s, "object"),
		pc < r->pcs.count ? &r->places[pc] : &nowhere);
}

/* " at src/looper.c:41 in co_looper_post", or "". */
static const char *place(struct reading *r, size_t pc)
{
	if (pc >= r->pcs.count || !r->places[pc].count)
		return "";
	return arena_printf(r->arena, "  %s", best_frame(&r->places[pc]));
}

/* A step, or with @waits who waits there for what, a line each. */
static void tell(struct reading *r, FILE *out, const json_t *list, size_t from,
	size_t *pc, bool waits)
{
	size_t i;

	for (i = from; i < json_array_size(list); i++) {
		json_t *s = json_array_get(list, i);
		const char *object = object_name(r, s, *pc + 1);

		plan_object(r->arena, s, object);
		plan_place(s, &r->places[*pc]);
		if (waits)
			fprintf(out, "%s %s%s\n", thread_name(r, s),
				text(r, s, "for"), place(r, *pc));
		else
			fprintf(out, "%s: %s%s%s%s\n", thread_name(r, s),
				text(r, s, "op"), *object ? " " : "", object,
				place(r, *pc));
		*pc += 2;
	}
}

static size_t first_told(const json_t *steps)
{
	size_t n = json_array_size(steps);

	return n > MAX_STORY ? n - MAX_STORY : 0;
}

static void tell_story(struct reading *r)
{
	const json_t *steps = json_object_get(r->root, "steps");
	const json_t *waits = json_object_get(r->root, "waits");
	char *story = NULL, *stuck = NULL;
	size_t size, pc = 0;
	FILE *out;

	out = open_memstream(&story, &size);
	if (!out)
		return;
	if (first_told(steps))
		fprintf(out, "... %zu steps before\n", first_told(steps));
	tell(r, out, steps, first_told(steps), &pc, false);
	fclose(out);
	r->run->story = arena_strdup(r->arena, story);
	free(story);
	if (!json_array_size(waits))
		return;
	out = open_memstream(&stuck, &size);
	if (!out)
		return;
	tell(r, out, waits, 0, &pc, true);
	fclose(out);
	r->run->stuck = arena_strdup(r->arena, stuck);
	free(stuck);
}

static void note_failure(struct reading *r)
{
	bool hidden = r->test->visibility == RUBRIC_HIDDEN;
	const char *file = text(r, r->root, "file");
	struct failure *f = arena_zalloc(r->arena, sizeof(*f));

	f->expected = text(r, r->root, "expected");
	f->actual = text(r, r->root, "actual");
	if (!*f->expected && !*f->actual)
		return;
	if (!hidden) {
		f->file = file;
		f->line = (int)json_integer_value(
			json_object_get(r->root, "line"));
		f->what = text(r, r->root, "message");
	}
	r->run->failures = f;
	r->run->failure_count = 1;
}

static void note_schedule(struct reading *r)
{
	const char *seed = json_string_value(json_object_get(r->root, "seed"));

	if (seed && *seed && strlen(seed) < 4096)
		r->run->schedule = arena_printf(r->arena,
			"--seed %s --strategy %s", seed,
			text(r, r->root, "strategy"));
}

static void note_steps(struct reading *r)
{
	const json_t *notes = json_object_get(r->root, "notes");
	size_t i;

	for (i = 0; i < json_array_size(notes); i++) {
		const char *s = json_string_value(json_array_get(notes, i));

		if (s)
			lines_add(r->arena, &r->run->steps,
				arena_clean(r->arena, s, strlen(s), MAX_TEXT));
	}
}

static void explain(struct reading *r, const char *program)
{
	const json_t *steps = json_object_get(r->root, "steps");
	const json_t *other = json_object_get(r->root, "other");
	size_t last;

	collect_pcs(r, steps, first_told(steps));
	collect_pcs(r, json_object_get(r->root, "waits"), 0);
	last = r->pcs.count;
	lines_add(r->arena, &r->pcs, before(r, text(r, r->root, "pc")));
	lines_add(r->arena, &r->pcs, before(r, text(r, other, "pc")));
	r->places = symbolise(r->arena, program, &r->pcs);
	r->run->where = r->places[last];
	note_steps(r);
	note_failure(r);
	note_schedule(r);
	tell_story(r);
	if (r->run->story)
		r->run->plan = plan_text(r->arena, r->root, first_told(steps),
			&r->places[last], r->test->visibility == RUBRIC_HIDDEN);
}

static void set(struct run *run, enum verdict v, const char *message)
{
	run->verdict = v;
	run->message = message;
}

static void judge_result(struct reading *r, const char *program)
{
	const char *verdict = text(r, r->root, "verdict");
	const char *kind = text(r, r->root, "kind");
	const char *message = text(r, r->root, "message");
	bool hidden = r->test->visibility == RUBRIC_HIDDEN;

	if (!strcmp(verdict, "passed")) {
		set(r->run, VERDICT_PASSED, "");
		return;
	}
	if (!strcmp(verdict, "not-started")) {
		set(r->run, VERDICT_NOT_STARTED,
			arena_printf(r->arena, "%s is still to be written",
				message));
		return;
	}
	if (!strcmp(verdict, "error")) {
		set(r->run, VERDICT_SKIPPED,
			arena_printf(r->arena, "the explorer: %s", message));
		return;
	}
	explain(r, program);
	if (hidden && r->run->failure_count)
		message = arena_printf(r->arena, "expected %s, actual %s",
			r->run->failures->expected, r->run->failures->actual);
	set(r->run,
		!strcmp(verdict, "crashed") ? VERDICT_CRASHED : VERDICT_FAILED,
		arena_printf(r->arena, "%s%s%s", kind,
			*kind && *message ? ": " : "", message));
}

static bool is_whole(const struct reading *r)
{
	const char *name = json_string_value(json_object_get(r->root, "test"));

	return name && !strcmp(name, r->test->name) &&
	       json_is_string(json_object_get(r->root, "verdict"));
}

/* The supervisor's own knowledge goes before what the program says. */
static bool judge_outside(
	struct arena *arena, const struct job *job, struct run *run)
{
	if (job->interrupted)
		set(run, VERDICT_PENDING, "interrupted");
	else if (job->fault[0] || !job->ready)
		set(run, VERDICT_SKIPPED,
			arena_printf(arena, "could not be run here: %s",
				job->fault));
	else if (job->timed_out)
		set(run, VERDICT_TIMED_OUT,
			arena_printf(arena, "did not end within %u s",
				job->seconds));
	else if (job->out_of_memory)
		set(run, VERDICT_FAILED,
			arena_printf(arena, "used more than %u MB of memory",
				job->megabytes));
	else if (job->too_much_output || job->too_many_tasks)
		set(run, VERDICT_FAILED,
			"printed too much or ran too many threads");
	else
		return false;
	return true;
}

/*
 * The explorer's line begins with what only its own process was told.
 *
 * Returns: what follows; NULL when it does not begin so.
 */
static const char *believed(const struct job *job)
{
	size_t n = strlen(job->nonce);

	if (!n || job->record.size <= n || job->record.data[n] != ' ' ||
		memcmp(job->record.data, job->nonce, n))
		return NULL;
	return job->record.data + n + 1;
}

void explorer_judge(struct arena *arena, const struct rubric_test *test,
	const struct job *job, const char *program, struct run *run)
{
	struct reading r = {.arena = arena, .test = test, .run = run};
	const char *line;

	run->wall_ms = job->wall_ms;
	run->cpu_ms = job->cpu_ms;
	run->memory_kb = job->memory_kb;
	if (judge_outside(arena, job, run))
		return;
	line = believed(job);
	if (job->record.size && !line) {
		set(run, VERDICT_REFUSED,
			"the result of the explorer was tampered with");
		return;
	}
	r.root = line ? json_loadb(line,
				job->record.size -
					(size_t)(line - job->record.data),
				0, NULL)
		      : NULL;
	if (r.root && is_whole(&r)) {
		judge_result(&r, program);
		/* A pass that the exit status does not share is none. */
		if (run->verdict == VERDICT_PASSED &&
			(!job->exited || job->exit_code))
			set(run, VERDICT_FAILED,
				"the explorer passed it and then failed");
	} else {
		set(run, job->exited ? VERDICT_FAILED : VERDICT_CRASHED,
			"the explorer ended without a result");
		/* With one, it prints nothing else than what that tells. */
		run->output = judge_output(
			arena, &job->output, test->visibility == RUBRIC_HIDDEN);
	}
	json_decref(r.root);
}
