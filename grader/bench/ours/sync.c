// SPDX-License-Identifier: MIT
/*
 * Lab 6: a free mutex, one that is handed over, and a thousand tasks collected.
 */
#include <stdlib.h>

#include "../contender.h"
#include "co/collect.h"
#include "co/executor.h"
#include "co/looper.h"
#include "co/mutex.h"

/* A free mutex: lock, count, unlock. */

struct locker {
	struct co_task task;
	struct co_mutex_wait wait;
	struct co_turn turn;
	struct co_mutex *mutex;
	uint64_t *count;
	uint64_t n;
};

static struct co_task *locker_body(struct co_task *self)
{
	struct locker *f = co_frame(self, struct locker);

	CO_BEGIN(self);
	for (; f->n; f->n--) {
		CO_AWAIT(self, co_mutex_lock(f->mutex, &f->wait));
		++*f->count;
		co_mutex_unlock(f->mutex);
	}
	CO_END(self);
}

static void lock_run(size_t size, uint64_t n)
{
	struct co_mutex mutex;
	uint64_t count = 0;
	struct locker f = {.mutex = &mutex, .count = &count, .n = n};

	(void)size;
	co_mutex_init(&mutex);
	co_task_init(&f.task, locker_body, "locker");
	co_resume(&f.task);
	co_mutex_fini(&mutex);
	bench_expect(n, count, "how often it was locked");
}

BENCH_CASE(lock, "lock-unlock", 1, NULL, lock_run)

/*
 * Handed over: two tasks of one looper, of which one always waits. Who has the
 * mutex gives the other a turn before it unlocks, so that it comes to want it.
 */

static struct co_executor *executor;

static struct co_task *taker_body(struct co_task *self)
{
	struct locker *f = co_frame(self, struct locker);

	CO_BEGIN(self);
	for (; f->n; f->n--) {
		CO_AWAIT(self, co_mutex_lock(f->mutex, &f->wait));
		++*f->count;
		CO_AWAIT(self, co_reschedule(&f->turn));
		co_mutex_unlock(f->mutex);
	}
	CO_END(self);
}

static void handover_prepare(size_t size)
{
	struct co_looper *looper = NULL;

	(void)size;
	bench_expect(0, (uint64_t)co_looper_create("looper", &looper),
		"co_looper_create()");
	executor = co_looper_executor(looper);
}

/* Both begin there, so that neither runs before the other is started. */
struct pair {
	struct co_task task;
	struct co_collect collect;
	struct co_collect_guard guards[2];
	struct locker takers[2];
	struct co_task *tasks[2];
};

static struct co_task *pair_body(struct co_task *self)
{
	struct pair *f = co_frame(self, struct pair);

	CO_BEGIN(self);
	CO_TRY(self, co_collect_all(&f->collect, f->tasks, f->guards, 2));
	CO_END(self);
}

static void handover_run(size_t size, uint64_t n)
{
	struct co_mutex mutex;
	uint64_t count = 0;
	struct pair f;
	int i;

	co_mutex_init(&mutex);
	co_task_init(&f.task, pair_body, "pair");
	for (i = 0; i < 2; i++) {
		f.takers[i] = (struct locker){
			.mutex = &mutex, .count = &count, .n = n / size};
		co_task_init(&f.takers[i].task, taker_body, "taker");
		f.tasks[i] = &f.takers[i].task;
	}
	co_task_wait(co_schedule_on(&f.task, executor));
	co_mutex_fini(&mutex);
	bench_expect(n, count, "how often it was locked");
}

BENCH_CASE(handover, "lock-hand-over", 2, handover_prepare, handover_run)

/* Collect: tasks that end as soon as they are started. */

static struct co_task *brief_body(struct co_task *self)
{
	CO_BEGIN(self);
	CO_END(self);
}

struct crowd {
	struct co_task task;
	struct co_collect collect;
	struct co_collect_guard *guards;
	struct co_task *members;
	struct co_task **tasks;
	size_t n;
};

static struct crowd crowd;

static struct co_task *crowd_body(struct co_task *self)
{
	struct crowd *f = co_frame(self, struct crowd);

	CO_BEGIN(self);
	CO_TRY(self, co_collect_all(&f->collect, f->tasks, f->guards, f->n));
	CO_END(self);
}

static void collect_prepare(size_t size)
{
	size_t i;

	crowd.n = size;
	crowd.guards = calloc(size, sizeof(*crowd.guards));
	crowd.members = calloc(size, sizeof(*crowd.members));
	crowd.tasks = calloc(size, sizeof(*crowd.tasks));
	for (i = 0; i < size; i++)
		crowd.tasks[i] = &crowd.members[i];
}

static void collect_run(size_t size, uint64_t n)
{
	uint64_t round;
	size_t i;

	for (round = 0; round < n / size; round++) {
		for (i = 0; i < size; i++)
			co_task_init(crowd.tasks[i], brief_body, "brief");
		co_task_init(&crowd.task, crowd_body, "crowd");
		co_resume(&crowd.task);
		bench_expect(CO_DONE, co_task_status(&crowd.task),
			"the status of the collection");
	}
}

BENCH_CASE(collect, "collect-1000", 1000, collect_prepare, collect_run)
