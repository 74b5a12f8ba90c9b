/* SPDX-License-Identifier: MIT */
/*
 * Once, barriers and semaphores.
 */
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

#include "wrap.h"

/* ---- Once: count is 0 before, 1 while it runs, 2 after ---- */

static bool once_settled(void *arg)
{
	return ((struct ex_object *)arg)->count != 1;
}

int explore_pthread_once(pthread_once_t *once, void (*fn)(void))
{
	struct ex_object *o = ex_object(once, EX_OBJ_ONCE);
	struct ex_waiting w = {.op = "calls once",
		.object = once,
		.pc = EX_PC,
		.ready = once_settled,
		.arg = o,
		.deadline = EX_NEVER,
		.holder = -1};

	ex_wait(&w);
	if (o->count == 2) {
		ex_acquire(&o->clock);
		return 0;
	}
	o->count = 1;
	o->owner = ex_self->id;
	fn();
	o->count = 2;
	o->owner = -1;
	ex_release(&o->clock);
	ex_wrote();
	return 0;
}

/* ---- Barriers ---- */

struct arrival {
	struct ex_object *barrier;
	unsigned round;
};

static bool round_over(void *arg)
{
	struct arrival *a = arg;

	return a->barrier->round != a->round;
}

int explore_pthread_barrier_init(
	pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned count)
{
	(void)attr;
	if (!count || count > INT_MAX)
		return EINVAL;
	ex_object_init(b, EX_OBJ_BARRIER)->limit = (int)count;
	return 0;
}

int explore_pthread_barrier_destroy(pthread_barrier_t *b)
{
	struct ex_object *o;

	ex_step("destroys barrier", b, EX_PC);
	o = ex_object_use(b, EX_OBJ_BARRIER, "destruction", EX_PC);
	if (o->count)
		ex_fail(EX_DESTROYED, EX_PC, b,
			"destruction of a barrier that %d thread(s) wait at",
			o->count);
	ex_object_destroy(o, b, EX_PC);
	return 0;
}

int explore_pthread_barrier_wait(pthread_barrier_t *b)
{
	struct ex_object *o = ex_object_use(b, EX_OBJ_BARRIER, "wait", EX_PC);
	struct arrival a = {.barrier = o};
	struct ex_waiting w = {.op = "leaves barrier",
		.object = b,
		.pc = EX_PC,
		.ready = round_over,
		.arg = &a,
		.deadline = EX_NEVER,
		.holder = -1};

	ex_step("arrives at barrier", b, EX_PC);
	ex_release(&o->clock);
	ex_wrote();
	if (++o->count == o->limit) {
		o->count = 0;
		o->round++;
		ex_acquire(&o->clock);
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	a.round = o->round;
	ex_wait(&w);
	ex_acquire(&o->clock);
	return 0;
}

/* ---- Semaphores: errors through errno ---- */

static struct ex_object *sem(sem_t *s, const char *op, uintptr_t pc)
{
	return ex_object_use(s, EX_OBJ_SEM, op, pc);
}

static bool positive(void *arg)
{
	return ((struct ex_object *)arg)->count > 0;
}

static int failed(int err)
{
	errno = err;
	return -1;
}

int explore_sem_init(sem_t *s, int shared, unsigned value)
{
	(void)shared;
	if (value > INT_MAX)
		return failed(EINVAL);
	ex_object_init(s, EX_OBJ_SEM)->count = (int)value;
	return 0;
}

int explore_sem_destroy(sem_t *s)
{
	struct ex_object *o;

	ex_step("destroys semaphore", s, EX_PC);
	o = sem(s, "destruction", EX_PC);
	if (o->waiters)
		ex_fail(EX_DESTROYED, EX_PC, s,
			"destruction of a semaphore that %u thread(s) wait for",
			o->waiters);
	ex_object_destroy(o, s, EX_PC);
	return 0;
}

static int sem_wait_until(sem_t *s, uint64_t deadline, uintptr_t pc)
{
	struct ex_object *o = sem(s, "wait", pc);
	struct ex_waiting w = {.op = "waits for",
		.object = s,
		.pc = pc,
		.ready = positive,
		.arg = o,
		.deadline = deadline,
		.holder = -1};
	bool ok;

	o->waiters++;
	ok = ex_wait(&w);
	o->waiters--;
	if (!ok)
		return failed(ETIMEDOUT);
	o->count--;
	ex_acquire(&o->clock);
	ex_wrote();
	return 0;
}

int explore_sem_wait(sem_t *s)
{
	return sem_wait_until(s, EX_NEVER, EX_PC);
}

int explore_sem_timedwait(sem_t *s, const struct timespec *at)
{
	if (!ex_timespec_valid(at))
		return failed(EINVAL);
	return sem_wait_until(s, ex_deadline(CLOCK_REALTIME, at), EX_PC);
}

int explore_sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *at)
{
	if (!ex_timespec_valid(at))
		return failed(EINVAL);
	return sem_wait_until(s, ex_deadline(clock, at), EX_PC);
}

int explore_sem_trywait(sem_t *s)
{
	struct ex_object *o;

	ex_step("tries", s, EX_PC);
	o = sem(s, "wait", EX_PC);
	ex_step_value((uint64_t)o->count);
	if (!o->count) {
		ex_idle(EX_PC, (uintptr_t)s, 0);
		return failed(EAGAIN);
	}
	o->count--;
	ex_acquire(&o->clock);
	ex_wrote();
	return 0;
}

int explore_sem_post(sem_t *s)
{
	struct ex_object *o;

	ex_step("posts", s, EX_PC);
	o = sem(s, "post", EX_PC);
	if (o->count == INT_MAX)
		return failed(EOVERFLOW);
	o->count++;
	ex_release(&o->clock);
	ex_wrote();
	return 0;
}

int explore_sem_getvalue(sem_t *s, int *value)
{
	struct ex_object *o;

	ex_step("reads", s, EX_PC);
	o = sem(s, "read", EX_PC);
	*value = o->count;
	return 0;
}
