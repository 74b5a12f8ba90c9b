/* SPDX-License-Identifier: MIT */
/*
 * Condition variables.
 *
 * A wait is three steps: release the mutex and join the waiters (one step, as
 * POSIX promises), be woken, take the mutex again. The last two are one
 * decision, because being woken is not observable before the mutex is held;
 * only a time-out that fires while the mutex is taken is a step of its own.
 *
 * Which waiter a signal wakes is a choice. A wait may also return for no reason
 * (.spurious): that choice is made when the wait begins.
 */
#include <pthread.h>
#include <string.h>

#include "wrap.h"

struct waiter {
	struct waiter *next;
	struct ex_object *cond, *mutex;
	bool woken;
};

/*
 * The waiters of all conditions, oldest first. They live on the stacks of the
 * waiting threads; a new schedule starts with none.
 */
static struct waiter *waiters;

void ex_conds_reset(void)
{
	waiters = NULL;
}

static void enqueue(struct waiter *w)
{
	struct waiter **at = &waiters;

	while (*at)
		at = &(*at)->next;
	w->next = NULL;
	*at = w;
	w->cond->waiters++;
}

static void dequeue(struct waiter *w)
{
	for (struct waiter **at = &waiters; *at; at = &(*at)->next)
		if (*at == w) {
			*at = w->next;
			w->cond->waiters--;
			return;
		}
}

static struct waiter *nth_waiter(const struct ex_object *cond, unsigned n)
{
	for (struct waiter *w = waiters; w; w = w->next)
		if (w->cond == cond && n-- == 0)
			return w;
	return NULL;
}

static bool may_return(void *arg)
{
	struct waiter *w = arg;

	return w->woken && w->mutex->owner < 0;
}

/* The clock of a timed wait is kept where glibc keeps it: in the flags. */
static clockid_t clock_of(const pthread_cond_t *c)
{
	return c->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int explore_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr)
{
	clockid_t clock = CLOCK_REALTIME;

	if (attr)
		pthread_condattr_getclock(attr, &clock);
	ex_heap_check(c, sizeof(*c), "initialisation", EX_PC);
	memset(c, 0, sizeof(*c));
	c->__data.__wrefs = clock == CLOCK_MONOTONIC ? 2 : 0;
	ex_object_init(c, EX_OBJ_COND);
	return 0;
}

int explore_pthread_cond_destroy(pthread_cond_t *c)
{
	struct ex_object *o;

	ex_step("destroys condition", c, EX_PC);
	o = ex_object_use(c, EX_OBJ_COND, "destruction", EX_PC);
	if (o->waiters)
		ex_fail(EX_DESTROYED, EX_PC, c,
			"destruction of a condition that %u thread(s) wait on",
			o->waiters);
	ex_object_destroy(o, c, EX_PC);
	return 0;
}

/* Sleep until woken or @deadline; the mutex is released and not held. */
static bool sleep_on(
	struct waiter *me, pthread_cond_t *c, uint64_t deadline, uintptr_t pc)
{
	struct ex_waiting wait = {.op = "wakes up from",
		.object = c,
		.pc = pc,
		.ready = may_return,
		.arg = me,
		.deadline = deadline,
		.holder = -1};

	if (ex_on(ex_run.test->spurious, true) && ex_choose(2, 1)) {
		me->woken = true;
		dequeue(me);
		wait.op = "wakes up (spuriously) from";
	}
	ex_wait(&wait);
	if (!me->woken)
		dequeue(me);
	return me->woken;
}

static int cond_wait(pthread_cond_t *c, pthread_mutex_t *m, const char *op,
	uint64_t deadline, uintptr_t pc)
{
	struct ex_object *mutex = ex_object_use(m, EX_OBJ_MUTEX, "wait", pc);
	struct ex_object *cond = ex_object_use(c, EX_OBJ_COND, "wait", pc);
	struct waiter me = {.cond = cond, .mutex = mutex};
	struct ex_waiting relock = {.op = "locks",
		.object = m,
		.pc = pc,
		.ready = ex_mutex_free,
		.arg = mutex,
		.deadline = EX_NEVER,
		.holder = -1};
	int depth = mutex->count;
	bool woken;

	ex_step(op, c, pc);
	ex_object_use(c, EX_OBJ_COND, "wait", pc);
	ex_mutex_release(mutex, "wait: release", pc);
	enqueue(&me);
	woken = sleep_on(&me, c, deadline, pc);
	if (mutex->owner >= 0)
		ex_wait(&relock);
	ex_object_use(m, EX_OBJ_MUTEX, "lock", pc);
	ex_mutex_take(mutex, pc);
	mutex->count = depth;
	return woken ? 0 : ETIMEDOUT;
}

int explore_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	return cond_wait(c, m, "waits on", EX_NEVER, EX_PC);
}

int explore_pthread_cond_timedwait(
	pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *at)
{
	if (!ex_timespec_valid(at))
		return EINVAL;
	return cond_wait(
		c, m, "waits (timed) on", ex_deadline(clock_of(c), at), EX_PC);
}

int explore_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m,
	clockid_t clock, const struct timespec *at)
{
	if (!ex_timespec_valid(at))
		return EINVAL;
	return cond_wait(
		c, m, "waits (timed) on", ex_deadline(clock, at), EX_PC);
}

static void wake(struct waiter *w)
{
	w->woken = true;
	dequeue(w);
}

static struct ex_object *signalled(
	pthread_cond_t *c, const char *op, uintptr_t pc)
{
	struct ex_object *o;

	ex_object_use(c, EX_OBJ_COND, "signal", pc);
	ex_step(op, c, pc);
	o = ex_object_use(c, EX_OBJ_COND, "signal", pc);
	ex_step_value(o->waiters);
	if (o->waiters)
		return o;
	/* Nobody hears it; remember it, somebody may wait for it later. */
	o->signal_step = ex_shared->now.n_steps;
	o->signal_pc = pc;
	o->signal_thread = ex_self->id;
	return o;
}

int explore_pthread_cond_signal(pthread_cond_t *c)
{
	struct ex_object *o = signalled(c, "signals", EX_PC);

	if (!o->waiters)
		return 0;
	wake(nth_waiter(o, ex_choose(o->waiters, 0)));
	ex_wrote();
	return 0;
}

int explore_pthread_cond_broadcast(pthread_cond_t *c)
{
	struct ex_object *o = signalled(c, "broadcasts", EX_PC);
	struct waiter *w;

	while ((w = nth_waiter(o, 0)))
		wake(w);
	ex_wrote();
	return 0;
}
