// SPDX-License-Identifier: MIT
/*
 * Given: the books of the task manager: making it, and what it has on record.
 */
#include <stdlib.h>

#include "co/managed.h"

static int create(struct co_executor *executor, struct co_scheduler *scheduler,
	struct co_manager **out)
{
	struct co_manager *m;

	if ((!executor && !scheduler) || !out)
		return -EINVAL;
	m = calloc(1, sizeof(*m));
	if (!m)
		return -ENOMEM;
	m->executor = executor;
	m->scheduler = scheduler;
	co_group_init(&m->group, NULL);
	pthread_mutex_init(&m->lock, NULL);
	pthread_cond_init(&m->idle, NULL);
	m->last = &m->first;
	*out = m;
	return 0;
}

int co_manager_create(struct co_executor *executor, struct co_manager **out)
{
	return create(executor, NULL, out);
}

int co_manager_create_on(
	struct co_scheduler *scheduler, struct co_manager **out)
{
	return create(NULL, scheduler, out);
}

void co__manager_free(struct co_manager *m)
{
	co_table_fini(&m->tasks);
	co_table_fini(&m->ids);
	co_group_fini(&m->group);
	pthread_cond_destroy(&m->idle);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

struct co_managed *co__managed_make(struct co_manager *m, struct co_task *task,
	const struct co_managed_options *options)
{
	struct co_managed *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->manager = m;
	e->options = *options;
	e->name = task->name;
	if (options->timeout_ms)
		e->deadline = co_clock_after(options->timeout_ms);
	e->outcome = CO_UNDECIDED;
	e->refs = 1;
	co_cancel_merge_init(&e->cancel, &task->cancel, 1);
	return e;
}

void co__managed_free(struct co_managed *e)
{
	if (e->options.release)
		e->options.release(e->options.data);
	free(e);
}

void co__managed_link(struct co_managed *e, struct co_task *task)
{
	struct co_manager *m = e->manager;

	e->task = task;
	e->linked = true;
	e->next = NULL;
	e->link = m->last;
	*m->last = e;
	m->last = &e->next;
	co_table_insert(&m->ids, &e->by_id, ++m->last_id);
	co_table_insert(&m->tasks, &e->by_task, (uintptr_t)task);
}

void co__managed_unlink(struct co_managed *e)
{
	struct co_manager *m = e->manager;

	e->linked = false;
	*e->link = e->next;
	if (e->next)
		e->next->link = e->link;
	else
		m->last = e->link;
	co_table_remove(&m->ids, &e->by_id);
	if (e->task)
		co_table_remove(&m->tasks, &e->by_task);
	e->task = NULL;
}

struct co_managed *co__managed_of(struct co_manager *m, uint64_t id)
{
	struct co_table_node *node = co_table_find(&m->ids, id);

	return node ? co_container_of(node, struct co_managed, by_id) : NULL;
}

void co__managed_describe(struct co_managed *e, struct co_managed_info *info)
{
	enum co_status now = e->task ? co_task_status(e->task) : CO_DONE;

	*info = (struct co_managed_info){
		.id = e->by_id.key,
		.name = e->name,
		.status = co_status_is_final(now) ? CO_RUNNING : now,
		.data = e->options.data,
	};
	if (e->settled) {
		info->status = co_status_of_error(e->outcome);
		info->error = e->outcome;
	}
}
