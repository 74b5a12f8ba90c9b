// SPDX-License-Identifier: MIT
/*
 * The promise: callbacks, waiting threads, joining tasks.
 *
 * Yours: part C. `callbacks` is all the shared state there is; how you use it
 * is up to you. The given ENDED is one value that no callback's address has.
 */
#include <pthread.h>

#include "co/promise.h"

#define ENDED CO_CALLBACKS_ENDED

/* Given: does @cb want to hear of an end with @error? */
static bool fits(const struct co_callback *cb, int error)
{
	return cb->kind == CO_THEN       ? !error
	       : cb->kind == CO_CATCHING ? !!error
					 : true;
}

/* Given: turn a list of callbacks round. */
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

void co__promise_complete(struct co_task *task, enum co_status status)
{
	/* Release: pairs with the acquire in co_task_status(). */
	atomic_store_explicit(
		&task->status, (unsigned char)status, memory_order_release);
	/*
	 * TODO(lab1.C): every callback that fits has been called, once, in
	 * order of registration, also those that other threads register in the
	 * meantime; then those that want the release, of which each may be the
	 * end of @task: so each has the error in it before the first is
	 * called. Whoever registers later finds that it has to call itself.
	 * The line below is right while there are no callbacks.
	 */
	if (atomic_load_explicit(&task->callbacks, memory_order_acquire))
		CO_NOT_STARTED("lab1.C");
	(void)reverse;
}

static void add(struct co_task *task, struct co_callback *cb,
	enum co_callback_kind kind, co_callback_fn *fn)
{
	/*
	 * TODO(lab1.C): either the thread that ends @task will find @cb and
	 * call it, or that thread is through and @fn, if it fits, was called
	 * here. Never both and never neither, whatever the threads do.
	 */
	CO_NOT_STARTED("lab1.C");
	(void)task;
	(void)cb;
	(void)kind;
	(void)fn;
	(void)fits;
}

/* Given: the four ways to register. */

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

/* Given: a thread that waits: folly's Baton, for one post and one wait. */
struct baton {
	struct co_callback callback;
	pthread_mutex_t lock;
	pthread_cond_t posted_cond;
	bool posted; /* under @lock */
};

int co_task_wait(struct co_task *task)
{
	struct baton b = {
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.posted_cond = PTHREAD_COND_INITIALIZER,
	};

	/*
	 * TODO(lab1.C): a task that nobody has started is started, where it
	 * belongs; this thread sleeps until the task is released, and nobody
	 * touches the task or the baton after that. Inside a coroutine it
	 * stops at a CO_ASSERT that says "await it instead".
	 */
	CO_NOT_STARTED("lab1.C");
	(void)task;
	(void)b;
	return -ENOSYS;
}

/* Joining: a callback that wakes a task. */

static struct co_task *join_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_join *join = co_container_of(
		awaiter, struct co_join, awaiter);

	/*
	 * TODO(lab1.C): @self has the target's error and goes on where it
	 * belongs, once the target is released; at once, and without growing
	 * the stack, when it has been.
	 */
	CO_NOT_STARTED("lab1.C");
	(void)join;
	return self;
}

/* Given: what co_task_join() hands to CO_AWAIT. */
static const struct co_awaiter_ops join_ops = {
	.name = "join",
	.suspend = join_suspend,
};

/* Given. */
struct co_awaiter *co_task_join(struct co_join *join, struct co_task *target)
{
	join->awaiter.ops = &join_ops;
	join->target = target;
	return &join->awaiter;
}
