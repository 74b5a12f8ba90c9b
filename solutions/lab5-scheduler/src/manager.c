// SPDX-License-Identifier: MIT
/*
 * Part D: the task manager.
 *
 * Everything here is under one lock, which is held for a few instructions only:
 * never while a task, a callback or a release function runs.
 */
#include "co/managed.h"

/*
 * Under the lock: a record of its own for @task, linked, with the reference of
 * the guard that it will have; and its id, before the task begins: afterwards
 * the frame that the id may lie in can be gone.
 */
static int take(struct co_manager *m, struct co_task *task,
	const struct co_managed_options *options, uint64_t *id,
	struct co_managed **out)
{
	struct co_managed *e;

	if (m->shut)
		return -ESHUTDOWN;
	if (co_table_find(&m->tasks, (uintptr_t)task))
		return -EEXIST;
	if (co_table_reserve(&m->ids) || co_table_reserve(&m->tasks))
		return -ENOMEM;
	e = co__managed_make(m, task, options);
	if (!e)
		return -ENOMEM;
	co__managed_link(e, task);
	m->busy++;
	*id = e->by_id.key;
	*out = e;
	return 0;
}

static int start(struct co_manager *m, struct co_task *guard)
{
	if (m->scheduler)
		return co_scheduler_submit(m->scheduler, guard);
	return co_detach(&m->group, guard, m->executor);
}

/* It did not start: task and data are the caller's again. */
static void undo(struct co_managed *e, struct co_task *guard)
{
	pthread_mutex_lock(&e->manager->lock);
	co__managed_unlink(e);
	pthread_mutex_unlock(&e->manager->lock);
	e->options.release = NULL;
	if (guard)
		co_task_destroy(guard);
	else
		co__managed_put(e);
}

/* @e is linked. */
static int run(struct co_managed *e, struct co_task *task)
{
	struct co_cancel_token *token = task->cancel;
	struct co_task *guard = co__managed_guard(e);
	int err = -ENOMEM;

	if (guard) {
		task->cancel = co_cancel_token_of(&e->cancel.source);
		err = start(e->manager, guard);
		if (!err)
			return 0;
		task->cancel = token;
	}
	undo(e, guard);
	return err;
}

int co_manager_add(struct co_manager *m, struct co_task *task,
	const struct co_managed_options *options, uint64_t *id)
{
	static const struct co_managed_options defaults;
	struct co_managed *e;
	uint64_t before, unused = 0;
	int err;

	if (!options)
		options = &defaults;
	if (!m || !task || options->timeout_ms < 0)
		return -EINVAL;
	if (!id)
		id = &unused;
	before = *id;
	pthread_mutex_lock(&m->lock);
	err = take(m, task, options, id, &e);
	pthread_mutex_unlock(&m->lock);
	if (err)
		return err;
	CO_ASSERT(co_task_status(task) == CO_CREATED,
		"cannot manage task '%s': it is %s", task->name,
		co_status_name(co_task_status(task)));
	err = run(e, task);
	if (err)
		*id = before;
	return err;
}

int co_manager_find(
	struct co_manager *m, uint64_t id, struct co_managed_info *info)
{
	struct co_managed *e;

	if (!m || !info)
		return -EINVAL;
	pthread_mutex_lock(&m->lock);
	e = co__managed_of(m, id);
	if (e)
		co__managed_describe(e, info);
	pthread_mutex_unlock(&m->lock);
	return e ? 0 : -ENOENT;
}

size_t co_manager_list(
	struct co_manager *m, struct co_managed_info *infos, size_t max)
{
	struct co_managed *e;
	size_t n = 0;

	if (!m)
		return 0;
	pthread_mutex_lock(&m->lock);
	for (e = m->first; e; e = e->next, n++)
		if (n < max)
			co__managed_describe(e, &infos[n]);
	pthread_mutex_unlock(&m->lock);
	return n;
}

int co_manager_kill(struct co_manager *m, uint64_t id)
{
	struct co_managed *e;
	int err = -ENOENT;

	if (!m)
		return -EINVAL;
	pthread_mutex_lock(&m->lock);
	e = co__managed_of(m, id);
	if (e) {
		/* One that has no reference any more gets none. */
		err = e->outcome == CO_UNDECIDED ? 0 : -EALREADY;
		e->refs += !err;
	}
	pthread_mutex_unlock(&m->lock);
	if (err)
		return err;
	err = co__managed_end(e, -EOWNERDEAD) ? 0 : -EALREADY;
	co__managed_put(e);
	return err;
}

int co_manager_forget(struct co_manager *m, uint64_t id)
{
	struct co_managed *e;
	int err = -ENOENT;

	if (!m)
		return -EINVAL;
	pthread_mutex_lock(&m->lock);
	e = co__managed_of(m, id);
	if (e)
		err = e->settled ? 0 : -EBUSY;
	if (!err)
		co__managed_unlink(e);
	pthread_mutex_unlock(&m->lock);
	if (!err)
		co__managed_free(e);
	return err;
}

void co_manager_shutdown(struct co_manager *m)
{
	pthread_mutex_lock(&m->lock);
	m->shut = true;
	pthread_mutex_unlock(&m->lock);
}

void co_manager_wait(struct co_manager *m)
{
	CO_ASSERT(!co_current(),
		"task '%s' waits for a manager with its thread",
		co_current()->name);
	pthread_mutex_lock(&m->lock);
	while (m->busy)
		pthread_cond_wait(&m->idle, &m->lock);
	pthread_mutex_unlock(&m->lock);
	/* The wrappers count themselves down after the records are settled. */
	co_group_wait(&m->group);
}

/* Under the lock: the first from @e on that has not been decided. */
static struct co_managed *hold_undecided(struct co_managed *e)
{
	while (e && e->outcome != CO_UNDECIDED)
		e = e->next;
	if (e)
		e->refs++;
	return e;
}

static void kill_all(struct co_manager *m)
{
	struct co_managed *e, *next;

	pthread_mutex_lock(&m->lock);
	e = hold_undecided(m->first);
	pthread_mutex_unlock(&m->lock);
	for (; e; e = next) {
		co__managed_end(e, -EOWNERDEAD);
		/* While we hold it, it is in the list. */
		pthread_mutex_lock(&m->lock);
		next = hold_undecided(e->next);
		pthread_mutex_unlock(&m->lock);
		co__managed_put(e);
	}
}

void co_manager_destroy(struct co_manager *m)
{
	struct co_managed *e;

	if (!m)
		return;
	co_manager_shutdown(m);
	kill_all(m);
	co_manager_wait(m);
	while ((e = m->first)) {
		co__managed_unlink(e);
		co__managed_free(e);
	}
	co__manager_free(m);
}
