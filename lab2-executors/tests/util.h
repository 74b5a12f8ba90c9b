/* SPDX-License-Identifier: MIT */
/*
 * What the tests of this lab share: work items that write down who ran them, a
 * gate that holds a thread, and an executor that the test turns by hand.
 *
 * Nothing here sleeps or looks at a clock.
 */
#ifndef LAB2_TEST_UTIL_H
#define LAB2_TEST_UTIL_H

#include <pthread.h>

#include "co/check.h"
#include "co/executor.h"
#include "co/promise.h"

enum {
	MAX_NOTES = 64
};

/* A list that every thread may write to. */
struct notes {
	pthread_mutex_t lock;
	pthread_cond_t more;
	int n;
	int ids[MAX_NOTES];
	int errors[MAX_NOTES];
	pthread_t threads[MAX_NOTES];
	struct co_executor *executors[MAX_NOTES];
};

#define NOTES_INITIALIZER                                                      \
	{                                                                      \
		.lock = PTHREAD_MUTEX_INITIALIZER,                             \
		.more = PTHREAD_COND_INITIALIZER,                              \
	}

static inline void note(struct notes *notes, int id, int error)
{
	pthread_mutex_lock(&notes->lock);
	if (notes->n < MAX_NOTES) {
		notes->ids[notes->n] = id;
		notes->errors[notes->n] = error;
		notes->threads[notes->n] = pthread_self();
		notes->executors[notes->n] = co_executor_here();
		notes->n++;
	}
	pthread_cond_broadcast(&notes->more);
	pthread_mutex_unlock(&notes->lock);
}

/* Block until there are @n notes. */
static inline void wait_for_notes(struct notes *notes, int n)
{
	pthread_mutex_lock(&notes->lock);
	while (notes->n < n)
		pthread_cond_wait(&notes->more, &notes->lock);
	pthread_mutex_unlock(&notes->lock);
}

static inline int count_notes(struct notes *notes)
{
	int n;

	pthread_mutex_lock(&notes->lock);
	n = notes->n;
	pthread_mutex_unlock(&notes->lock);
	return n;
}

/* How many threads wrote these notes. */
static inline int count_threads(struct notes *notes)
{
	int threads = 0;
	int i, k;

	for (i = 0; i < notes->n; i++) {
		for (k = 0; k < i; k++)
			if (pthread_equal(notes->threads[i], notes->threads[k]))
				break;
		threads += k == i;
	}
	return threads;
}

/* Work that makes a note of its id. */
struct item {
	struct co_work work;
	struct notes *notes;
	int id;
};

static inline void item_run(struct co_work *work, int error)
{
	struct item *item = co_container_of(work, struct item, work);

	note(item->notes, item->id, error);
}

static inline void item_init(struct item *item, struct notes *notes, int id)
{
	co_work_init(&item->work, item_run);
	item->notes = notes;
	item->id = id;
}

/* Work that says it has begun and then holds its thread until it is opened. */
struct gate {
	struct co_work work;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool entered;
	bool open;
	int error;
};

static inline void gate_run(struct co_work *work, int error)
{
	struct gate *gate = co_container_of(work, struct gate, work);

	pthread_mutex_lock(&gate->lock);
	gate->error = error;
	gate->entered = true;
	pthread_cond_broadcast(&gate->changed);
	while (!gate->open)
		pthread_cond_wait(&gate->changed, &gate->lock);
	pthread_mutex_unlock(&gate->lock);
}

static inline void gate_init(struct gate *gate)
{
	co_work_init(&gate->work, gate_run);
	pthread_mutex_init(&gate->lock, NULL);
	pthread_cond_init(&gate->changed, NULL);
	gate->entered = false;
	gate->open = false;
}

/* Block until the work has begun. */
static inline void gate_wait(struct gate *gate)
{
	pthread_mutex_lock(&gate->lock);
	while (!gate->entered)
		pthread_cond_wait(&gate->changed, &gate->lock);
	pthread_mutex_unlock(&gate->lock);
}

static inline void gate_open(struct gate *gate)
{
	pthread_mutex_lock(&gate->lock);
	gate->open = true;
	pthread_cond_broadcast(&gate->changed);
	pthread_mutex_unlock(&gate->lock);
}

/* Post a gate and wait until it holds the executor's thread. */
static inline void hold(struct co_executor *executor, struct gate *gate)
{
	gate_init(gate);
	CO_CHECK_EQ(0, co_post(executor, &gate->work));
	gate_wait(gate);
}

/* An executor that does nothing until the test says so. No queue of yours. */
struct manual {
	struct co_executor executor;
	struct co_work *items[MAX_NOTES];
	int first, last;
	int refuse; /* post returns this when it is not 0 */
};

static inline int manual_post(
	struct co_executor *executor, struct co_work *work)
{
	struct manual *m = co_container_of(executor, struct manual, executor);
	int err = co_work_check(work);

	if (err || m->refuse)
		return err ? err : m->refuse;
	work->next = CO_WORK_LAST;
	m->items[m->last++ % MAX_NOTES] = work;
	return 0;
}

static inline void manual_init(struct manual *m)
{
	memset(m, 0, sizeof(*m));
	co_executor_init(&m->executor, manual_post, "manual");
}

/* Run one item; false when there is none. */
static inline bool manual_turn(struct manual *m)
{
	if (m->first == m->last)
		return false;
	co_work_run(&m->executor, m->items[m->first++ % MAX_NOTES], 0);
	return true;
}

/* A task that makes a note where it runs, and ends. */
struct noting {
	struct co_task task;
	struct notes *notes;
	int id;
};

static inline struct co_task *noting_body(struct co_task *self)
{
	struct noting *f = co_frame(self, struct noting);

	CO_BEGIN(self);
	note(f->notes, f->id, 0);
	CO_END(self);
}

static inline void noting_init(struct noting *f, struct notes *notes, int id)
{
	co_task_init(&f->task, noting_body, "noting");
	f->notes = notes;
	f->id = id;
}

/* A task that notes id, awaits a child on another executor, notes id + 2. */
struct visiting {
	struct co_task task;
	struct noting child;
	struct co_executor *where;
	struct notes *notes;
	int id;
};

static inline struct co_task *visiting_body(struct co_task *self)
{
	struct visiting *f = co_frame(self, struct visiting);

	CO_BEGIN(self);
	note(f->notes, f->id, 0);
	noting_init(&f->child, f->notes, f->id + 1);
	CO_AWAIT(self, co_task_await(co_schedule_on(&f->child.task, f->where)));
	note(f->notes, f->id + 2, co_awaited(self));
	CO_END(self);
}

static inline void visiting_init(struct visiting *f, struct notes *notes,
	int id, struct co_executor *where)
{
	co_task_init(&f->task, visiting_body, "visiting");
	f->notes = notes;
	f->id = id;
	f->where = where;
}

#endif
