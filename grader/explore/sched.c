/* SPDX-License-Identifier: MIT */
/*
 * Decisions: who runs next, and when time moves.
 *
 * Each operation that another thread could observe begins with a decision.
 * The options are the threads whose next operation can go ahead. Option 0 is
 * to stay with the running thread where that is possible, so a schedule is
 * told completely by the decisions at which it departs from option 0.
 *
 * Departing costs one preemption when the running thread could have gone on,
 * and nothing when it blocks, ends or yields.
 *
 * Time moves only when no thread can go ahead, and then to the earliest
 * deadline. When there is none either, it is a deadlock.
 *
 * A thread that only looks (loads the same value at the same place again and
 * again, fails to exchange, reads the clock) spins. It is set aside until
 * somebody writes something, or until nobody else can run; to let it spin on
 * counts as a preemption. Without this an unfair schedule would wait for ever
 * on a loop that is right.
 */
#include <errno.h>
#include <string.h>

#include "runtime.h"

enum {
	SPIN_AFTER = 4,     /* times the same look makes a spin */
	SPIN_LONG = 64,     /* the same for a thread that is let spin on */
	IDLE_KEYS = 8,      /* different looks that are told apart */
	SPIN_ROUNDS = 40,   /* spins in vain before time moves */
	BURST_LIMIT = 2000, /* steps after which others go first once */
};

struct ex_run ex_run;
const char ex_end_of_test[] = "end of test";

void ex_sched_reset(void)
{
	struct ex_trace *t = &ex_shared->now;

	memset(&t->failure, 0, sizeof(t->failure));
	t->n_steps = t->n_deviations = t->n_decisions = t->switches = 0;
	t->n_waits = t->n_notes = t->n_named = t->n_blocks = t->period = 0;
	t->n_threads = 0;
	t->n_values = 0;
	ex_run.n_threads = 0;
	ex_run.now = 0;
	ex_run.epoch = 1;
	ex_run.leaving = false;
	ex_run.expect_assert = NULL;
	ex_run.fail_alloc_in = -1;
	ex_run.spun_on = false;
}

/* What a thread is before it has looked at anything. */
void ex_sched_reset_thread(struct ex_thread *t)
{
	t->yielded = t->spinning = false;
	t->n_idle = t->spin_rounds = t->polls = t->burst = t->plain_burst = 0;
	t->idle_epoch = t->polled_epoch = 0;
	t->patience = SPIN_AFTER;
}

bool ex_on(enum explore_switch s, bool otherwise)
{
	return s == EXPLORE_DEFAULT ? otherwise : s == EXPLORE_ON;
}

uint64_t ex_now(void)
{
	return ex_run.now;
}

void ex_wrote(void)
{
	ex_run.epoch++;
	if (ex_self)
		ex_self->n_idle = 0;
}

static bool can_go(struct ex_thread *t)
{
	if (t->state != EX_READY)
		return false;
	if (t->wait.deadline <= ex_run.now)
		return true;
	return !t->wait.ready || t->wait.ready(t->wait.arg);
}

static bool set_aside(const struct ex_thread *t)
{
	return t->spinning && t->idle_epoch == ex_run.epoch;
}

/* The threads that can go ahead, @me first, then in turn. */
struct options {
	int ids[EX_MAX_THREADS];
	unsigned n;
	bool me_goes;   /* the first is @me: anything else is a preemption */
	bool lazy_last; /* the last is @me, who spins: to go on costs */
};

/*
 * Threads that yielded or spin are left out. Once in a schedule a thread that
 * begins to spin may go on instead, at a price, so that a loop which spins a
 * while and then blocks gets there.
 */
static void collect(struct ex_thread *me, struct options *o)
{
	int n_threads = ex_run.n_threads, later[EX_MAX_THREADS];
	unsigned lazy = 0;
	bool me_spins = false;

	o->n = 0;
	o->me_goes = o->lazy_last = false;
	for (int i = 0, id = me->id; i < n_threads; i++, id++) {
		struct ex_thread *t;

		if (id >= n_threads)
			id = 0;
		t = &ex_threads[id];
		if (!can_go(t))
			continue;
		if (set_aside(t)) {
			me_spins |= t == me && !t->yielded;
			continue;
		}
		if (t->yielded) {
			later[lazy++] = id;
			continue;
		}
		if (t == me)
			o->me_goes = true;
		o->ids[o->n++] = id;
	}
	/* Only those that yielded are left: any of them. */
	if (!o->n) {
		memcpy(o->ids, later, lazy * sizeof(later[0]));
		o->n = lazy;
	}
	if (o->n && me_spins && !ex_run.spun_on) {
		o->ids[o->n++] = me->id;
		o->lazy_last = true;
	}
}

static void pass_time(uint64_t to)
{
	if (to > ex_run.now)
		ex_run.now = to;
	ex_run.epoch++;
	for (int i = 0; i < ex_run.n_threads; i++)
		ex_threads[i].spin_rounds = 0;
}

