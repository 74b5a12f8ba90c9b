// SPDX-License-Identifier: MIT
/*
 * The promise: callbacks, waiting threads, joining tasks.
 *
 * `callbacks` is a stack that anybody may push to, until the task has ended:
 *
 *	NULL or a list   open: the callbacks registered since it was last taken
 *	ENDED            nothing will be run from here any more
 *
 * The thread that ends the task takes the list, runs it oldest first, and
 * takes what came in the meantime, until it can close the stack. So nobody
 * overtakes anybody, and a callback is either in a list that will be run, or
 * its registrar finds ENDED and runs it.
 */
#include <pthread.h>

#include "co/promise.h"

#define ENDED CO_CALLBACKS_ENDED

static bool fits(const struct co_callback *cb, int error)
{
	return cb->kind == CO_THEN       ? !error
	       : cb->kind == CO_CATCHING ? !!error
					 : true;
}

static struct co_callback *reverse(struct co_callback *list)
{
	struct co_callback *reversed = NULL;
	struct co_callback *next;

	for (; list; list = next) {
		next = list->next;
		list->next = reversed;
		reversed = list;
	}
	return reversed;
}

/*
 * Run @list, oldest first; returns those that want the release, newest first,
 * on top of @released. A callback may be gone once it has run.
 */
static struct co_callback *run(struct co_callback *list, struct co_task *task,
	struct co_callback *released)
{
	struct co_callback *next;

	for (list = reverse(list); list; list = next) {
		next = list->next;
		list->error = task->error;
		if (list->kind == CO_ON_RELEASE) {
			list->next = released;
			released = list;
		} else if (fits(list, task->error)) {
			list->fn(list, task);
		}
	}
	return released;
}

/* Take the list; when there is none, close the stack and return NULL. */
static struct co_callback *take_or_close(struct co_task *task)
{
	struct co_callback *list = NULL;

	/*
	 * Release: who finds ENDED finds the result. Acquire: what was written
	 * into the callbacks before they were pushed.
	 */
	if (atomic_compare_exchange_strong_explicit(&task->callbacks, &list,
		    ENDED, memory_order_acq_rel, memory_order_acquire))
		return NULL;
	return atomic_exchange_explicit(
		&task->callbacks, NULL, memory_order_acquire);
}

/* The same for a task that only its parent knows: nobody else looks. */
static struct co_callback *take_or_close_owned(struct co_task *task)
{
	struct co_callback *list = atomic_load_explicit(
		&task->callbacks, memory_order_relaxed);

	atomic_store_explicit(
		&task->callbacks, list ? NULL : ENDED, memory_order_relaxed);
	return list;
}

/* Not inline: what it needs to save would burden those without callbacks. */
static __attribute__((noinline)) void run_callbacks(struct co_task *task)
{
	bool owned = task->flags & CO_TASK_OWNED;
	struct co_callback *released = NULL;
	struct co_callback *list;

	while ((list = owned ? take_or_close_owned(task) : take_or_close(task)))
		released = run(list, task, released);
	/* Closed. The first release callback may be the end of @task. */
	for (list = reverse(released); list; list = released) {
		released = list->next;
		list->fn(list, task);
	}
}

void co__promise_complete(struct co_task *task, enum co_status status)
{
	/* Release: pairs with the acquire in co_task_status(). */
	atomic_store_explicit(
		&task->status, (unsigned char)status, memory_order_release);
	/* A child that only its parent knows: most tasks end here. */
	if (co_likely((task->flags & CO_TASK_OWNED) &&
		      !atomic_load_explicit(
			      &task->callbacks, memory_order_relaxed)))
		atomic_store_explicit(
			&task->callbacks, ENDED, memory_order_relaxed);
	else
		run_callbacks(task);
}

/* Push @cb; false when the task has ended and nobody would run it. */
static bool push(struct co_task *task, struct co_callback *cb,
	enum co_callback_kind kind, co_callback_fn *fn)
{
	struct co_callback *head;

