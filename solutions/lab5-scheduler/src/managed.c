// SPDX-License-Identifier: MIT
/*
 * Part D: one managed task, from its guard to its end.
 *
 * Three may end it: the task itself, a kill, its timer. The outcome is written
 * once, under the lock. Whoever writes it and is not the task then asks the
 * task to end, outside the lock and with a reference: what it asks runs
 * callbacks, and these may end the task, its guard and all the other references
 * before the call returns.
 */
#include "co/managed.h"

void co__managed_put(struct co_managed *e)
{
	struct co_manager *m = e->manager;
	bool last, kept;

	pthread_mutex_lock(&m->lock);
	last = --e->refs == 0;
	kept = e->options.keep && e->linked;
	if (last && e->linked && !kept)
		co__managed_unlink(e);
	pthread_mutex_unlock(&m->lock);
	if (!last)
		return;
	co_cancel_merge_fini(&e->cancel);
	if (!kept)
		co__managed_free(e);
	/* Last of all: who waits for this frees the manager. */
	pthread_mutex_lock(&m->lock);
	if (kept)
		e->settled = true;
	if (--m->busy == 0)
		pthread_cond_broadcast(&m->idle);
	pthread_mutex_unlock(&m->lock);
}

/* Under the lock. */
static bool decide(struct co_managed *e, int outcome)
{
	bool first = e->outcome == CO_UNDECIDED;

	if (first)
		e->outcome = outcome;
	return first;
}

/* Ending it from outside. */

/* Whether the innermost of what @task awaits can be made to forget it. */
static bool can_be_ended(const struct co_task *task)
{
	const struct co_awaiter *awaiter;

	while ((awaiter = task->awaiter) && awaiter->ops->awaits_task)
		task = co_container_of(awaiter, struct co_task, await);
	return co_task_status(task) == CO_SUSPENDED && awaiter &&
	       awaiter->ops->detach;
}

/*
 * On the thread where the task stays, so it does not run now. What the token
 * has woken was posted before this, and has run: the task waits again, or has
 * ended.
 */
static void force(struct co_work *work, int error)
{
	struct co_managed *e = co_container_of(work, struct co_managed, force);
	struct co_task *task;
	int outcome;

	pthread_mutex_lock(&e->manager->lock);
	task = e->task;
	outcome = e->outcome;
	pthread_mutex_unlock(&e->manager->lock);
	/* Busy: it is about to be resumed, and finds that it was asked. */
	if (!error && task && can_be_ended(task))
		co_task_kill(task, outcome);
	co__managed_put(e);
}

/* Where to force the task, with a reference for that; or NULL. */
static struct co_executor *place_to_force(struct co_managed *e)
{
	struct co_executor *home = NULL;

	pthread_mutex_lock(&e->manager->lock);
	if (e->options.stays && e->task && e->home) {
		home = e->home;
		e->refs++;
	}
	pthread_mutex_unlock(&e->manager->lock);
	return home;
}

bool co__managed_end(struct co_managed *e, int outcome)
{
	struct co_executor *home;
	bool first;

	pthread_mutex_lock(&e->manager->lock);
	first = decide(e, outcome);
	pthread_mutex_unlock(&e->manager->lock);
	if (!first)
		return false;
	co_cancel_request(&e->cancel.source);
	home = place_to_force(e);
	co_work_init(&e->force, force);
	if (home && co_post(home, &e->force))
		co__managed_put(e);
	return true;
}

/* The time limit. */

static void time_is_up(struct co_work *work, int error)
{
	struct co_managed *e = co_container_of(
		work, struct co_managed, timer.work);

	/* A dropped timer sets no limit: its executor is shutting down. */
	if (!error)
		co__managed_end(e, -ETIMEDOUT);
	co__managed_put(e);
}

static int start_clock(struct co_managed *e, struct co_executor *executor)
{
	int err;

	if (!e->options.timeout_ms)
		return 0;
	co_timer_init(&e->timer, time_is_up);
	pthread_mutex_lock(&e->manager->lock);
	e->refs++;
	pthread_mutex_unlock(&e->manager->lock);
	e->armed = true;
	err = co_timer_arm(&e->timer, executor, e->deadline);
	if (!err)
		return 0;
	e->armed = false;
	co__managed_put(e);
	return err == -ESHUTDOWN ? -ECANCELED : err;
}

static void stop_clock(struct co_managed *e)
{
	/* Too late means that its function was called, or will be. */
	if (e->armed && !co_timer_cancel(&e->timer))
		co__managed_put(e);
}

/* The guard. */

struct guard {
	struct co_task task;
	struct co_managed *record;
};

/* Returns 0, or how the task has ended before it could begin. */
static int begin(struct co_managed *e, struct co_executor *executor)
{
	bool late = e->options.timeout_ms && co_clock_now() >= e->deadline;
	int outcome;

	pthread_mutex_lock(&e->manager->lock);
	if (late)
		decide(e, -ETIMEDOUT);
	outcome = e->outcome;
	if (outcome == CO_UNDECIDED)
		e->home = executor;
	pthread_mutex_unlock(&e->manager->lock);
	if (outcome != CO_UNDECIDED)
		return outcome;
	return start_clock(e, executor);
}

/* The task has ended with @error. Returns what is to be reported. */
static int conclude(struct co_managed *e, int error)
{
	int outcome;

	pthread_mutex_lock(&e->manager->lock);
	decide(e, error);
	outcome = e->outcome;
	pthread_mutex_unlock(&e->manager->lock);
	if (e->options.keep)
		return 0;
	return outcome == -EOWNERDEAD ? -ECANCELED : outcome;
}

static struct co_task *guard_body(struct co_task *self)
{
	struct co_managed *e = co_frame(self, struct guard)->record;
	int err;

	CO_BEGIN(self);
	err = begin(e, self->executor);
	if (err)
		return co_finish(self, conclude(e, err));
	if (!e->task->executor)
		e->task->executor = self->executor;
	/* From here on it runs wherever its task ends: that may move. */
	self->executor = NULL;
	CO_AWAIT(self, co_task_await(e->task));
	return co_finish(self, conclude(e, co_awaited(self)));
	CO_END(self);
}

/* However it ended: by itself, dropped by its executor, or undone. */
static void guard_released(struct co_callback *callback, struct co_task *guard)
{
	struct co_managed *e = co_container_of(
		callback, struct co_managed, released);
	struct co_task *task;

	(void)guard;
	stop_clock(e);
	pthread_mutex_lock(&e->manager->lock);
	decide(e, callback->error);
	task = e->task;
	e->task = NULL;
	if (task)
		co_table_remove(&e->manager->tasks, &e->by_task);
	pthread_mutex_unlock(&e->manager->lock);
	co_task_destroy(task);
	co__managed_put(e);
}

struct co_task *co__managed_guard(struct co_managed *e)
{
	struct co_task *guard = co_task_create(
		sizeof(struct guard), guard_body, e->name);

	if (!guard)
		return NULL;
	co_frame(guard, struct guard)->record = e;
	co_task_on_release(guard, &e->released, guard_released);
	return guard;
}
