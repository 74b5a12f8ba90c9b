// SPDX-License-Identifier: MIT
/*
 * Part D: the task manager.
 *
 * An entry outlives its task: a kill or a timer may be on its way to it. So it
 * is counted: one reference for the guard, one for the timer while it is armed,
 * one for the kill from the decision to its last try. Two locks: the manager's
 * for who is known, the entry's for how it ends. What is held by a kill touches
 * the entry alone, for the manager may be gone.
 */
#include <pthread.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "co/cancel.h"
#include "co/delay.h"
#include "co/manager.h"

/* How long until a kill that came at a bad moment is tried again. */
#define RETRY_MS 1

struct entry {
	/* Fixed at creation. */
	uint64_t id;
	struct co_manager *manager;
	struct co_managed how;
	struct co_task *child; /* until @ended */

	/* Under the manager's lock. */
	TAILQ_ENTRY(entry) order;
	LIST_ENTRY(entry) bucket;

	CO_ATOMIC(unsigned) refs;
	struct co_cancel_merge cancel; /* the child's token */
	struct co_timer limit;
	struct co_timer retry;
	struct co_work kill;

	pthread_mutex_t lock;

	/* Under @lock. */
	bool decided;
	bool ended;
	int outcome;
	struct co_executor *executor; /* NULL: the guard has not begun */
};

LIST_HEAD(bucket, entry);

struct co_manager {
	pthread_mutex_t lock;

	/* Under @lock. */
	TAILQ_HEAD(, entry) entries; /* the oldest first */
	size_t count;
	uint64_t last_id;
	struct bucket *buckets;
	size_t mask; /* their number, a power of two, less 1 */
};

struct guard {
	struct co_task task;
	struct entry *entry;
};

static void hold(struct entry *e)
{
	/* Relaxed: who holds one more has one already. */
	atomic_fetch_add_explicit(&e->refs, 1, memory_order_relaxed);
}

static void drop(struct entry *e)
{
	/* Release what we did; the last one acquires what all did. */
	if (atomic_fetch_sub_explicit(&e->refs, 1, memory_order_acq_rel) > 1)
		return;
	pthread_mutex_destroy(&e->lock);
	free(e);
}

/* The table. */

static struct bucket *bucket_of(struct co_manager *m, uint64_t id)
{
	return &m->buckets[id & m->mask];
}

/* Twice the buckets; without the memory for it, longer ones must do. */
static void grow(struct co_manager *m)
{
	size_t n = 2 * (m->mask + 1);
	struct bucket *buckets = calloc(n, sizeof(*buckets));
	struct entry *e;

	if (!buckets)
		return;
	free(m->buckets);
	m->buckets = buckets;
	m->mask = n - 1;
	TAILQ_FOREACH(e, &m->entries, order)
	LIST_INSERT_HEAD(bucket_of(m, e->id), e, bucket);
}

static void insert(struct co_manager *m, struct entry *e)
{
	pthread_mutex_lock(&m->lock);
	e->id = ++m->last_id;
	if (m->count++ > m->mask)
		grow(m);
	TAILQ_INSERT_TAIL(&m->entries, e, order);
	LIST_INSERT_HEAD(bucket_of(m, e->id), e, bucket);
	pthread_mutex_unlock(&m->lock);
}

static void take_out(struct entry *e)
{
	struct co_manager *m = e->manager;

	pthread_mutex_lock(&m->lock);
	TAILQ_REMOVE(&m->entries, e, order);
	LIST_REMOVE(e, bucket);
	m->count--;
	pthread_mutex_unlock(&m->lock);
}

/* Under the lock. */
static struct entry *find(struct co_manager *m, uint64_t id)
{
	struct entry *e;

	LIST_FOREACH(e, bucket_of(m, id), bucket)
	if (e->id == id)
		return e;
	return NULL;
}

/* Ending a task from outside. */

/*
 * Whether the innermost task that @task waits for can be ended here: all of
 * them belong to @executor, and what the last one waits for lets go.
 */
static bool can_be_ended(struct co_task *task, struct co_executor *executor)
{
	struct co_awaiter *awaiter;

	for (;;) {
		awaiter = task->awaiter;
		if (!awaiter)
			return true;
		if (!awaiter->ops->awaits_task)
			return awaiter->ops->detach != NULL;
		task = co_container_of(awaiter, struct co_task, await);
		if (task->executor != executor)
			return false;
	}
}