	cb->kind = kind;
	cb->fn = fn;
	head = atomic_load_explicit(&task->callbacks, memory_order_acquire);
	do {
		if (head == ENDED)
			return false;
		cb->next = head;
		/* Release: publishes @cb. Acquire: the result, behind ENDED. */
	} while (!atomic_compare_exchange_weak_explicit(&task->callbacks, &head,
		cb, memory_order_release, memory_order_acquire));
	return true;
}

static void add(struct co_task *task, struct co_callback *cb,
	enum co_callback_kind kind, co_callback_fn *fn)
{
	if (push(task, cb, kind, fn))
		return;
	cb->error = task->error;
	if (fits(cb, cb->error))
		fn(cb, task);
}

void co_task_then(
	struct co_task *task, struct co_callback *callback, co_callback_fn *fn)
{
	add(task, callback, CO_THEN, fn);
}

void co_task_catching(
	struct co_task *task, struct co_callback *callback, co_callback_fn *fn)
{
	add(task, callback, CO_CATCHING, fn);
}

void co_task_finally(
	struct co_task *task, struct co_callback *callback, co_callback_fn *fn)
{
	add(task, callback, CO_FINALLY, fn);
}

void co_task_on_release(
	struct co_task *task, struct co_callback *callback, co_callback_fn *fn)
{
	add(task, callback, CO_ON_RELEASE, fn);
}

/* A thread that waits: folly's Baton, for one post and one wait. */
struct baton {
	struct co_callback callback;
	pthread_mutex_t lock;
	pthread_cond_t posted_cond;
	bool posted; /* under @lock */
};

static void baton_post(struct co_callback *callback, struct co_task *task)
{
	struct baton *b = co_container_of(callback, struct baton, callback);

	(void)task;
	pthread_mutex_lock(&b->lock);
	b->posted = true;
	/* Under the lock: once it is open the waiter may be gone, and @b too.
	 */
	pthread_cond_signal(&b->posted_cond);
	pthread_mutex_unlock(&b->lock);
}

static void baton_wait(struct baton *b)
{
	pthread_mutex_lock(&b->lock);
	while (!b->posted)
		pthread_cond_wait(&b->posted_cond, &b->lock);
	pthread_mutex_unlock(&b->lock);
}

int co_task_wait(struct co_task *task)
{
	struct baton b = {
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.posted_cond = PTHREAD_COND_INITIALIZER,
	};

	CO_ASSERT(!co_current(),
		"task '%s' waits for '%s' with its thread: await it instead",
		co_current()->name, task->name);
	if (co_task_status(task) == CO_CREATED && !task->work.next)
		co_task_wake(task);
	co_task_on_release(task, &b.callback, baton_post);
	baton_wait(&b);
	pthread_cond_destroy(&b.posted_cond);
	pthread_mutex_destroy(&b.lock);
	return b.callback.error;
}

/* Joining: a callback that wakes a task. */

static void join_wake(struct co_callback *callback, struct co_task *task)
{
	struct co_join *join = co_container_of(
		callback, struct co_join, callback);
	struct co_task *self = join->self;

	(void)task; /* may be gone: another release callback destroyed it */
	co_deliver(self, callback->error);
	co_task_wake(self);
}

static struct co_task *join_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_join *join = co_container_of(
		awaiter, struct co_join, awaiter);
	struct co_task *target = join->target;

	join->self = self;
	if (push(target, &join->callback, CO_ON_RELEASE, join_wake))
		return NULL;
	/* Not by a nested resume: a loop of these would eat the stack. */
	co_deliver(self, target->error);
	return self;
}

static const struct co_awaiter_ops join_ops = {
	.name = "join",
	.suspend = join_suspend,
};

struct co_awaiter *co_task_join(struct co_join *join, struct co_task *target)
{
	join->awaiter.ops = &join_ops;
	join->target = target;
	return &join->awaiter;
}
