// SPDX-License-Identifier: MIT
/*
 * Drawing takes longer than a test: as many processes as there are jobs share
 * the work. Each has a process group, so that an interruption ends it together
 * with the layout that it waits for.
 */
#include "pictures.h"
#ifndef HAVE_DRAW

void pictures_draw(struct context *c, struct grading *g, bool passed)
{
	(void)c;
	(void)g;
	(void)passed;
}

#else

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "draw/draw.h"
#include "fs.h"
#include "layouts.h"
#include "supervise.h"
#include "trace/waits.h"

/* What is in there stands in no drawing. */
#define HIDDEN_FOLDER "grader/"

enum {
	LAYOUT_MS = 3000,
	LOOK_MS = 20,
};

struct picture {
	struct test_result *test;
	const char *trace, *svg, *chrome, *diff; /* paths */
	const char *svg_name, *chrome_name, *diff_name;
	const char *prefix;
};

struct pictures {
	struct draw_memory memory;
	struct picture *at;
	size_t count;
};

static bool has_trace(const struct run *r)
{
	return r->trace_path || r->trace;
}

static const struct run *traced(const struct test_result *t)
{
	size_t i;

	/* What went wrong in the explorer is seen in its schedule alone. */
	if (t->decisive && has_trace(t->decisive))
		return t->decisive;
	for (i = 0; i < t->run_count; i++)
		if (has_trace(&t->runs[i]))
			return &t->runs[i];
	return NULL;
}

static void add(struct context *c, struct grading *g, struct lab_result *lab,
	struct test_result *t, struct pictures *p)
{
	struct picture *n = &p->at[p->count];
	const struct run *run = traced(t);
	const char *folder = c->options.report;

	if (!run || t->graph)
		return;
	n->test = t;
	n->prefix = arena_printf(
		g->arena, "lab%d-%s-", lab->rubric->number, t->rubric->name);
	n->svg_name = arena_printf(g->arena, "graphs/lab%d.%s.svg",
		lab->rubric->number, t->rubric->name);
	n->diff_name = arena_printf(g->arena, "graphs/lab%d.%s.diff.svg",
		lab->rubric->number, t->rubric->name);
	n->chrome_name = arena_printf(g->arena, "traces/lab%d.%s.json",
		lab->rubric->number, t->rubric->name);
	n->trace = run->trace_path ? run->trace_path
				   : arena_printf(g->arena, "%s/%s", folder,
					     run->trace);
	n->svg = arena_printf(g->arena, "%s/%s", folder, n->svg_name);
	n->chrome = arena_printf(g->arena, "%s/%s", folder, n->chrome_name);
	n->diff = arena_printf(g->arena, "%s/%s", folder, n->diff_name);
	unlink(n->diff);
	unlink(n->svg);
	unlink(n->chrome);
	p->count++;
}

static bool is_deadlock(const struct trace *trace)
{
	struct trace_waits waits;
	bool circle = !trace_waits_init(&waits, trace) &&
		      waits.verdict == TRACE_DEADLOCK;

	trace_waits_fini(&waits);
	return circle;
}

/*
 * Who waits for whom when that is why it failed, though the test may have gone
 * on: tasks wait, not threads. Else one lane a thread when there are several,
 * or who awaits whom.
 */
static enum draw_kind kind_of(
	const struct picture *p, const struct trace *trace)
{
	if (p->test->verdict == VERDICT_TIMED_OUT || is_deadlock(trace))
		return DRAW_WAITS;
	return trace->nthreads > 1 ? DRAW_TIMELINE : DRAW_AWAIT;
}

static void write_chrome(const struct picture *p, const struct trace *trace)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return;
	if (!draw_chrome(trace, out) && !fclose(out))
		fs_write(p->chrome, text, size);
	free(text);
}

static void draw_kind(const struct trace *trace, const struct trace *other,
	enum draw_kind kind, const struct draw_options *o, const char *path)
{
	char *dot = NULL, *svg = NULL, *why = NULL;

	draw_graph(trace, other, kind, o, &dot, &svg, &why);
	if (svg)
		fs_write(path, svg, strlen(svg));
	free(dot);
	free(svg);
	free(why);
}

