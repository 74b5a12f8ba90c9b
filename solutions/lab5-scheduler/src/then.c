// SPDX-License-Identifier: MIT
/*
 * Part D: chains.
 */
#include "co/then.h"

struct link {
	struct co_valued valued;
	struct co_valued *awaited; /* the one before, or what @fn returned */
	co_then_fn *fn;
	void *data;
};

static struct link *link_of(struct co_task *task)
{
	return co_container_of(task, struct link, valued.task);
}

/* The task that was awaited goes; its value stays. */
static void *take_value(struct link *f)
{
	struct co_valued *awaited = f->awaited;
	void *value = awaited->value;

	f->awaited = NULL;
	co_task_destroy(&awaited->task);
	return value;
}

static struct co_task *link_body(struct co_task *self)
{
	struct link *f = link_of(self);
	struct co_next next;

	CO_BEGIN(self);
	CO_TRY(self, co_task_await(&f->awaited->task));
	next = f->fn(f->data, take_value(f));
	if (next.error)
		return co_finish(self, next.error);
	f->valued.value = next.value;
	f->awaited = next.task;
	if (f->awaited) {
		CO_TRY(self, co_task_await(&f->awaited->task));
		f->valued.value = take_value(f);
	}
	CO_END(self);
}

/* However it ended: what it still holds has ended or never started. */
static void link_cleanup(struct co_task *self)
{
	struct link *f = link_of(self);

	if (f->awaited)
		co_task_destroy(&f->awaited->task);
	f->awaited = NULL;
}

struct co_valued *co_then(struct co_valued *first, co_then_fn *fn, void *data)
{
	struct co_task *task;
	struct link *f;

	if (!first || !fn)
		return NULL;
	task = co_task_create(sizeof(*f), link_body, "then");
	if (!task)
		return NULL;
	f = link_of(task);
	f->valued.value = NULL;
	f->awaited = first;
	f->fn = fn;
	f->data = data;
	co_task_set_cleanup(task, link_cleanup);
	return &f->valued;
}
