/* SPDX-License-Identifier: MIT */
/*
 * Mutexes and spin locks.
 */
#include <pthread.h>
#include <string.h>

#include "wrap.h"

static int type_of(const pthread_mutex_t *m)
{
	return m->__data.__kind & 3;
}

static struct ex_object *use(pthread_mutex_t *m, const char *op, uintptr_t pc)
{
	return ex_object_use(m, EX_OBJ_MUTEX, op, pc);
}

bool ex_mutex_free(void *object)
{
	return ((struct ex_object *)object)->owner < 0;
}

void ex_mutex_take(struct ex_object *m, uintptr_t pc)
{
	m->owner = ex_self->id;
	m->count = 1;
	m->pc = pc;
	ex_acquire(&m->clock);
	ex_wrote();
}

void ex_mutex_release(struct ex_object *m, const char *op, uintptr_t pc)
{
	if (m->owner != ex_self->id && m->owner < 0)
		ex_fail(EX_FOREIGN_UNLOCK, pc, (void *)m->address,
			"%s of a mutex that nobody holds", op);
	if (m->owner != ex_self->id)
		ex_fail_pair(EX_FOREIGN_UNLOCK, pc, (void *)m->address,
			"locked", m->owner, m->pc,
			"%s of a mutex that thread %d holds", op, m->owner);
	m->owner = -1;
	m->count = 0;
	ex_release(&m->clock);
	ex_wrote();
}

int explore_pthread_mutex_init(
	pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	int type = PTHREAD_MUTEX_NORMAL;

	if (attr)
		pthread_mutexattr_gettype(attr, &type);
	ex_heap_check(m, sizeof(*m), "initialisation", EX_PC);
	memset(m, 0, sizeof(*m));
	m->__data.__kind = type;
	ex_object_init(m, EX_OBJ_MUTEX);
	return 0;
}

int explore_pthread_mutex_destroy(pthread_mutex_t *m)
{
	struct ex_object *o = use(m, "destruction", EX_PC);

	ex_step("destroys mutex", m, EX_PC);
	o = use(m, "destruction", EX_PC);
	if (o->owner >= 0)
		ex_fail_pair(EX_DESTROYED, EX_PC, m, "locked", o->owner, o->pc,
			"destruction of a mutex that thread %d holds",
			o->owner);
	ex_object_destroy(o, m, EX_PC);
	return 0;
}

static int lock(
	pthread_mutex_t *m, const char *op, uint64_t deadline, uintptr_t pc)
{
	struct ex_object *o = use(m, "lock", pc);
	struct ex_waiting w = {.op = op,
		.object = m,
		.pc = pc,
		.ready = ex_mutex_free,
		.arg = o,
		.deadline = deadline,
		.holder = -1};

	if (o->owner == ex_self->id && type_of(m) == PTHREAD_MUTEX_RECURSIVE) {
		o->count++;
		return 0;
	}
	if (o->owner == ex_self->id && type_of(m) == PTHREAD_MUTEX_ERRORCHECK)
		return EDEADLK;
	if (!ex_wait(&w))
		return ETIMEDOUT;
	use(m, "lock", pc);
	ex_mutex_take(o, pc);
	return 0;
}

int explore_pthread_mutex_lock(pthread_mutex_t *m)
{
	return lock(m, "locks", EX_NEVER, EX_PC);
}

int explore_pthread_mutex_timedlock(
	pthread_mutex_t *m, const struct timespec *at)
{
	return lock(m, "locks (timed)", ex_deadline(CLOCK_REALTIME, at), EX_PC);
}

int explore_pthread_mutex_clocklock(
	pthread_mutex_t *m, clockid_t clock, const struct timespec *at)
{
	return lock(m, "locks (timed)", ex_deadline(clock, at), EX_PC);
}

int explore_pthread_mutex_trylock(pthread_mutex_t *m)
{
	struct ex_object *o = use(m, "lock", EX_PC);

	ex_step("tries to lock", m, EX_PC);
	o = use(m, "lock", EX_PC);
	if (o->owner == ex_self->id && type_of(m) == PTHREAD_MUTEX_RECURSIVE) {
		o->count++;
		return 0;
	}
	ex_step_value(o->owner < 0);
	if (o->owner >= 0) {
		ex_idle(EX_PC, (uintptr_t)m, 0);
		return EBUSY;
	}
	ex_mutex_take(o, EX_PC);
	return 0;
}

int explore_pthread_mutex_unlock(pthread_mutex_t *m)
{
	struct ex_object *o = use(m, "unlock", EX_PC);

	if (o->owner != ex_self->id && type_of(m) != PTHREAD_MUTEX_NORMAL)
		return EPERM;
	if (o->owner == ex_self->id && o->count > 1) {
		o->count--;
		return 0;
	}
	ex_step("unlocks", m, EX_PC);
	o = use(m, "unlock", EX_PC);
	ex_mutex_release(o, "unlock", EX_PC);
	return 0;
}

/* ---- Spin locks: the same without types ---- */

int explore_pthread_spin_init(pthread_spinlock_t *s, int shared)
{
	(void)shared;
	ex_object_init((void *)s, EX_OBJ_SPIN);
	return 0;
}

int explore_pthread_spin_destroy(pthread_spinlock_t *s)
{
	struct ex_object *o;

	ex_step("destroys spin lock", (void *)s, EX_PC);
	o = ex_object_use((void *)s, EX_OBJ_SPIN, "destruction", EX_PC);
	ex_object_destroy(o, (void *)s, EX_PC);
	return 0;
}

int explore_pthread_spin_lock(pthread_spinlock_t *s)
{
	struct ex_object *o = ex_object_use(
		(void *)s, EX_OBJ_SPIN, "lock", EX_PC);
	struct ex_waiting w = {.op = "spins for",
		.object = (void *)s,
		.pc = EX_PC,
		.ready = ex_mutex_free,
		.arg = o,
		.deadline = EX_NEVER,
		.holder = -1};

	ex_wait(&w);
	ex_mutex_take(o, EX_PC);
	return 0;
}

int explore_pthread_spin_trylock(pthread_spinlock_t *s)
{
	struct ex_object *o;

	ex_step("tries to lock", (void *)s, EX_PC);
	o = ex_object_use((void *)s, EX_OBJ_SPIN, "lock", EX_PC);
	ex_step_value(o->owner < 0);
	if (o->owner >= 0) {
		ex_idle(EX_PC, (uintptr_t)s, 0);
		return EBUSY;
	}
	ex_mutex_take(o, EX_PC);
	return 0;
}

int explore_pthread_spin_unlock(pthread_spinlock_t *s)
{
	ex_step("unlocks", (void *)s, EX_PC);
	ex_mutex_release(ex_object_use((void *)s, EX_OBJ_SPIN, "unlock", EX_PC),
		"unlock", EX_PC);
	return 0;
}
