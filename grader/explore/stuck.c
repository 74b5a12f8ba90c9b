/* SPDX-License-Identifier: MIT */
/*
 * Schedules that do not come to an end: nobody can run, or everybody runs in a
 * circle. Who waits for what is noted for the report.
 */
#include "runtime.h"

/* Who is in the way: the owner, or one of the readers. */
static int holder_of(const void *object)
{
	const struct ex_object *o = ex_object_find(object);

	if (!o)
		return -1;
	if (o->owner < 0 && o->kind == EX_OBJ_RWLOCK && o->readers)
		return __builtin_ctz(o->readers);
	return o->kind == EX_OBJ_ATOMIC ? -1 : o->owner;
}

static void note_waits(void)
{
	struct ex_trace *t = &ex_shared->now;

	t->n_waits = 0;
	for (int i = 0; i < ex_run.n_threads; i++) {
		const struct ex_thread *th = &ex_threads[i];
		struct ex_wait_record *w = &t->waits[t->n_waits];

		if (th->state != EX_READY || !th->wait.ready)
			continue;
		w->thread = i;
		w->op = th->wait.op;
		w->pc = th->wait.pc;
		w->object = (uintptr_t)th->wait.object;
		w->holder = th->wait.holder;
		if (w->holder < 0)
			w->holder = holder_of(th->wait.object);
		t->n_waits++;
	}
}

/* A thread waits on a condition whose last signal came before the wait. */
static const struct ex_object *lost_wakeup(const struct ex_thread **who)
{
	for (int i = 0; i < ex_run.n_threads; i++) {
		const struct ex_thread *t = &ex_threads[i];
		const struct ex_object *o;

		if (t->state != EX_READY || !t->wait.ready)
			continue;
		o = ex_object_find(t->wait.object);
		if (o && o->kind == EX_OBJ_COND && o->signal_step &&
			o->signal_step <= t->wait_since) {
			*who = t;
			return o;
		}
	}
	return NULL;
}

_Noreturn void ex_nobody_can_run(void)
{
	const struct ex_thread *t = NULL;
	const struct ex_object *o;

	note_waits();
	if (ex_threads[0].wait.op == ex_end_of_test)
		ex_fail(EX_THREAD_LEFT, 0, NULL,
			"the test body has returned, but %u thread(s) it "
			"started can never end",
			ex_shared->now.n_waits - 1);
	o = lost_wakeup(&t);
	if (o)
		ex_fail_pair(EX_LOST_WAKEUP, t->wait.pc, (void *)o->address,
			"the last signal", o->signal_thread, o->signal_pc,
			"thread %d waits on a condition that was "
			"signalled before it waited, and nobody is left to "
			"signal it again",
			t->id);
	ex_fail(EX_DEADLOCK, 0, NULL, "no thread can run");
}

/* The shortest period that the last steps repeat, or 0. */
static unsigned repeating_part(const struct ex_trace *t)
{
	unsigned n = t->n_steps;

	for (unsigned p = 1; p <= 200 && 3 * p <= n; p++) {
		unsigned i;

		for (i = n - 1; i >= n - 2 * p; i--) {
			const struct ex_step_record *a = &t->steps[i];
			const struct ex_step_record *b = &t->steps[i - p];

			if (a->thread != b->thread || a->pc != b->pc ||
				a->object != b->object)
				break;
		}
		if (i < n - 2 * p)
			return p;
	}
	return 0;
}

_Noreturn void ex_never_ends(void)
{
	struct ex_trace *t = &ex_shared->now;
	const struct ex_waiting *w = &ex_self->wait;

	t->period = repeating_part(t);
	note_waits();
	if (t->period)
		ex_fail(EX_LIVELOCK, w->pc, w->object,
			"after %u steps the test has not ended and goes round "
			"in a circle",
			t->n_steps);
	ex_fail(EX_LIVELOCK, w->pc, w->object,
		"after %u steps the test has not ended: a livelock, or a test "
		"that needs a larger .steps",
		t->n_steps);
}
