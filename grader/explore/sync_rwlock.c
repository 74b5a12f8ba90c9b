/* SPDX-License-Identifier: MIT */
/*
 * Reader-writer locks, with glibc's default: a waiting writer does not keep
 * readers out, so a lock that starves its writers can be seen to do so.
 */
#include <pthread.h>
#include <string.h>

#include "wrap.h"

static struct ex_object *use(pthread_rwlock_t *l, const char *op, uintptr_t pc)
{
	return ex_object_use(l, EX_OBJ_RWLOCK, op, pc);
}

static bool can_read(void *arg)
{
	return ((struct ex_object *)arg)->owner < 0;
}

static bool can_write(void *arg)
{
	struct ex_object *o = arg;

	return o->owner < 0 && !o->count;
}

static void take(struct ex_object *o, bool write, uintptr_t pc)
{
	ex_acquire(&o->clock);
	o->pc = pc;
	ex_wrote();
	if (write) {
		ex_acquire(&o->readers_clock);
		o->owner = ex_self->id;
		return;
	}
	o->count++;
	o->readers |= 1u << ex_self->id;
}

static int lock(
	pthread_rwlock_t *l, bool write, uint64_t deadline, uintptr_t pc)
{
	struct ex_object *o = use(l, "lock", pc);
	struct ex_waiting w = {.op = write ? "write-locks" : "read-locks",
		.object = l,
		.pc = pc,
		.ready = write ? can_write : can_read,
		.arg = o,
		.deadline = deadline,
		.holder = -1};

	if (o->owner == ex_self->id)
		return EDEADLK;
	if (!ex_wait(&w))
		return ETIMEDOUT;
	take(use(l, "lock", pc), write, pc);
	return 0;
}

static int try_lock(pthread_rwlock_t *l, bool write, uintptr_t pc)
{
	struct ex_object *o = use(l, "lock", pc);
	bool free;

	ex_step(write ? "tries to write-lock" : "tries to read-lock", l, pc);
	o = use(l, "lock", pc);
	free = write ? can_write(o) : can_read(o);
	ex_step_value(free);
	if (!free) {
		ex_idle(pc, (uintptr_t)l, 0);
		return EBUSY;
	}
	take(o, write, pc);
	return 0;
}

int explore_pthread_rwlock_init(
	pthread_rwlock_t *l, const pthread_rwlockattr_t *attr)
{
	(void)attr;
	ex_heap_check(l, sizeof(*l), "initialisation", EX_PC);
	memset(l, 0, sizeof(*l));
	ex_object_init(l, EX_OBJ_RWLOCK);
	return 0;
}

int explore_pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	struct ex_object *o;

	ex_step("destroys rwlock", l, EX_PC);
	o = use(l, "destruction", EX_PC);
	if (!can_write(o))
		ex_fail_pair(EX_DESTROYED, EX_PC, l, "locked", o->owner, o->pc,
			"destruction of a rwlock that is held");
	ex_object_destroy(o, l, EX_PC);
	return 0;
}

int explore_pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
	return lock(l, false, EX_NEVER, EX_PC);
}

int explore_pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	return lock(l, true, EX_NEVER, EX_PC);
}

int explore_pthread_rwlock_timedrdlock(
	pthread_rwlock_t *l, const struct timespec *at)
{
	return lock(l, false, ex_deadline(CLOCK_REALTIME, at), EX_PC);
}

int explore_pthread_rwlock_timedwrlock(
	pthread_rwlock_t *l, const struct timespec *at)
{
	return lock(l, true, ex_deadline(CLOCK_REALTIME, at), EX_PC);
}

int explore_pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
	return try_lock(l, false, EX_PC);
}

int explore_pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
	return try_lock(l, true, EX_PC);
}

int explore_pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	struct ex_object *o = use(l, "unlock", EX_PC);

	ex_step("unlocks", l, EX_PC);
	o = use(l, "unlock", EX_PC);
	ex_wrote();
	if (o->owner == ex_self->id) {
		o->owner = -1;
		ex_release(&o->clock);
		return 0;
	}
	if (o->owner >= 0 || !o->count || !(o->readers & 1u << ex_self->id))
		ex_fail(EX_FOREIGN_UNLOCK, EX_PC, l,
			"unlock of a rwlock that this thread does not hold");
	if (!--o->count)
		o->readers = 0;
	ex_release(&o->readers_clock);
	return 0;
}
