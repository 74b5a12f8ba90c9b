// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explorer.h"
#include "fs.h"
#include "judge.h"
#include "run.h"
#include "sanitizer.h"
#include "stuck.h"
#include "supervise.h"

enum {
	DEFAULT_SECONDS = 10,
	DEFAULT_MB = 512,
	ADDRESS_FACTOR = 8,
	FILE_MB = 32,
	MAX_THREADS = 128,
	FIRST_LAB_WITH_IO = 4,
	NOBODY = 65534,
};

/* One run of one test, from its start to its verdict. */
struct slot {
	struct runner *r;
	int lab;
	const struct rubric_test *test;
	struct program_id id;
	struct box box;
	struct job job;
	struct run run;
	char *trace; /* outside */
	bool started;
	bool done;
};

/* Starting. */

static const char *const *environment(struct slot *s)
{
	static const char asan[] =
		"ASAN_OPTIONS=exitcode=99:detect_leaks=1:handle_abort=1:"
		"symbolize=0:color=never:"
		"allocator_may_return_null=1:print_legend=0";
	static const char ubsan[] =
		"UBSAN_OPTIONS=exitcode=99:print_stacktrace=1:symbolize=0:"
		"color=never";
	const char **env = arena_zalloc(s->r->grading->arena, 8 * sizeof(*env));
	int n = 0;

	env[n++] = "LC_ALL=C";
	if (s->id.build == BUILD_ASAN) {
		/* No trace: the plain run has it, and it costs more here. */
		env[n++] = asan;
		env[n++] = ubsan;
	} else if (s->id.build == BUILD_PLAIN) {
		env[n++] = "CO_TRACE=/trace";
		env[n++] = "CO_TRACE_EVENTS=4096";
	}
	return env;
}

