// SPDX-License-Identifier: MIT
/*
 * Collecting: parts A (all) and B (some, and the rest). The contract:
 * include/co/collect.h.
 */
#include "co/collect.h"

static struct co_task *guard_arrive(
	struct co_awaiter *awaiter, struct co_task *self)
{
	/*
	 * TODO(lab6.A): the guard has arrived at the barrier of the
	 * collection; the frame may be gone.
	 */
	CO_NOT_STARTED("lab6.A");
	(void)awaiter;
	(void)self;
	return self;
}

/* Given. */
static int guard_detach(
	struct co_awaiter *awaiter, struct co_task *self, int error)
{
	(void)awaiter;
	(void)self;
	(void)error;
	return 0; /* nobody resumes it */
}

/* Given. */
static const struct co_awaiter_ops end_ops = {
	.name = "collection",
	.suspend = guard_arrive,
	.detach = guard_detach,
};

static struct co_task *guard_body(struct co_task *self)
{
	/*
	 * TODO(lab6.A): the child has been awaited, its end is counted, and
	 * the first to know decides the outcome. The last act is to await the
	 * guard's end.
	 */
	CO_NOT_STARTED("lab6.A");
	(void)end_ops;
	(void)self;
	return self;
}

static void collect_cleanup(struct co_task *self)
{
	/*
	 * TODO(lab6.A): what the collection and its guards registered is gone.
	 */
	CO_NOT_STARTED("lab6.A");
	(void)self;
}

static struct co_task *collect_body(struct co_task *self)
{
	/*
	 * TODO(lab6.A): what is no use is refused before any child starts.
	 * Then every child has a guard that runs, and this goes on when the
	 * last guard is through, or (part B) when it is decided.
	 */
	CO_NOT_STARTED("lab6.A");
	(void)guard_body;
	(void)self;
	return self;
}

struct co_awaiter *co_collect_some(struct co_collect *collect,
	struct co_task *const *tasks, struct co_collect_guard *guards, size_t n,
	size_t k, enum co_rest rest)
{
	/*
	 * TODO(lab6.A): the collection is a task of its own, that the caller
	 * awaits.
	 */
	CO_NOT_STARTED("lab6.A");
	(void)collect_cleanup;
	(void)collect;
	(void)tasks;
	(void)guards;
	(void)n;
	(void)k;
	(void)rest;
	co_task_init(&collect->task, collect_body, "collect");
	return co_task_await(&collect->task);
}

static struct co_task *rest_body(struct co_task *self)
{
	/*
	 * TODO(lab6.B): (part B) all guards are through.
	 */
	CO_NOT_STARTED("lab6.B");
	(void)self;
	return self;
}

struct co_awaiter *co_collect_rest(struct co_collect *collect)
{
	/*
	 * TODO(lab6.B): (part B) a task that awaits those that were left.
	 */
	CO_NOT_STARTED("lab6.B");
	(void)collect;
	co_task_init(&collect->task, rest_body, "rest");
	return co_task_await(&collect->task);
}
