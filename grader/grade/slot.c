// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "claim.h"
#include "explorer.h"
#include "fs.h"
#include "judge.h"
#include "sanitizer.h"
#include "slot.h"
#include "stuck.h"

enum {
	DEFAULT_SECONDS = 10,
	DEFAULT_MB = 512,
	ADDRESS_FACTOR = 8,
	FILE_MB = 32,
	MAX_THREADS = 128,
	FIRST_LAB_WITH_IO = 4,
	NOBODY = 65534,
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
	/* It is mapped: where there is no room for a page the test crashes. */
	if (fs_room_mb(s->r->context->work) < FILE_MB)
		return -ENOSPC;
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
	s->box = (struct box){
		.argv = argv,
		.env = environment(s),
		.mounts = {{program, "/test", false},
			{s->trace, "/trace", true}},
		.proc = s->id.build != BUILD_PLAIN,
		.devices = s->lab >= FIRST_LAB_WITH_IO,
		.processes = explore, /* it forks a process for a schedule */
		.record = true,
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

/*
 * A trace names the test's source lines: one of a hidden test stays in the
 * work folder, where the drawings take it from, unless that is kept as well.
 */
static void keep_trace(struct slot *s)
{
	struct context *c = s->r->context;
	struct arena *a = s->r->grading->arena;
	char *name, *path;

	if (c->options.quiet || s->id.build != BUILD_PLAIN ||
		s->run.verdict == VERDICT_NOT_STARTED) {
		unlink(s->trace);
		return;
	}
	s->run.trace_path = s->trace;
	name = arena_printf(a, "traces/lab%d.%s.%s.trace", s->lab,
		s->test->name, build_name(s->id.build));
	path = arena_printf(a, "%s/%s", c->options.report, name);
	if (s->aside)
		return;
	if (s->id.hidden && !c->options.keep) {
		unlink(path); /* of an earlier grading */
		return;
	}
	fs_make_folders(arena_printf(a, "%s/traces", c->options.report));
	if (fs_copy(s->trace, path))
		return;
	unlink(s->trace);
	s->run.trace = name;
	s->run.trace_path = path;
}

/* A failing schedule is drawn from what the explorer said of it. */
static void keep_plan(struct slot *s)
{
	struct context *c = s->r->context;
	struct arena *a = s->r->grading->arena;
	char *name;

	if (c->options.quiet || s->aside || !s->run.plan)
		return;
	fs_make_folders(arena_printf(a, "%s/traces", c->options.report));
	name = arena_printf(a, "traces/lab%d.%s.%s.json", s->lab, s->test->name,
		build_name(s->id.build));
	if (!fs_write(arena_printf(a, "%s/%s", c->options.report, name),
		    s->run.plan, strlen(s->run.plan)))
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

static void check_claim(struct slot *s)
{
	if (s->run.verdict != VERDICT_PASSED || s->id.build != BUILD_PLAIN ||
		claim_holds(&s->run, s->trace))
		return;
	s->run.verdict = VERDICT_REFUSED;
	s->run.message = "the record tells of steps that the trace does not";
}

/* What needs other processes runs after the pool's turn. */
void slot_conclude(struct slot *s)
{
	struct arena *a = s->r->grading->arena;
	struct lines crash_at = {0};

	if (s->id.build == BUILD_EXPLORE) {
		explorer_judge(a, s->test, &s->job,
			builder_symbols(s->r->builder, &s->id), &s->run);
	} else {
		judge_run(a, s->test, &s->job, &s->run, &crash_at);
		check_claim(s);
		name_places(s, &crash_at);
	}
	if (s->id.build == BUILD_PLAIN &&
		(s->run.verdict == VERDICT_TIMED_OUT ||
			s->run.verdict == VERDICT_FAILED))
		note_stuck(s);
	keep_trace(s);
	keep_plan(s);
	job_clear(&s->job);
}

static void fail_slot(struct slot *s, enum verdict verdict, const char *why)
{
	s->run.build = s->id.build;
	s->run.verdict = verdict;
	s->run.message = why;
	s->started = s->done = true;
}

void slot_start(struct slot *s)
{
	struct arena *a = s->r->grading->arena;
	const char *why = "", *program;
	int err;

	s->r->builder->link_is_broken = false;
	program = builder_program(s->r->builder, &s->id, &why);
	if (!program) {
		fail_slot(s,
			s->r->builder->link_is_broken ? VERDICT_SKIPPED
						      : VERDICT_FAILED,
			arena_printf(a, "cannot be linked: %s", why));
		return;
	}
	err = make_trace(s);
	if (err) {
		s->r->context->failing = true;
		fail_slot(s, VERDICT_SKIPPED,
			arena_printf(
				a, "no room for a trace: %s", strerror(-err)));
		return;
	}
	make_box(s, program);
	s->job.done = finish_slot;
	s->job.arg = s;
	s->started = true;
	pool_start(&s->job);
}
