// SPDX-License-Identifier: MIT
/*
 * Collecting: guards count, one of them decides, the last one resumes.
 */
#include "co/collect.h"

/* Called by one guard, at most: the counts tell which. */
static void decide(struct co_collect *c, int outcome)
{
	struct co_task *next;

	c->outcome = outcome;
	if (c->rest == CO_REST_CANCEL) {
		/* This guard has not arrived yet, so @c stays. */
		co_cancel_request(&c->cancel.source);
		return;
	}
	next = co_barrier_arrive(&c->decided);
	if (next)
		co_task_wake(next);
}

static void count_failure(struct co_collect *c, int error)
{
	int none = 0;
	size_t before;

	atomic_compare_exchange_strong_explicit(&c->first_error, &none, error,
		memory_order_relaxed, memory_order_relaxed);
	/* Release and acquire: the last one sees the first error. */
	before = atomic_fetch_add_explicit(&c->failed, 1, memory_order_acq_rel);
	if (c->k && before == c->n - c->k)
		decide(c, atomic_load_explicit(
				  &c->first_error, memory_order_relaxed));
}

static void count_success(struct co_collect *c)
{
	size_t before;

	before = atomic_fetch_add_explicit(
		&c->succeeded, 1, memory_order_relaxed);
	if (before + 1 == c->k)
		decide(c, 0);
}

/* The last suspension of a guard: when the barrier opens, it may be gone. */
static struct co_task *guard_arrive(
	struct co_awaiter *awaiter, struct co_task *self)
{
	(void)self;
	return co_barrier_arrive(
		&co_container_of(awaiter, struct co_collect_guard, end)
			 ->collect->ended);
}

static int guard_detach(
	struct co_awaiter *awaiter, struct co_task *self, int error)
{
	(void)awaiter;
	(void)self;
	(void)error;
	return 0; /* nobody resumes it */
}

static const struct co_awaiter_ops end_ops = {
	.name = "collection",
	.suspend = guard_arrive,
	.detach = guard_detach,
};

static struct co_task *guard_body(struct co_task *self)
{
	struct co_collect_guard *g = co_frame(self, struct co_collect_guard);

	CO_BEGIN(self);
	CO_AWAIT(self, co_task_await(g->child));
	if (g->merged)
		co_cancel_merge_fini(&g->cancel);
	if (co_awaited(self))
		count_failure(g->collect, co_awaited(self));
	else
		count_success(g->collect);
	g->counted = true;
	g->end.ops = &end_ops;
	CO_AWAIT(self, &g->end);
	CO_END(self);
}

/* Its executor refused it: it ends without having counted. */
static void guard_released(struct co_callback *callback, struct co_task *task)
{
	struct co_collect_guard *g = co_container_of(
		callback, struct co_collect_guard, released);
	struct co_task *next;

	(void)task;
	if (g->counted)
		return;
	if (g->merged)
		co_cancel_merge_fini(&g->cancel);
	count_failure(g->collect, -ECANCELED);
	g->counted = true;
	next = co_barrier_arrive(&g->collect->ended);
	if (next)
		co_task_wake(next);
}

/* The child hears of the collection, and of its own token if it has one. */
static void share_token(struct co_collect_guard *g)
{
	struct co_cancel_token *tokens[] = {
		co_cancel_token_of(&g->collect->cancel.source),
		g->child->cancel,
	};

	g->merged = g->child->cancel;
	if (g->merged) {
		co_cancel_merge_init(&g->cancel, tokens, 2);
		g->child->cancel = co_cancel_token_of(&g->cancel.source);
	} else {
		g->child->cancel = tokens[0];
	}
}

static void start_guard(struct co_collect *c, size_t i)
{
	struct co_collect_guard *g = &c->guards[i];

	co_task_init(&g->task, guard_body, "guard");
	/* Nobody else knows it: its end needs no atomics. */
	g->task.flags |= CO_TASK_OWNED;
	g->counted = false;
	g->collect = c;
	g->child = c->children[i];
	/* A guard runs where its child ends; a child without an executor takes
	 * the guard's. */
	if (!g->child->executor)
		g->task.executor = c->task.executor;
	/* Without an executor there is nobody to refuse it. */
	if (g->task.executor)
		co_task_on_release(&g->task, &g->released, guard_released);
	share_token(g);
	co_resume(&g->task);
}

/* Mark each child, so that one that comes twice is found. */
static int check_children(const struct co_collect *c)
{
	static struct co_awaiter mark;
	int err = c->k > c->n ? -EINVAL : 0;
	size_t i;

	for (i = 0; i < c->n && !err; i++) {
		if (!c->children[i] || c->children[i]->awaiter ||
			co_task_status(c->children[i]) != CO_CREATED)
			err = -EINVAL;
		else
			c->children[i]->awaiter = &mark;
	}
	while (i--)
		if (c->children[i] && c->children[i]->awaiter == &mark)
			c->children[i]->awaiter = NULL;
	return err;
}

static void begin(struct co_collect *c)
{
	struct co_cancel_token *token = c->task.cancel;

	co_cancel_merge_init(&c->cancel, &token, 1);
	co_barrier_init(&c->decided, 2);
	co_barrier_init(&c->ended, c->n + 1);
	c->begun = true;
	c->outcome = 0;
	atomic_store_explicit(&c->succeeded, 0, memory_order_relaxed);
	atomic_store_explicit(&c->failed, 0, memory_order_relaxed);
	atomic_store_explicit(&c->first_error, 0, memory_order_relaxed);
}

/* All guards have arrived, or none was started. */
static void collect_cleanup(struct co_task *self)
{
	struct co_collect *c = co_frame(self, struct co_collect);
	size_t i;

	if (!c->begun || c->rest == CO_REST_DETACH)
		return;
	for (i = 0; i < c->n; i++)
		co_task_destroy(&c->guards[i].task);
	co_cancel_merge_fini(&c->cancel);
}

static struct co_task *collect_body(struct co_task *self)
{
	struct co_collect *c = co_frame(self, struct co_collect);
	size_t i;
	int err;

	CO_BEGIN(self);
	err = check_children(c);
	if (err)
		return co_finish(self, err);
	begin(c);
	if (!c->k)
		decide(c, 0);
	for (i = 0; i < c->n; i++)
		start_guard(c, i);
	if (c->rest == CO_REST_DETACH) {
		CO_AWAIT(self, co_barrier_wait(&c->decided));
	} else {
		CO_AWAIT(self, co_barrier_wait(&c->ended));
	}
	return co_finish(self, c->outcome);
	CO_END(self);
}

struct co_awaiter *co_collect_some(struct co_collect *collect,
	struct co_task *const *tasks, struct co_collect_guard *guards, size_t n,
	size_t k, enum co_rest rest)
{
	co_task_init(&collect->task, collect_body, "collect");
	co_task_set_cleanup(&collect->task, collect_cleanup);
	collect->begun = false;
	collect->children = tasks;
	collect->guards = guards;
	collect->n = n;
	collect->k = k;
	collect->rest = rest;
	return co_task_await(&collect->task);
}

static struct co_task *rest_body(struct co_task *self)
{
	struct co_collect *c = co_frame(self, struct co_collect);

	CO_BEGIN(self);
	CO_AWAIT(self, co_barrier_wait(&c->ended));
	CO_END(self);
}

struct co_awaiter *co_collect_rest(struct co_collect *collect)
{
	co_task_init(&collect->task, rest_body, "rest");
	co_task_set_cleanup(&collect->task, collect_cleanup);
	/* From here on it is like one that awaits all. */
	collect->rest = CO_REST_CANCEL;
	return co_task_await(&collect->task);
}