static struct trace *open_trace(const char *path)
{
	struct trace *trace;
	char *why = NULL;

	if (trace_open(path, &trace, &why)) {
		free(why);
		return NULL;
	}
	trace_hide_files(trace, HIDDEN_FOLDER);
	return trace;
}

/*
 * What happened beside what should have; of tasks, so not where there is none:
 * a test that fails would be told that nothing differs.
 */
static void draw_diff(const struct picture *p, const struct trace *trace,
	const struct draw_options *o)
{
	struct trace *expected = NULL;

	if (p->test->reference_trace)
		expected = open_trace(p->test->reference_trace);
	if (expected && (trace->ntasks || expected->ntasks))
		draw_kind(trace, expected, DRAW_DIFF, o, p->diff);
	trace_close(expected);
}

static void draw_trace(const struct picture *p, const struct draw_options *o)
{
	struct trace *trace = open_trace(p->trace);

	if (!trace)
		return;
	draw_kind(trace, NULL, kind_of(p, trace), o, p->svg);
	draw_diff(p, trace, o);
	write_chrome(p, trace);
	trace_close(trace);
}

static void draw_plan(const char *plan, enum draw_schedule_kind kind,
	const struct draw_options *o, const char *path)
{
	char *dot = NULL, *svg = NULL, *why = NULL;

	draw_schedule(plan, kind, o, &dot, &svg, &why);
	if (svg)
		fs_write(path, svg, strlen(svg));
	free(dot);
	free(svg);
	free(why);
}

static void draw(const struct picture *p, const struct draw_memory *memory)
{
	struct draw_options o = {.prefix = p->prefix,
		.time_limit_ms = LAYOUT_MS,
		.memory = memory};
	char *plan = draw_schedule_load(p->trace);

	if (plan)
		draw_plan(plan, DRAW_SCHEDULE_TIMELINE, &o, p->svg);
	else
		draw_trace(p, &o);
	free(plan);
}

/* Worker @n of @workers draws every so manieth picture. */
static pid_t start_worker(struct pictures *p, size_t n, size_t workers)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	setpgid(0, 0);
	for (; n < p->count; n += workers)
		draw(&p->at[n], &p->memory);
	_exit(0);
}

static void wait_for(pid_t pid)
{
	while (waitpid(pid, NULL, WNOHANG) == 0) {
		poll(NULL, 0, LOOK_MS);
		if (supervise_interrupted()) {
			kill(-pid, SIGKILL);
			kill(pid, SIGKILL);
		}
	}
}

static void draw_all(struct pictures *p, size_t workers)
{
	pid_t pids[MAX_JOBS];
	size_t i;

	if (workers > p->count)
		workers = p->count;
	for (i = 0; i < workers; i++)
		pids[i] = start_worker(p, i, workers);
	for (i = 0; i < workers; i++)
		if (pids[i] > 0)
			wait_for(pids[i]);
}

void pictures_draw(struct context *c, struct grading *g, bool passed)
{
	struct pictures p = {.memory = layouts_in(c->cache)};
	size_t i, k;

	if (c->options.no_graphs || c->options.quiet)
		return;
	p.at = arena_zalloc(
		g->arena, ((size_t)g->all.tests + 1) * sizeof(*p.at));
	fs_make_folders(arena_printf(g->arena, "%s/graphs", c->options.report));
	for (i = 0; i < g->lab_count; i++)
		for (k = 0; k < g->labs[i].test_count; k++) {
			struct test_result *t = &g->labs[i].tests[k];

			if ((t->verdict == VERDICT_PASSED) == passed)
				add(c, g, &g->labs[i], t, &p);
		}
	fflush(NULL);
	draw_all(&p, (size_t)c->options.jobs);
	for (i = 0; i < p.count; i++) {
		if (fs_exists(p.at[i].svg))
			p.at[i].test->graph = p.at[i].svg_name;
		if (fs_exists(p.at[i].diff))
			p.at[i].test->diff = p.at[i].diff_name;
		if (fs_exists(p.at[i].chrome))
			p.at[i].test->chrome = p.at[i].chrome_name;
	}
}

#endif
