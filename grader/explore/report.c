/* SPDX-License-Identifier: MIT */
/*
 * The result of a test for a person: what broke, who waits for whom, and the
 * steps of the shortest schedule that shows it, one column for each of two
 * threads. Also the log, which is the same bytes for the same schedule.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime.h"

enum {
	SHOWN_STEPS = 60,
	COLUMN = 38
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void place_text(uintptr_t pc, char *out, size_t size)
{
	struct ex_place p;

	out[0] = '\0';
	if (!pc)
		return;
	p = ex_place_of(pc);
	if (p.line)
		snprintf(out, size, "%s:%d", base_name(p.file), p.line);
	else
		snprintf(out, size, "%s", p.file);
}

static void thread_text(
	const struct ex_trace *t, int id, char *out, size_t size)
{
	if (id >= 0 && id < EX_MAX_THREADS && t->thread_names[id][0])
		snprintf(out, size, "thread %d (%s)", id, t->thread_names[id]);
	else
		snprintf(out, size, "thread %d", id);
}

static void operation_text(const struct ex_trace *t,
	const struct ex_step_record *s, char *out, size_t size)
{
	char object[96];

	ex_object_name(t, s->object, object, sizeof(object));
	if (s->has_value)
		snprintf(out, size, "%s%s%s = %llu", s->op,
			object[0] ? " " : "", object,
			(unsigned long long)s->value);
	else
		snprintf(out, size, "%s%s%s", s->op, object[0] ? " " : "",
			object);
}

/* Two threads to lay side by side; the others are named in their lines. */
struct columns {
	int left, right;
};

static bool is_frame(const struct ex_step_record *s)
{
	return !strcmp(s->op, "creates a thread") || !strcmp(s->op, "joins") ||
	       !strcmp(s->op, ex_end_of_test);
}

/* The two threads that do more than to start and to wait for others. */
static bool find_columns(const struct ex_trace *t, struct columns *c)
{
	uint32_t busy = 0;

	for (unsigned i = 0; i < t->n_steps; i++)
		if (!is_frame(&t->steps[i]))
			busy |= 1u << t->steps[i].thread;
	if (__builtin_popcount(busy) == 1)
		busy |= 1; /* it, and the one that started it */
	if (__builtin_popcount(busy) != 2)
		return false;
	c->left = __builtin_ctz(busy);
	c->right = __builtin_ctz(busy & (busy - 1));
	return true;
}

static void print_step(
	FILE *f, const struct ex_trace *t, unsigned i, const struct columns *c)
{
	const struct ex_step_record *s = &t->steps[i];
	char operation[160], place[224];
	int id = s->thread;

	operation_text(t, s, operation, sizeof(operation));
	place_text(s->pc, place, sizeof(place));
	if (c && (id == c->left || id == c->right))
		fprintf(f, "  %4u  %*s%s%s%s\n", i + 1,
			id == c->right ? COLUMN : 0, "", operation,
			place[0] ? "  " : "", place);
	else
		fprintf(f, "  %4u  thread %d  %-*s  %s\n", i + 1, id,
			c ? 0 : 44, operation, place);
}

static void print_steps(FILE *f, const struct ex_trace *t)
{
	unsigned from = 0, shown = SHOWN_STEPS;
	struct columns c;
	bool side_by_side = find_columns(t, &c);
	char left[48], right[48];

	if (t->period)
		shown = 2 * t->period < SHOWN_STEPS ? 2 * t->period
						    : SHOWN_STEPS;
	if (t->n_steps > shown)
		from = t->n_steps - shown;
	fprintf(f, "  the schedule: %u steps, %u context switches%s\n",
		t->n_steps, t->switches, from ? "; the last of them:" : "");
	if (t->period)
		fprintf(f, "  the last %u step(s) repeat:\n", t->period);
	if (side_by_side) {
		thread_text(t, c.left, left, sizeof(left));
		thread_text(t, c.right, right, sizeof(right));
		fprintf(f, "  step  %-*s%s\n", COLUMN, left, right);
	}
	for (unsigned i = from; i < t->n_steps; i++)
		print_step(f, t, i, side_by_side ? &c : NULL);
}

void ex_stuck_text(const struct ex_trace *t, const struct ex_wait_record *w,
	char *out, size_t size)
{
	static const char *const texts[][2] = {
		{"wakes up from", "waits for a signal on"},
		{"locks", "wants to lock"},
		{"locks (timed)", "wants to lock"},
		{"read-locks", "wants to read-lock"},
		{"write-locks", "wants to write-lock"},
		{"joins", "waits for the end of"},
		{"leaves barrier", "waits at barrier"},
		{"reads eventfd", "waits to read eventfd"},
		{"polls", "waits in poll"},
		{"calls once", "waits for the call in progress of"},
		{ex_end_of_test, "waits for the threads that are left"},
	};
	const char *op = w->op;
	char object[96], holder[48] = "";

	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (!strcmp(texts[i][0], w->op))
			op = texts[i][1];
	ex_object_name(t, w->object, object, sizeof(object));
	if (w->holder >= 0)
		snprintf(holder, sizeof(holder), "%s thread %d",
			object[0] ? ", held by" : "", w->holder);
	snprintf(out, size, "%s%s%s%s", op, object[0] ? " " : "", object,
		holder);
}

