/* SPDX-License-Identifier: MIT */
/*
 * The explorer's side of co/check.h, co/base.h and explore.h. A failed check
 * ends the schedule there and then: what comes after a broken promise only
 * hides it.
 */
#include <stdio.h>
#include <string.h>

#include "co/base.h"
#include "co/check.h"
#include "runtime.h"

void co__check_failed(const char *file, int line, const char *what,
	const char *expected, const char *actual)
{
	ex_fail_check(file, line, what, expected, actual);
}

void co__check_eq(const char *file, int line, const char *what,
	long long expected, long long actual)
{
	char want[32], got[32];

	if (expected == actual)
		return;
	snprintf(want, sizeof(want), "%lld", expected);
	snprintf(got, sizeof(got), "%lld", actual);
	ex_fail_check(file, line, what, want, got);
}

void co__check_str(const char *file, int line, const char *what,
	const char *expected, const char *actual)
{
	if (expected && actual && !strcmp(expected, actual))
		return;
	if (!expected && !actual)
		return;
	ex_fail_check(file, line, what, expected, actual);
}

void co_step(const char *fmt, ...)
{
	struct ex_trace *t = &ex_shared->now;
	va_list ap;

	if (t->n_notes == EX_MAX_NOTES)
		return;
	va_start(ap, fmt);
	vsnprintf(t->notes[t->n_notes++], sizeof(t->notes[0]), fmt, ap);
	va_end(ap);
}

/* A failed check has ended the schedule, so whoever asks has had none. */
bool co_check_has_failed(void)
{
	return false;
}

static bool expected(const char *cond, const char *message)
{
	const char *want = ex_run.expect_assert;

	return want && (strstr(cond, want) || strstr(message, want));
}

_Noreturn void co__assert_failed(
	const char *file, int line, const char *cond, const char *fmt, ...)
{
	struct ex_failure *f = &ex_shared->now.failure;
	char message[EX_TEXT / 2];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(message, sizeof(message), fmt, ap);
	va_end(ap);
	if (expected(cond, message))
		ex_leave_schedule();
	memset(f, 0, sizeof(*f));
	f->verdict = EX_FAILED;
	f->kind = EX_ASSERT;
	f->thread = ex_self->id;
	f->other_thread = -1;
	snprintf(f->message, sizeof(f->message),
		"stopped at CO_ASSERT(%.200s): %s", cond, message);
	snprintf(f->file, sizeof(f->file), "%s", file);
	f->line = line;
	ex_leave_schedule();
}

void co__not_started(const char *part, const char *file, int line)
{
	struct ex_failure *f = &ex_shared->now.failure;

	memset(f, 0, sizeof(*f));
	f->verdict = EX_NOT_STARTED;
	f->thread = ex_self->id;
	f->other_thread = -1;
	snprintf(f->message, sizeof(f->message), "%s", part);
	snprintf(f->file, sizeof(f->file), "%s", file);
	f->line = line;
	ex_leave_schedule();
}

/* ---- explore.h ---- */

void explore_expect_assert(const char *substring)
{
	ex_run.expect_assert = substring;
}

unsigned explore_choose(unsigned n)
{
	unsigned option = ex_choose(n, 0);

	ex_sched_record("chooses", EX_PC);
	ex_step_value(option);
	return option;
}

void explore_point(const char *what)
{
	ex_step(what, NULL, EX_PC);
}

uint64_t explore_now(void)
{
	return ex_run.now;
}

unsigned explore_schedule(void)
{
	return ex_run.schedule;
}

void explore_name_thread(const char *name)
{
	snprintf(ex_shared->now.thread_names[ex_self->id],
		sizeof(ex_shared->now.thread_names[0]), "%s", name);
}

void explore_name(const void *object, const char *name)
{
	struct ex_trace *t = &ex_shared->now;
	struct ex_named *n;

	if (t->n_named == sizeof(t->named) / sizeof(t->named[0]))
		return;
	n = &t->named[t->n_named++];
	n->object = (uintptr_t)object;
	snprintf(n->name, sizeof(n->name), "%s", name);
}
