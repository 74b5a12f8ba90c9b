// SPDX-License-Identifier: MIT
/*
 * Part A: tasks that nobody awaits.
 */
#include "co/detach.h"

/* Groups. */

void co_group_init(struct co_group *group, struct co_group *parent)
{
	*group = (struct co_group){
		.parent = parent,
		.report = parent ? parent->report : co_report_print,
		.report_data = parent ? parent->report_data : NULL,
	};
	pthread_mutex_init(&group->lock, NULL);
	pthread_cond_init(&group->empty, NULL);
}

void co_group_fini(struct co_group *group)
{
	size_t live = co_group_live(group);

	CO_ASSERT(!live, "a group goes while %zu of its tasks live", live);
	pthread_cond_destroy(&group->empty);
	pthread_mutex_destroy(&group->lock);
}

/* Count up, unless it is empty: then somebody must enter the parent first. */
static bool enter_inhabited(struct co_group *group)
{
	size_t n = atomic_load_explicit(&group->live, memory_order_relaxed);

	/*
	 * Relaxed would do for the count. But who is counted may then look
	 * whether the group's owner still waits, as a scheduler's submit does.
	 */
	while (n)
		if (atomic_compare_exchange_weak_explicit(&group->live, &n,
			    n + 1, memory_order_seq_cst, memory_order_relaxed))
			return true;
	return false;
}

void co_group_enter(struct co_group *group)
{
	if (enter_inhabited(group))
		return;
	if (group->parent)
		co_group_enter(group->parent);
	/* Two may have found it empty: one stay in the parent is enough. */
	if (atomic_fetch_add_explicit(&group->live, 1, memory_order_seq_cst) &&
		group->parent)
		co_group_leave(group->parent);
}

/* Count down, unless it is the last one. */
static bool leave_others(struct co_group *group)
{
	size_t n = atomic_load_explicit(&group->live, memory_order_relaxed);

	CO_ASSERT(n, "an empty group is left");
	/* Release: pairs with the acquire of who finds 0. */
	while (n > 1)
		if (atomic_compare_exchange_weak_explicit(&group->live, &n,
			    n - 1, memory_order_release, memory_order_relaxed))
			return true;
	return false;
}

/*
 * The last one, perhaps: under the lock, or the one that waits could see the 0,
 * go away with the group, and leave us with a lock that is gone.
 */
static void leave_root(struct co_group *group)
{
	if (leave_others(group))
		return;
	pthread_mutex_lock(&group->lock);
	if (atomic_fetch_sub_explicit(&group->live, 1, memory_order_acq_rel) ==
		1)
		pthread_cond_broadcast(&group->empty);
	pthread_mutex_unlock(&group->lock);
}

void co_group_leave(struct co_group *group)
{
	struct co_group *parent;
	size_t before;

	for (; (parent = group->parent); group = parent) {
		/* Acquire: what the others did is seen by who sees it empty. */
		before = atomic_fetch_sub_explicit(
			&group->live, 1, memory_order_acq_rel);
		CO_ASSERT(before, "an empty group is left");
		if (before > 1)
			return;
	}
	leave_root(group);
}

void co_group_wait(struct co_group *group)
{
	CO_ASSERT(!co_current(), "task '%s' waits for a group with its thread",
		co_current()->name);
	CO_ASSERT(!group->parent, "a group is waited for that has a parent");
	pthread_mutex_lock(&group->lock);
	while (co_group_live(group))
		pthread_cond_wait(&group->empty, &group->lock);
	pthread_mutex_unlock(&group->lock);
}

/* The wrapper. */

struct wrapper {
	struct co_task task;
	struct co_task *child;
	struct co_group *group;
	struct co_executor *before; /* the child's, for the way back */
	struct co_callback released;
};

static struct co_task *wrapper_body(struct co_task *self)
{
	struct wrapper *f = co_frame(self, struct wrapper);

	CO_BEGIN(self);
	/* From here on it runs wherever its child ends: that may move. */
	self->executor = NULL;
	CO_AWAIT(self, co_task_await(f->child));
	return co_finish(self, co_awaited(self));
	CO_END(self);
}

/* However the wrapper ended; @child is NULL when it was undone. */
static void wrapper_released(struct co_callback *callback, struct co_task *task)
{
	struct wrapper *f = co_container_of(callback, struct wrapper, released);
	struct co_group *group = f->group;
	int error = callback->error;

	if (f->child) {
		if (error)
			group->report(group->report_data, f->child->name,
				co_status_of_error(error), error);
		co_task_destroy(f->child);
		if (group->left)
			group->left(group);
	}
	co_task_destroy(task);
	co_group_leave(group);
}

int co__detach_prepare(struct co_group *group, struct co_task *task,
	struct co_executor *executor, struct co_task **wrapper)
{
	struct co_executor *before;
	struct wrapper *f;
	struct co_task *self;

	if (!task || !executor)
		return -EINVAL;
	before = task->executor;
	co_schedule_on(task, executor);
	self = co_task_create(sizeof(*f), wrapper_body, "detached");
	if (!self) {
		task->executor = before;
		return -ENOMEM;
	}
	f = co_frame(self, struct wrapper);
	f->child = task;
	f->group = group;
	f->before = before;
	co_schedule_on(self, executor);
	co_task_on_release(self, &f->released, wrapper_released);
	co_group_enter(group);
	*wrapper = self;
	return 0;
}

void co__detach_undo(struct co_task *wrapper)
{
	struct wrapper *f = co_frame(wrapper, struct wrapper);

	f->child->executor = f->before;
	f->child = NULL;
	co_task_kill(wrapper, -ECANCELED);
}

int co_detach(struct co_group *group, struct co_task *task,
	struct co_executor *executor)
{
	struct co_task *wrapper;
	int err = co__detach_prepare(group, task, executor, &wrapper);

	if (err)
		return err;
	err = co_start(wrapper);
	if (err)
		co__detach_undo(wrapper);
	return err;
}
