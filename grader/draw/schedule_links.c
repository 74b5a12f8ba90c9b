// SPDX-License-Identifier: MIT
/*
 * What the steps of a schedule have to do with each other: which unlock let
 * which lock go on, who took what somebody waits for, who can never go on.
 */
#include <string.h>

#include "schedule.h"

static bool same(const char *a, const char *b)
{
	return !strcmp(a, b);
}

bool schedule_takes(const struct schedule_step *step)
{
	static const char *const ops[] = {"locks", "locks (timed)",
		"read-locks", "write-locks", "spins for"};
	size_t i;

	for (i = 0; i < sizeof(ops) / sizeof(*ops); i++)
		if (same(step->op, ops[i]))
			return true;
	/* A try that has succeeded has the value 1. */
	return !strncmp(step->op, "tries to ", 9) && step->value;
}

static bool is_condition_wait(const struct schedule_step *step)
{
	return same(step->op, "waits on") || same(step->op, "waits (timed) on");
}

/* A wait on a condition gives the mutex back, and does not name it. */
static int last_condition_wait(
	const struct schedule *s, int thread, int from, int to)
{
	int i;

	for (i = to - 1; i > from; i--)
		if (s->steps[i].at.thread == thread &&
			is_condition_wait(&s->steps[i]))
			return i;
	return -1;
}

/* Whether the unlock @j gave back a lock that others could share. */
static bool was_shared(const struct schedule *s, int j)
{
	const struct schedule_step *unlock = &s->steps[j];

	while (--j >= 0) {
		const struct schedule_step *b = &s->steps[j];

		if (b->at.thread == unlock->at.thread &&
			same(b->object, unlock->object) && schedule_takes(b))
			return strstr(b->op, "read-lock") != NULL;
	}
	return false;
}

/* The step that gave free what step @i takes; -1: it was free before. */
static int release_before(const struct schedule *s, int i)
{
	const char *object = s->steps[i].object;
	bool shared = strstr(s->steps[i].op, "read-lock");
	int j;

	for (j = i - 1; j >= 0; j--) {
		const struct schedule_step *b = &s->steps[j];

		if (!same(b->object, object))
			continue;
		/* Readers do not wait for readers. */
		if (shared &&
			(strstr(b->op, "read-lock") ||
				(same(b->op, "unlocks") && was_shared(s, j))))
			continue;
		if (same(b->op, "unlocks"))
			return j;
		if (schedule_takes(b))
			return last_condition_wait(s, b->at.thread, j, i);
	}
	return -1;
}

/* Operations of which the first lets the second go on, on one object. */
static bool lets_go_on(
	const struct schedule_step *a, const struct schedule_step *b)
{
	static const char *const pairs[][2] = {
		{"signals", "wakes up from"},
		{"broadcasts", "wakes up from"},
		{"posts", "waits for"},
		{"writes eventfd", "reads eventfd"},
		{"writes eventfd", "polls"},
		{"arrives at barrier", "leaves barrier"},
	};
	size_t i;

	if (same(a->op, "creates a thread") && same(b->op, "starts"))
		return a->has_value && a->value == b->at.thread;
	if (same(a->op, "ends") && same(b->op, "joins"))
		return b->has_value && b->value == a->at.thread;
	for (i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
		if (same(a->op, pairs[i][0]) && same(b->op, pairs[i][1]))
			return same(a->object, b->object) &&
			       /* a signal that nobody heard wakes nobody */
			       (i > 1 || !a->has_value || a->value);
	return false;
}

static int cause_of(const struct schedule *s, int i)
{
	const struct schedule_step *step = &s->steps[i];
	int j;

	if (schedule_takes(step)) {
		j = release_before(s, i);
	} else {
		for (j = i - 1; j >= 0; j--) {
			if (lets_go_on(&s->steps[j], step))
				break;
			/* What came before its wait did not end it. */
			if (is_condition_wait(&s->steps[j]) &&
				s->steps[j].at.thread == step->at.thread &&
				same(step->op, "wakes up from"))
				return -1;
		}
	}
	return j >= 0 && s->steps[j].at.thread != step->at.thread ? j : -1;
}

/* The last step of the thread of @at at its place. */
static int step_at(const struct schedule *s, const struct schedule_place *at)
{
	int i;

	for (i = s->nsteps - 1; i >= 0; i--) {
		const struct schedule_place *p = &s->steps[i].at;

		if (p->thread != at->thread)
			continue;
		if (*p->pc && *at->pc ? same(p->pc, at->pc)
				      : p->line && p->line == at->line &&
						same(p->file, at->file))
			return i;
	}
	return -1;
}

static struct schedule_wait *wait_of(const struct schedule *s, int thread)
{
	int i;

	for (i = 0; i < s->nwaits; i++)
		if (s->waits[i].at.thread == thread)
			return &s->waits[i];
	return NULL;
}

static void link_wait(const struct schedule *s, struct schedule_wait *w)
{
	const struct schedule_wait *next = w;
	int i;

	w->held = -1;
	for (i = s->nsteps - 1; i >= 0 && w->held < 0; i--)
		if (s->steps[i].at.thread == w->holder && *w->object &&
			same(s->steps[i].object, w->object) &&
			schedule_takes(&s->steps[i]))
			w->held = i;
	/* Each waits for one: a circle comes back after as many steps. */
	for (i = 0; i < s->nwaits && next && next->holder >= 0; i++) {
		next = wait_of(s, next->holder);
		if (next == w)
			w->circle = true;
	}
	if (same(w->op, "end of test") || same(s->kind, "livelock"))
		return;
	next = w->holder < 0 ? NULL : wait_of(s, w->holder);
	w->hopeless = !next || same(next->op, "end of test");
}

void schedule_link(struct schedule *s)
{
	int last = s->nsteps - 1;
	int i;

	for (i = 0; i < SCHEDULE_MAX_THREADS; i++)
		s->ended[i] = -1;
	for (i = 0; i < s->nsteps; i++) {
		s->steps[i].cause = cause_of(s, i);
		if (same(s->steps[i].op, "ends"))
			s->ended[s->steps[i].at.thread] = i;
	}
	for (i = 0; i < s->nwaits; i++)
		link_wait(s, &s->waits[i]);
	/* Who waits, or looks at plain memory, has made no step of it. */
	s->failing_step = s->nwaits ? -1 : step_at(s, &s->at);
	if (s->failing_step != last)
		s->failing_step = -1;
	s->other_step = *s->other_what ? step_at(s, &s->other) : -1;
}

bool schedule_is_blamed(const struct schedule *s, int step)
{
	int i;

	if (step == s->failing_step || step == s->other_step)
		return true;
	for (i = 0; i < s->nwaits; i++)
		if (s->waits[i].held == step &&
			(s->waits[i].circle || s->waits[i].hopeless))
			return true;
	return s->period && step >= s->nsteps - s->period;
}