static void print_waits(FILE *f, const struct ex_trace *t)
{
	for (unsigned i = 0; i < t->n_waits; i++) {
		const struct ex_wait_record *w = &t->waits[i];
		char who[48], what[224], place[224];

		thread_text(t, w->thread, who, sizeof(who));
		ex_stuck_text(t, w, what, sizeof(what));
		place_text(w->pc, place, sizeof(place));
		fprintf(f, "  %s %s  %s\n", who, what, place);
	}
}

static void print_failure(FILE *f, const struct ex_trace *t)
{
	const struct ex_failure *e = &t->failure;
	char place[224], object[96];

	fprintf(f, "  %s%s\n",
		e->kind == EX_CHECK && e->file[0] ? "check of " : "",
		e->message);
	if (e->expected[0] || e->actual[0])
		fprintf(f, "    expected %s, actual %s\n", e->expected,
			e->actual);
	if (e->file[0])
		fprintf(f, "    at %s:%d, thread %d\n", e->file, e->line,
			e->thread);
	ex_object_name(t, e->object, object, sizeof(object));
	if (object[0])
		fprintf(f, "    object: %s\n", object);
	if (e->pc) {
		place_text(e->pc, place, sizeof(place));
		fprintf(f, "    here: %s, thread %d\n", place, e->thread);
	}
	if (e->other_pc) {
		place_text(e->other_pc, place, sizeof(place));
		fprintf(f, "    %s: %s, thread %d\n", e->other_what, place,
			e->other_thread);
	}
}

static void print_budget(FILE *f, const struct explore_test *test)
{
	const struct ex_shared *s = ex_shared;

	fprintf(f, "%u schedules", s->schedules);
	if (s->whole_space)
		fprintf(f, ": all there are");
	else if (s->exhausted_count)
		fprintf(f, "; all %u with at most %u preemption%s",
			s->exhausted_count, s->exhausted_bound,
			s->exhausted_bound == 1 ? "" : "s");
	if (s->clock_cut)
		fprintf(f, "; cut short by the clock after %u ms",
			test->milliseconds);
}

void ex_report_line(const struct explore_test *test)
{
	const struct ex_failure *e = &ex_shared->best.failure;

	printf("%-11s %s (", ex_verdict_name(e->verdict), test->name);
	print_budget(stdout, test);
	printf(")");
	if (e->verdict == EX_NOT_STARTED)
		printf(" %s", e->message);
	else if (e->verdict == EX_ERROR)
		printf(" explorer error: %s", e->message);
	else if (e->verdict != EX_PASSED)
		printf(" %s", ex_kind_name(e->kind));
	printf("\n");
	fflush(stdout);
}

void ex_report(const struct explore_test *test, const struct ex_options *opt)
{
	const struct ex_trace *t = &ex_shared->best;
	enum ex_verdict v = t->failure.verdict;
	char seed[256];

	ex_report_line(test);
	if (v == EX_FAILED || v == EX_CRASHED) {
		ex_symbolise_trace(t);
		print_failure(stdout, t);
		for (unsigned i = 0; i < t->n_notes; i++)
			printf("  step: %s\n", t->notes[i]);
		print_waits(stdout, t);
		print_steps(stdout, t);
		printf("  found by %s, seed %llu; again: --run %s --seed ",
			ex_shared->found_strategy,
			(unsigned long long)ex_shared->found_seed, test->name);
		ex_seed_text(t, seed, sizeof(seed));
		/* A list too long for a line is given by its origin. */
		if (strlen(seed) < sizeof(seed) - 1)
			printf("%s\n", seed);
		else
			printf("%llu --strategy %s\n",
				(unsigned long long)ex_shared->found_seed,
				ex_shared->found_strategy);
	} else if (opt->seed && opt->verbose) {
		ex_symbolise_trace(&ex_shared->now);
		print_steps(stdout, &ex_shared->now);
	}
	fflush(stdout);
}

void ex_log_schedule(int fd, const char *strategy, uint64_t seed)
{
	const struct ex_trace *t = &ex_shared->now;

	dprintf(fd, "schedule %u %s %llu: %s %s\n", ex_run.schedule, strategy,
		(unsigned long long)seed, ex_verdict_name(t->failure.verdict),
		ex_kind_name(t->failure.kind));
	for (unsigned i = 0; i < t->n_steps; i++) {
		const struct ex_step_record *s = &t->steps[i];

		dprintf(fd, "%u %d %s %#lx %#lx %llu\n", i + 1, s->thread,
			s->op, (unsigned long)s->object, (unsigned long)s->pc,
			s->has_value ? (unsigned long long)s->value : 0);
	}
}
