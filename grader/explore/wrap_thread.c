/* SPDX-License-Identifier: MIT */
/*
 * Threads and thread-specific data.
 *
 * A pthread_t is the thread's number plus a base, so that it looks like no
 * small integer and is the same in every run.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#include "wrap.h"

#define HANDLES 0x7e570000ul

enum {
	KEYS = 32,
	DESTRUCTOR_ROUNDS = 4
};

static struct {
	bool used;
	void (*destructor)(void *);
} keys[KEYS];

static struct ex_thread *thread_of(pthread_t handle)
{
	unsigned long id = handle - HANDLES;

	return id < (unsigned long)ex_run.n_threads ? &ex_threads[id] : NULL;
}

int explore_pthread_create(pthread_t *handle, const pthread_attr_t *attr,
	void *(*fn)(void *), void *arg)
{
	int state = PTHREAD_CREATE_JOINABLE, id;

	if (attr)
		pthread_attr_getdetachstate(attr, &state);
	ex_step("creates a thread", NULL, EX_PC);
	if (ex_on(ex_run.test->fail_alloc, false) && ex_choose(2, 1))
		return EAGAIN;
	id = ex_thread_create(fn, arg, state == PTHREAD_CREATE_DETACHED, EX_PC);
	ex_step_value((uint64_t)id);
	ex_access(handle, sizeof(*handle), EX_WRITE, EX_PC);
	*handle = HANDLES + (unsigned long)id;
	ex_wrote();
	return 0;
}

static bool has_ended(void *arg)
{
	return ((struct ex_thread *)arg)->state == EX_ENDED;
}

static int join(
	pthread_t handle, void **result, uint64_t deadline, uintptr_t pc)
{
	struct ex_thread *t = thread_of(handle);
	struct ex_waiting w = {.op = "joins",
		.pc = pc,
		.ready = has_ended,
		.arg = t,
		.deadline = deadline};

	if (!t)
		return ESRCH;
	if (t == ex_self)
		return EDEADLK;
	if (t->joined || t->detached)
		ex_fail(EX_THREAD_LEFT, pc, NULL,
			"thread %d is joined after it was %s", t->id,
			t->joined ? "joined already" : "detached");
	w.holder = t->id;
	if (!ex_wait(&w))
		return deadline == ex_run.now ? EBUSY : ETIMEDOUT;
	ex_step_value((uint64_t)t->id);
	t->joined = true;
	ex_acquire(&t->clock);
	if (result)
		*result = t->result;
	return 0;
}

int explore_pthread_join(pthread_t handle, void **result)
{
	return join(handle, result, EX_NEVER, EX_PC);
}

int explore_pthread_timedjoin_np(
	pthread_t handle, void **result, const struct timespec *at)
{
	return join(handle, result, ex_deadline(CLOCK_REALTIME, at), EX_PC);
}

int explore_pthread_tryjoin_np(pthread_t handle, void **result)
{
	return join(handle, result, ex_run.now, EX_PC);
}

int explore_pthread_detach(pthread_t handle)
{
	struct ex_thread *t = thread_of(handle);

	if (!t)
		return ESRCH;
	if (t->joined || t->detached)
		return EINVAL;
	t->detached = true;
	return 0;
}

pthread_t explore_pthread_self(void)
{
	return HANDLES + (unsigned long)ex_self->id;
}

int explore_pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

_Noreturn void explore_pthread_exit(void *result)
{
	ex_thread_exit(result);
}

int explore_pthread_setname_np(pthread_t handle, const char *name)
{
	struct ex_thread *t = thread_of(handle);

	if (!t)
		return ESRCH;
	snprintf(ex_shared->now.thread_names[t->id],
		sizeof(ex_shared->now.thread_names[0]), "%s", name);
	return 0;
}

int explore_pthread_getname_np(pthread_t handle, char *name, size_t size)
{
	struct ex_thread *t = thread_of(handle);

	if (!t)
		return ESRCH;
	snprintf(name, size, "%s", ex_shared->now.thread_names[t->id]);
	return 0;
}

/* Where a thread runs is not the user's to say here. */
int explore_pthread_setaffinity_np(
	pthread_t handle, size_t size, const cpu_set_t *set)
{
	(void)handle;
	(void)size;
	(void)set;
	return 0;
}

int explore_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
	(void)pid;
	(void)size;
	(void)set;
	return 0;
}

int explore_gettid(void)
{
	return 1000 + ex_self->id;
}

int explore_sched_getcpu(void)
{
	return 0;
}

int explore_sched_yield(void)
{
	ex_yield("yields", EX_PC);
	return 0;
}

int explore_pthread_yield(void)
{
	ex_yield("yields", EX_PC);
	return 0;
}

/* ---- Thread-specific data ---- */

void ex_keys_reset(void)
{
	for (int i = 0; i < KEYS; i++)
		keys[i].used = false;
}

int explore_pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	for (unsigned i = 0; i < KEYS; i++)
		if (!keys[i].used) {
			keys[i].used = true;
			keys[i].destructor = destructor;
			*key = i;
			return 0;
		}
	return EAGAIN;
}

int explore_pthread_key_delete(pthread_key_t key)
{
	if (key >= KEYS || !keys[key].used)
		return EINVAL;
	keys[key].used = false;
	for (int i = 0; i < ex_run.n_threads; i++)
		ex_threads[i].specific[key] = NULL;
	return 0;
}

int explore_pthread_setspecific(pthread_key_t key, const void *value)
{
	if (key >= KEYS || !keys[key].used)
		return EINVAL;
	ex_self->specific[key] = (void *)value;
	return 0;
}

void *explore_pthread_getspecific(pthread_key_t key)
{
	return key < KEYS && keys[key].used ? ex_self->specific[key] : NULL;
}

void ex_keys_run_destructors(struct ex_thread *t)
{
	bool again = true;

	for (int round = 0; again && round < DESTRUCTOR_ROUNDS; round++) {
		again = false;
		for (int i = 0; i < KEYS; i++) {
			void *value = t->specific[i];

			if (!keys[i].used || !keys[i].destructor || !value)
				continue;
			t->specific[i] = NULL;
			keys[i].destructor(value);
			again = true;
		}
	}
}
