/* SPDX-License-Identifier: MIT */
/*
 * Awaiting several tasks at once (lab 6, parts A and B).
 *
 * Each child is awaited by a guard, a small coroutine of its own; what the
 * guards do at their end brings the collection to its own:
 *
 *	                      .-- guard 0 <-- child 0
 *	parent <-- collect <--+-- guard 1 <-- child 1
 *	          (barrier)   `-- guard 2 <-- child 2
 *
 * The rules of the interface:
 *  - Every child is started, in the order of the array. Those with an executor
 *    of their own run side by side; one without takes the parent's, and runs
 *    here and now up to its first suspension.
 *  - The outcome is decided once: success when the k-th child has succeeded,
 *    the first failure when so many have failed that k cannot be reached.
 *  - When it is decided the others are asked to stop, through a token that all
 *    of them have, besides their own.
 *  - The parent is resumed once.
 *  - Results stay where they are: in the frames of the children.
 */
#ifndef CO_COLLECT_H
#define CO_COLLECT_H

#include "co/barrier.h"
#include "co/cancel.h"
#include "co/promise.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_collect;

/* One for each child, in the caller's memory. */
struct co_collect_guard {
	struct co_task task;
	struct co_awaiter end;
	struct co_collect *collect;
	struct co_task *child;
	struct co_callback released;
	bool counted; /* its child's end */
	bool merged;  /* @cancel hears of the child's own token */
	struct co_cancel_merge cancel;
};

/* What happens to those that are still running when it is decided. */
enum co_rest {
	CO_REST_CANCEL, /* they are asked to stop, and awaited */
	CO_REST_DETACH, /* they run on: await co_collect_rest() later */
};

struct co_collect {
	struct co_task task;
	struct co_task *const *children;
	struct co_collect_guard *guards;
	size_t n, k;
	enum co_rest rest;
	bool begun;                    /* guards were started */
	struct co_cancel_merge cancel; /* what the children hear of */
	struct co_barrier decided;     /* the decision, and the collection */
	struct co_barrier ended;       /* all guards, and who waits for them */

	/* Written by the one that decides. */
	int outcome;

	/* Atomic. */
	CO_ATOMIC(size_t) succeeded;
	CO_ATOMIC(size_t) failed;
	CO_ATOMIC(int) first_error;
};

/*
 * Await @k of @n tasks. The result is 0 when @k of them have succeeded; the
 * error of the first that failed, when more than @n - @k have; -EINVAL, and no
 * task was started, for @k greater than @n, a NULL or a repeated task, or one
 * that is not freshly created. With @k of 0 it is 0 at once decided, and the
 * children run under a token that was asked.
 *
 * With CO_REST_CANCEL all have ended when the await ends: nothing is left
 * running. With CO_REST_DETACH it ends when it is decided.
 *
 * Ownership: borrows all four until the await ends; with CO_REST_DETACH and a
 *            result other than -EINVAL, until co_collect_rest() has ended.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY. It
 *            cannot be killed while it waits.
 */
struct co_awaiter *co_collect_some(struct co_collect *collect,
	struct co_task *const *tasks, struct co_collect_guard *guards, size_t n,
	size_t k, enum co_rest rest);

/*
 * Await those that a CO_REST_DETACH left. The result is 0.
 *
 * Context: inside a coroutine, once, after the await of the collection.
 */
struct co_awaiter *co_collect_rest(struct co_collect *collect);

/* Given: all of them; the first failure cancels the rest. */
static inline struct co_awaiter *co_collect_all(struct co_collect *collect,
	struct co_task *const *tasks, struct co_collect_guard *guards, size_t n)
{
	return co_collect_some(collect, tasks, guards, n, n, CO_REST_CANCEL);
}

/* Given: the first that succeeds; the others are cancelled and awaited. */
static inline struct co_awaiter *co_collect_any(struct co_collect *collect,
	struct co_task *const *tasks, struct co_collect_guard *guards, size_t n)
{
	return co_collect_some(collect, tasks, guards, n, 1, CO_REST_CANCEL);
}

#ifdef __cplusplus
}
#endif

#endif