/*
 * On the executor's thread, so the task does not run. When it cannot be ended
 * now its token is asked; but it may go on to wait for something that hears of
 * no token, and therefore it is tried again.
 */
static void try_kill(struct entry *e)
{
	bool ended;

	pthread_mutex_lock(&e->lock);
	ended = e->ended;
	pthread_mutex_unlock(&e->lock);
	if (!ended && (!can_be_ended(e->child, e->executor) ||
			      co_task_kill(e->child, e->outcome))) {
		co_cancel_request(&e->cancel.source);
		if (!co_timer_arm(
			    &e->retry, e->executor, co_clock_after(RETRY_MS)))
			return;
	}
	drop(e);
}

static void kill_run(struct co_work *work, int error)
{
	struct entry *e = co_container_of(work, struct entry, kill);

	if (error)
		drop(e);
	else
		try_kill(e);
}

/* The timer may fire on a thread of its own: back to the executor's. */
static void retry_run(struct co_work *work, int error)
{
	struct entry *e = co_container_of(work, struct entry, retry.work);

	pthread_mutex_lock(&e->lock);
	if (!error)
		error = e->ended ? -ESRCH : co_post(e->executor, &e->kill);
	pthread_mutex_unlock(&e->lock);
	if (error)
		drop(e);
}

/* Under the lock: have the kill done where the task runs. */
static void send_kill(struct entry *e)
{
	hold(e);
	if (co_post(e->executor, &e->kill))
		drop(e);
}

/*
 * Decide that the task ends with @error. Returns -EALREADY when it is late. A
 * guard that has not begun sees it when it does; only the executor's thread,
 * where the guard ends as well, touches the token.
 */
static int decide(struct entry *e, int error)
{
	int err = -EALREADY;

	pthread_mutex_lock(&e->lock);
	if (!e->decided) {
		e->decided = true;
		e->outcome = error;
		if (e->executor)
			send_kill(e);
		err = 0;
	}
	pthread_mutex_unlock(&e->lock);
	return err;
}

static void limit_run(struct co_work *work, int error)
{
	struct entry *e = co_container_of(work, struct entry, limit.work);

	if (!error)
		decide(e, -ETIMEDOUT);
	drop(e);
}

/* The guard. */

/* Whether the child is to run: nobody has ended it, and its limit stands. */
static int begin(struct entry *e, struct co_executor *executor)
{
	int err;

	if (!executor)
		return -EINVAL;
	pthread_mutex_lock(&e->lock);
	err = e->decided ? e->outcome : 0;
	e->executor = executor;
	pthread_mutex_unlock(&e->lock);
	if (err || !e->how.limit_ms)
		return err;
	hold(e);
	err = co_timer_arm(
		&e->limit, executor, co_clock_after(e->how.limit_ms));
	if (err)
		drop(e);
	/* As for one that sleeps: the executor goes, and takes it along. */
	return err == -ESHUTDOWN ? -ECANCELED : err;
}

/* The child ended with @error: unless something was first, that counts. */
static int outcome_of(struct entry *e, int error)
{
	pthread_mutex_lock(&e->lock);
	if (!e->decided)
		e->outcome = error;
	e->decided = true;
	error = e->outcome;
	pthread_mutex_unlock(&e->lock);
	return error;
}

static struct co_task *guard_body(struct co_task *self)
{
	struct guard *f = co_frame(self, struct guard);
	int err;

	CO_BEGIN(self);
	err = begin(f->entry, self->executor);
	if (err)
		return co_finish(self, outcome_of(f->entry, err));
	CO_AWAIT(self, co_task_await(f->entry->child));
	return co_finish(self, outcome_of(f->entry, co_awaited(self)));
	CO_END(self);
}

/* However the guard ended, also when it never began. */
static void guard_cleanup(struct co_task *self)
{
	struct entry *e = co_frame(self, struct guard)->entry;

	take_out(e);
	pthread_mutex_lock(&e->lock);
	e->decided = true;
	e->ended = true;
	pthread_mutex_unlock(&e->lock);
	if (e->how.limit_ms && !co_timer_cancel(&e->limit))
		drop(e);
	if (!co_timer_cancel(&e->retry))
		drop(e);
	co_task_destroy(e->child);
	co_cancel_merge_fini(&e->cancel);
	if (e->how.data_free)
		e->how.data_free(e->how.data);
	drop(e);
}

/* Its owner's side. */

