// SPDX-License-Identifier: MIT
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "judge.h"

enum {
	EXIT_NOT_STARTED = 76,
	EXIT_SKIPPED = 77,
	MAX_OUTPUT_LINES = 20,
	MAX_OUTPUT = 3000,
};

struct judging {
	struct arena *arena;
	const struct rubric_test *test;
	const struct job *job;
	const struct record *record;
	struct run *run;
};

static void decide(struct judging *j, enum verdict v, const char *message)
{
	j->run->verdict = v;
	j->run->message = message;
}

static const char *failure_message(struct judging *j)
{
	const struct failure *f = j->record->failures;

	if (f->what)
		return arena_printf(j->arena, "%s: expected %s, actual %s",
			f->what, f->expected, f->actual);
	return arena_printf(
		j->arena, "expected %s, actual %s", f->expected, f->actual);
}

/* The supervisor ended it. Returns false when it did not. */
static bool judge_stopped(struct judging *j)
{
	const struct job *job = j->job;

	if (job->timed_out)
		decide(j, VERDICT_TIMED_OUT,
			arena_printf(j->arena, "did not end within %u s",
				job->seconds));
	else if (job->out_of_memory)
		decide(j, VERDICT_FAILED,
			arena_printf(j->arena, "used more than %u MB of memory",
				job->megabytes));
	else if (job->too_many_tasks)
		decide(j, VERDICT_FAILED,
			arena_printf(j->arena, "ran more than %u threads",
				job->tasks));
	else if (job->too_much_output)
		decide(j, VERDICT_FAILED, "printed more than 1 MB");
	else
		return false;
	return true;
}

static void judge_signal(struct judging *j)
{
	int sig = j->job->signal;

	j->run->signal = sig;
	if (sig == SIGXCPU)
		decide(j, VERDICT_TIMED_OUT, "used up its processor time");
	else if (sig == SIGXFSZ)
		decide(j, VERDICT_FAILED, "wrote too large a file");
	else
		decide(j, VERDICT_CRASHED,
			arena_printf(j->arena, "ended by signal %d (%s)", sig,
				strsignal(sig)));
}

static void judge_end(struct judging *j)
{
	const struct record *r = j->record;
	int code = j->job->exit_code;

	if (r->failure_count)
		decide(j, VERDICT_FAILED, failure_message(j));
	else if (r->asserted)
		decide(j, VERDICT_FAILED,
			arena_printf(j->arena, "stopped at an assertion: %s",
				r->asserted));
	else if (r->not_started)
		decide(j, VERDICT_NOT_STARTED,
			arena_printf(j->arena, "%s is still to be written%s%s",
				r->not_started, r->not_started_at ? ": " : "",
				r->not_started_at ? r->not_started_at : ""));
	else if (!r->end)
		decide(j, VERDICT_FAILED,
			arena_printf(j->arena,
				"the process ended, with status %d, before "
				"the test did",
				code));
	else if (!strcmp(r->end, "skipped") && code == EXIT_SKIPPED)
		decide(j, VERDICT_SKIPPED,
			r->skipped ? r->skipped : "the test was not for here");
	else if (!strcmp(r->end, "passed") && code == 0)
		decide(j, VERDICT_PASSED, "");
	else if (!strcmp(r->end, "passed"))
		decide(j, VERDICT_FAILED,
			arena_printf(j->arena,
				"exited with status %d after the test", code));
	else
		decide(j, VERDICT_FAILED, "the test failed");
}

static void judge(struct judging *j)
{
	const struct job *job = j->job;

	if (job->interrupted)
		decide(j, VERDICT_PENDING, "interrupted");
	else if (job->fault[0] || !job->ready)
		decide(j, VERDICT_SKIPPED,
			arena_printf(j->arena, "could not be run here: %s",
				job->fault[0] ? job->fault
					      : "the sandbox did not start"));
	else if (j->record->forged)
		decide(j, VERDICT_REFUSED,
			"the record of the test was tampered with");
	else if (judge_stopped(j))
		return;
	else if (!job->exited)
		judge_signal(j);
	else if (job->exit_code == EXIT_SANITIZER)
		decide(j, VERDICT_CRASHED, "stopped by a sanitizer");
	else
		judge_end(j);
}