/* The file that the trace is written to: it belongs to who runs there. */
static int make_trace(struct slot *s)
{
	static unsigned count;
	int fd;

	s->trace = arena_printf(s->r->grading->arena, "%s/trace-%u",
		s->r->context->work, count++);
	fd = open(s->trace, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	if (s->r->context->sandbox.drop_user &&
		fchown(fd, NOBODY, NOBODY) < 0) {
		close(fd);
		return -errno;
	}
	close(fd);
	return 0;
}

static void make_box(struct slot *s, const char *program)
{
	struct arena *a = s->r->grading->arena;
	const struct rubric_test *t = s->test;
	unsigned seconds = t->seconds ? t->seconds : DEFAULT_SECONDS;
	unsigned mb = t->megabytes ? t->megabytes : DEFAULT_MB;
	bool explore = s->id.build == BUILD_EXPLORE;
	const char **argv = arena_zalloc(a, 8 * sizeof(*argv));

	argv[0] = "/test";
	argv[1] = "--run";
	argv[2] = t->name;
	if (explore) {
		argv[3] = "--result";
		argv[4] = "3";
	}
	s->box = (struct box){
		.argv = argv,
		.env = environment(s),
		.mounts = {{program, "/test", false},
			{s->trace, "/trace", true}},
		.proc = s->id.build != BUILD_PLAIN,
		.devices = s->lab >= FIRST_LAB_WITH_IO,
		.processes = explore, /* it forks a process for a schedule */
		.record = !explore,
		.cpu_seconds = seconds,
		.address_mb = s->id.build == BUILD_PLAIN ? ADDRESS_FACTOR * mb
							 : 0,
		.file_mb = FILE_MB,
		.nproc = MAX_THREADS,
	};
	s->job = (struct job){
		.seconds = seconds,
		/* The address sanitizer keeps what is freed for a while. */
		.megabytes = s->id.build == BUILD_ASAN ? 2 * mb : mb,
		.tasks = 2 * MAX_THREADS,
		.drop_user = s->r->context->sandbox.drop_user,
		.wants_record = true,
	};
	s->job.argv = sandbox_command(&s->r->context->sandbox, &s->box, a);
}

/* Finishing. */

static void keep_trace(struct slot *s)
{
	struct context *c = s->r->context;
	struct arena *a = s->r->grading->arena;
	char *name;

	if (c->options.quiet || s->id.build != BUILD_PLAIN ||
		s->run.verdict == VERDICT_NOT_STARTED)
		return;
	fs_make_folders(arena_printf(a, "%s/traces", c->options.report));
	name = arena_printf(a, "traces/lab%d.%s.%s.trace", s->lab,
		s->test->name, build_name(s->id.build));
	if (!fs_copy(s->trace,
		    arena_printf(a, "%s/%s", c->options.report, name)))
		s->run.trace = name;
}

static void name_places(struct slot *s, const struct lines *crash_at)
{
	struct arena *a = s->r->grading->arena;
	const char *program = NULL;
	struct lines *frames;
	size_t i, k;

	/* A leak is a failed check, and the sanitizer says where. */
	if (s->run.verdict != VERDICT_CRASHED &&
		s->run.verdict != VERDICT_TIMED_OUT &&
		(s->run.verdict != VERDICT_FAILED || s->id.build != BUILD_ASAN))
		return;
	program = builder_symbols(s->r->builder, &s->id);
	if (sanitizer_read(a, &s->job.output, program, &s->run))
		return;
	frames = symbolise(a, program, crash_at);
	for (i = 0; i < crash_at->count; i++)
		for (k = 0; k < frames[i].count; k++)
			lines_add(a, &s->run.where, frames[i].at[k]);
	if (s->run.where.count && s->run.verdict == VERDICT_CRASHED)
		s->run.message = arena_printf(
			a, "%s at %s", s->run.message, s->run.where.at[0]);
}

static void finish_slot(struct job *job, void *arg)
{
	struct slot *s = arg;

	(void)job;
	s->run.build = s->id.build;
	s->done = true;
}

static void note_stuck(struct slot *s)
{
	s->run.stuck = stuck_read(s->r->grading->arena, s->trace,
		s->run.verdict == VERDICT_TIMED_OUT,
		s->test->visibility == RUBRIC_HIDDEN, rubric_lab(s->lab));
}

/* What needs other processes runs after the pool's turn. */
static void conclude_slot(struct slot *s)
{
	struct arena *a = s->r->grading->arena;
	struct lines crash_at = {0};

	if (s->id.build == BUILD_EXPLORE) {
		explorer_judge(a, s->test, &s->job,
			builder_symbols(s->r->builder, &s->id), &s->run);
	} else {
		judge_run(a, s->test, &s->job, &s->run, &crash_at);
		name_places(s, &crash_at);
	}
	if (s->id.build == BUILD_PLAIN &&
		(s->run.verdict == VERDICT_TIMED_OUT ||
			s->run.verdict == VERDICT_FAILED))
		note_stuck(s);
	keep_trace(s);
	unlink(s->trace);
	job_clear(&s->job);
}

static void fail_slot(struct slot *s, enum verdict verdict, const char *why)
{
	s->run.build = s->id.build;
	s->run.verdict = verdict;
	s->run.message = why;
	s->started = s->done = true;
}

static void start_slot(struct slot *s)
{
	struct arena *a = s->r->grading->arena;
	const char *why = "", *program;

	s->r->builder->link_is_broken = false;
	program = builder_program(s->r->builder, &s->id, &why);
	if (!program) {
		fail_slot(s,
			s->r->builder->link_is_broken ? VERDICT_SKIPPED
						      : VERDICT_FAILED,
			arena_printf(a, "cannot be linked: %s", why));
		return;
	}
	if (make_trace(s)) {
		fail_slot(s, VERDICT_SKIPPED,
			arena_printf(
				a, "no room for a trace: %s", strerror(errno)));
		return;
	}
	make_box(s, program);
	s->job.done = finish_slot;
	s->job.arg = s;
	s->started = true;
	pool_start(&s->job);
}

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
			"io_uring does not work here: see `grade doctor`");
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
			start_slot(slot_of(l, i, build));
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
				conclude_slot(s);
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
	struct slot s = {.r = r, .lab = lab, .test = test};

	s.id = (struct program_id){
		.lab = lab,
		.build = build,
		.hidden = test->visibility == RUBRIC_HIDDEN,
		.explorer = test->program,
		.own = own,
	};
	start_slot(&s);
	while (!s.done && pool_wait())
		;
	if (!s.run.message)
		conclude_slot(&s);
	return s.run.verdict;
}
