/* SPDX-License-Identifier: MIT */
/*
 * Chains: a function for what comes after a task (lab 5, part D).
 *
 *	co_then(co_then(fetch, parse, NULL), store, db)
 *
 *	fetch --value--> parse() --value or task--> store() --> ...
 *
 * A link is a task that owns the one before it: it awaits that, calls its
 * function with the value, and has what the function returns: a value, an
 * error, or the value of another task, which the link awaits as well.
 *
 * The rules of the interface:
 *  - Nothing runs before the last link is started, awaited or submitted.
 *  - After an error no function is called: the chain ends with that error.
 *  - Whoever destroys or kills the last link does so with all before it, and
 *    with the task that a function returned.
 */
#ifndef CO_THEN_H
#define CO_THEN_H

#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A task with a value: the head of the frame of whatever stands in a chain. */
struct co_valued {
	struct co_task task;
	void *value; /* set before the task ends with 0 */
};

/* What a function of a chain returns: one of the three below makes it. */
struct co_next {
	int error;
	void *value;
	struct co_valued *task; /* instead of the value */
};

typedef struct co_next co_then_fn(void *data, void *value);

/* Given: go on with a value. */
static inline struct co_next co_next_value(void *value)
{
	struct co_next next = {0, value, NULL};

	return next;
}

/* Given: go on with the value of @task, which the link then owns. */
static inline struct co_next co_next_task(struct co_valued *task)
{
	struct co_next next = {0, NULL, task};

	return next;
}

/* Given: end the chain with @error, which is negative. */
static inline struct co_next co_next_error(int error)
{
	struct co_next next = {error, NULL, NULL};

	return next;
}

/*
 * Make the link after @first: a task whose value is what @fn says.
 *
 * Ownership: takes @first, on success only; borrows @data until the link has
 *            ended. The link is the caller's.
 * Context:   any thread; @first is freshly created and made by
 *            co_task_create().
 * Returns:   the link; NULL without @first or @fn, or when there is no memory.
 */
struct co_valued *co_then(struct co_valued *first, co_then_fn *fn, void *data);

#ifdef __cplusplus
}
#endif

#endif