int co_manager_create(struct co_manager **out)
{
	struct co_manager *m = calloc(1, sizeof(*m));

	if (!m)
		return -ENOMEM;
	m->mask = 15;
	m->buckets = calloc(m->mask + 1, sizeof(*m->buckets));
	if (!m->buckets) {
		free(m);
		return -ENOMEM;
	}
	TAILQ_INIT(&m->entries);
	pthread_mutex_init(&m->lock, NULL);
	*out = m;
	return 0;
}

void co_manager_destroy(struct co_manager *m)
{
	if (!m)
		return;
	CO_ASSERT(!m->count, "a manager goes while %zu of its tasks live",
		m->count);
	pthread_mutex_destroy(&m->lock);
	free(m->buckets);
	free(m);
}

static struct entry *make_entry(struct co_manager *m, struct co_task *task,
	const struct co_managed *how)
{
	struct entry *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->manager = m;
	e->child = task;
	if (how)
		e->how = *how;
	atomic_store_explicit(&e->refs, 1, memory_order_relaxed);
	pthread_mutex_init(&e->lock, NULL);
	co_work_init(&e->kill, kill_run);
	co_timer_init(&e->limit, limit_run);
	co_timer_init(&e->retry, retry_run);
	/* What it heard of before, it still does. */
	co_cancel_merge_init(&e->cancel, &task->cancel, 1);
	co_with_cancel(task, co_cancel_token_of(&e->cancel.source));
	return e;
}

int co_manager_add(struct co_manager *m, struct co_task *task,
	const struct co_managed *how, uint64_t *id, struct co_task **guard)
{
	struct co_task *self;
	struct entry *e;

	if (!task || (how && how->limit_ms < 0))
		return -EINVAL;
	CO_ASSERT(co_task_status(task) == CO_CREATED,
		"task '%s' is managed, and has started already", task->name);
	self = co_task_create(sizeof(struct guard), guard_body, task->name);
	if (!self)
		return -ENOMEM;
	e = make_entry(m, task, how);
	if (!e) {
		co_task_destroy(self);
		return -ENOMEM;
	}
	co_frame(self, struct guard)->entry = e;
	co_task_set_cleanup(self, guard_cleanup);
	insert(m, e);
	*id = e->id;
	*guard = self;
	return 0;
}

/* The entry of @id, held; or NULL. */
static struct entry *find_and_hold(struct co_manager *m, uint64_t id)
{
	struct entry *e;

	pthread_mutex_lock(&m->lock);
	e = find(m, id);
	if (e)
		hold(e);
	pthread_mutex_unlock(&m->lock);
	return e;
}

int co_manager_kill(struct co_manager *m, uint64_t id)
{
	struct entry *e = find_and_hold(m, id);
	int err;

	if (!e)
		return -ENOENT;
	err = decide(e, -EOWNERDEAD);
	drop(e);
	return err;
}

size_t co_manager_kill_all(struct co_manager *m)
{
	uint64_t last = 0;
	size_t killed = 0;
	struct entry *e;

	/* By number: while one is killed the list may change. */
	for (;;) {
		pthread_mutex_lock(&m->lock);
		TAILQ_FOREACH(e, &m->entries, order)
		if (e->id > last)
			break;
		if (e)
			last = e->id;
		pthread_mutex_unlock(&m->lock);
		if (!e)
			return killed;
		killed += !co_manager_kill(m, last);
	}
}

size_t co_manager_list(struct co_manager *m, uint64_t *ids, size_t room)
{
	struct entry *e;
	size_t n = 0;

	pthread_mutex_lock(&m->lock);
	TAILQ_FOREACH(e, &m->entries, order)
	{
		if (n < room)
			ids[n] = e->id;
		n++;
	}
	pthread_mutex_unlock(&m->lock);
	return n;
}

int co_manager_status(struct co_manager *m, uint64_t id, enum co_status *out)
{
	struct entry *e;

	/* The lock keeps the child: who takes it out does so before it goes. */
	pthread_mutex_lock(&m->lock);
	e = find(m, id);
	if (e)
		*out = co_task_status(e->child);
	pthread_mutex_unlock(&m->lock);
	return e ? 0 : -ENOENT;
}

int co_manager_data(struct co_manager *m, uint64_t id, void **out)
{
	struct entry *e;

	pthread_mutex_lock(&m->lock);
	e = find(m, id);
	if (e)
		*out = e->how.data;
	pthread_mutex_unlock(&m->lock);
	return e ? 0 : -ENOENT;
}