void judge_run(struct arena *arena, const struct rubric_test *test,
	const struct job *job, struct run *run, struct lines *crash_at)
{
	struct record record;
	struct judging j = {.arena = arena,
		.test = test,
		.job = job,
		.record = &record,
		.run = run};

	record_read(arena, &job->record, job->nonce, test, &record);
	run->wall_ms = job->wall_ms;
	run->cpu_ms = job->cpu_ms;
	run->memory_kb = job->memory_kb;
	run->steps = record.steps;
	run->failures = record.failures;
	run->failure_count = record.failure_count;
	*crash_at = record.crash_at;
	judge(&j);
	if (record.asserted_at)
		lines_add(arena, &run->where, record.asserted_at);
	if (run->verdict != VERDICT_PASSED)
		run->output = judge_output(
			arena, &job->output, test->visibility == RUBRIC_HIDDEN);
}

/* Tests. */

/* Which of two bad runs tells more: a sanitizer's report, then a signal. */
static int weight(const struct run *r)
{
	switch (r->verdict) {
	case VERDICT_PASSED:
		return 0;
	case VERDICT_SKIPPED:
		return 1;
	case VERDICT_PENDING:
		return 2;
	case VERDICT_FAILED:
		return r->failure_count ? 6 : 4;
	case VERDICT_TIMED_OUT:
		return 5;
	case VERDICT_CRASHED:
		return r->report ? 8 : 7;
	case VERDICT_NOT_STARTED:
		return 9;
	default:
		return 10;
	}
}

void judge_test(struct arena *arena, struct test_result *test)
{
	const struct run *worst = NULL;
	size_t i;

	for (i = 0; i < test->run_count; i++)
		if (!worst || weight(&test->runs[i]) > weight(worst))
			worst = &test->runs[i];
	if (!worst)
		return;
	test->verdict = worst->verdict;
	test->points = worst->verdict == VERDICT_PASSED ? test->rubric->points
							: 0;
	test->decisive = worst;
	test->message = worst->message;
	if (worst->build == BUILD_ASAN && worst->verdict != VERDICT_PASSED &&
		worst->verdict != VERDICT_NOT_STARTED && !worst->report)
		test->message = arena_printf(arena,
			"%s (in the build with sanitizers)", worst->message);
}

/* Output. */

/* greatest's own lines say nothing that the verdict does not. */
static bool is_noise(const char *line)
{
	return !*line || !strcmp(line, ".") || !strncmp(line, "* Suite", 7) ||
	       !strncmp(line, "PASS ", 5) || !strncmp(line, "FAIL ", 5) ||
	       !strncmp(line, "F", 2) || strstr(line, " ticks, ") ||
	       strstr(line, "tests - ") || strstr(line, "test - ");
}

const char *judge_output(
	struct arena *arena, const struct bytes *output, bool hidden)
{
	const char *kept[MAX_OUTPUT_LINES];
	char *text, *line;
	size_t count = 0, i;
	char *all = arena_strdup(arena, "");

	if (!output->size)
		return NULL;
	text = arena_clean(arena, output->data, output->size, OUTPUT_LIMIT);
	while ((line = strsep(&text, "\n")))
		if (!is_noise(line) && !(hidden && strstr(line, "grader/")))
			kept[count++ % MAX_OUTPUT_LINES] = line;
	if (!count)
		return NULL;
	i = count > MAX_OUTPUT_LINES ? count - MAX_OUTPUT_LINES : 0;
	for (; i < count; i++)
		all = arena_printf(
			arena, "%s%s\n", all, kept[i % MAX_OUTPUT_LINES]);
	return arena_clean(arena, all, strlen(all), MAX_OUTPUT);
}