static bool advance_time(void)
{
	uint64_t next = EX_NEVER;

	for (int i = 0; i < ex_run.n_threads; i++) {
		struct ex_thread *t = &ex_threads[i];

		if (t->state == EX_READY && t->wait.deadline < next &&
			t->wait.deadline > ex_run.now)
			next = t->wait.deadline;
	}
	if (next == EX_NEVER)
		return false;
	pass_time(next);
	return true;
}

/* Let spinning threads go on that have spun less than @limit rounds. */
static bool release_spinners(unsigned limit)
{
	bool any = false;

	for (int i = 0; i < ex_run.n_threads; i++) {
		struct ex_thread *t = &ex_threads[i];

		if (t->state != EX_READY || !t->spinning ||
			t->spin_rounds >= limit)
			continue;
		t->spin_rounds++;
		t->spinning = false;
		t->n_idle = 0;
		any = true;
	}
	return any;
}

static void record(struct ex_thread *me)
{
	struct ex_trace *t = &ex_shared->now;
	struct ex_step_record *s;

	if (t->n_steps >= ex_run.test->steps)
		ex_never_ends();
	s = &t->steps[t->n_steps++];
	s->op = me->wait.op;
	s->pc = me->wait.pc;
	s->object = (uintptr_t)me->wait.object;
	s->thread = (uint8_t)me->id;
	s->has_value = false;
	me->burst++;
	me->plain_burst = 0;
	ex_shared->pulse++;
}

static void switch_to(struct ex_thread *me, struct ex_thread *to)
{
	to->yielded = false;
	if (to == me)
		return;
	to->burst = 0;
	ex_shared->now.switches++;
	ex_pass_baton(to);
}

static struct ex_thread *decide(struct ex_thread *me)
{
	struct ex_thread *to;
	struct options o;
	unsigned pick = 0;

	if (me->burst >= BURST_LIMIT) {
		me->burst = 0;
		me->yielded = true;
	}
	for (collect(me, &o); !o.n; collect(me, &o))
		if (!release_spinners(SPIN_ROUNDS) && !advance_time() &&
			!release_spinners(UINT32_MAX))
			ex_nobody_can_run();
	if (o.n > 1)
		pick = ex_pick_thread(
			o.ids, o.n, o.me_goes ? 1 : 0, o.lazy_last);
	to = &ex_threads[o.ids[pick]];
	if (to == me && me->spinning) {
		ex_run.spun_on = true;
		me->spinning = false;
		me->n_idle = 0;
		me->patience = SPIN_LONG;
	}
	return to;
}

bool ex_wait(const struct ex_waiting *wait)
{
	struct ex_thread *me = ex_self;

	me->wait = *wait;
	me->wait_since = ex_shared->now.n_steps;
	if (wait->deadline != EX_NEVER && wait->ready &&
		ex_on(ex_run.test->early_timeouts, false) && !can_go(me) &&
		ex_choose(2, 1))
		pass_time(wait->deadline);
	switch_to(me, decide(me));
	record(me);
	me->wait.deadline = EX_NEVER;
	return !wait->ready || wait->ready(wait->arg);
}

void ex_step(const char *op, const void *object, uintptr_t pc)
{
	struct ex_waiting w = {.op = op,
		.object = object,
		.pc = pc,
		.deadline = EX_NEVER,
		.holder = -1};

	ex_wait(&w);
}

void ex_yield(const char *op, uintptr_t pc)
{
	ex_self->yielded = true;
	ex_strategy_yielded(ex_self->id);
	ex_step(op, NULL, pc);
}

void ex_sched_record(const char *op, uintptr_t pc)
{
	struct ex_waiting w = {
		.op = op, .pc = pc, .deadline = EX_NEVER, .holder = -1};

	ex_self->wait = w;
	record(ex_self);
}

struct ex_thread *ex_sched_after_end(void)
{
	struct ex_thread *next = decide(ex_self);

	next->yielded = false;
	next->burst = 0;
	ex_shared->now.switches++;
	return next;
}

unsigned ex_choose(unsigned n, unsigned cost)
{
	return n > 1 ? ex_pick_value(n, cost) : 0;
}

void ex_idle(uintptr_t pc, uintptr_t address, uint64_t value)
{
	struct ex_thread *me = ex_self;
	uintptr_t key = pc ^ address * 31 ^ value * 0x9e3779b9;
	unsigned i = 0;

	if (me->idle_epoch != ex_run.epoch) {
		me->idle_epoch = ex_run.epoch;
		me->n_idle = 0;
		me->spinning = false;
	}
	while (i < me->n_idle && me->idle[i].key != key)
		i++;
	if (i == IDLE_KEYS)
		return;
	if (i == me->n_idle) {
		me->n_idle++;
		me->idle[i].key = key;
		me->idle[i].count = 0;
	}
	if (++me->idle[i].count < me->patience || me->spinning)
		return;
	me->spinning = true;
	ex_strategy_yielded(me->id);
}

void ex_step_value(uint64_t value)
{
	struct ex_step_record *s =
		&ex_shared->now.steps[ex_shared->now.n_steps - 1];

	s->value = value;
	s->has_value = true;
}
