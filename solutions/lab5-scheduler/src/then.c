// SPDX-License-Identifier: MIT
/*
 * Part D: chains.
 */
#include "co/then.h"

struct link {
	struct co_task task;
	struct co_task *upstream; /* owned, until its step is done */
	struct co_task *next;     /* likewise, until it has ended */
	co_then_fn *fn;
	void *data;
	void *value;
	void **next_value;
};

static struct co_task *link_body(struct co_task *self);

static bool is_link(const struct co_task *task)
{
	return task->body == link_body;
}

static void destroy(struct co_task **task)
{
	struct co_task *old = *task;

	*task = NULL;
	co_task_destroy(old);
}

/*
 * In a loop: a chain that has never begun may be a million links long, and
 * each owns the one before it.
 */
static void destroy_chain(struct co_task **chain)
{
	struct co_task *task = *chain;
	struct co_task *upstream;

	*chain = NULL;
	for (; task; task = upstream) {
		upstream = NULL;
		if (is_link(task)) {
			upstream = co_frame(task, struct link)->upstream;
			co_frame(task, struct link)->upstream = NULL;
		}
		co_task_destroy(task);
	}
}

/* However the link ends: what it still owns goes. */
static void link_cleanup(struct co_task *self)
{
	struct link *f = co_frame(self, struct link);

	destroy(&f->next);
	destroy_chain(&f->upstream);
}

/* Call the function. Returns its error. */
static int step(struct link *f)
{
	struct co_then_step s = {
		.data = f->data,
		.upstream = f->upstream,
	};
	int err;

	if (is_link(f->upstream))
		s.value = *co_then_value(f->upstream);
	err = f->fn(&s);
	f->next = s.next;
	f->next_value = s.next_value;
	if (!err)
		f->value = s.value;
	destroy(&f->upstream);
	return err;
}

static struct co_task *link_body(struct co_task *self)
{
	struct link *f = co_frame(self, struct link);
	int err;

	CO_BEGIN(self);
	CO_AWAIT(self, co_task_await(f->upstream));
	err = co_awaited(self) < 0 ? co_awaited(self) : step(f);
	if (err || !f->next)
		return co_finish(self, err);
	CO_AWAIT(self, co_task_await(f->next));
	err = co_awaited(self);
	if (err)
		f->value = NULL;
	else if (f->next_value)
		f->value = *f->next_value;
	destroy(&f->next);
	return co_finish(self, err);
	CO_END(self);
}

int co_then(struct co_task **chain, co_then_fn *fn, void *data)
{
	struct co_task *task;
	struct link *f;

	if (!chain || !*chain || !fn)
		return -EINVAL;
	CO_ASSERT(co_task_status(*chain) == CO_CREATED,
		"cannot add to task '%s': it is %s", (*chain)->name,
		co_status_name(co_task_status(*chain)));
	task = co_task_create(sizeof(*f), link_body, "then");
	if (!task)
		return -ENOMEM;
	f = co_frame(task, struct link);
	f->upstream = *chain;
	f->next = NULL;
	f->fn = fn;
	f->data = data;
	f->value = NULL;
	f->next_value = NULL;
	co_task_set_cleanup(task, link_cleanup);
	*chain = task;
	return 0;
}

void **co_then_value(struct co_task *chain)
{
	CO_ASSERT(
		is_link(chain), "task '%s' is no link of a chain", chain->name);
	return &co_frame(chain, struct link)->value;
}
