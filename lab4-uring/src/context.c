// SPDX-License-Identifier: MIT
/*
 * Part C: the context.
 *
 * What others may change is under the lock, and who lets the context end (the
 * last task, a release) wakes it with the lock held: the loop looks there
 * before it ends, so nobody is still inside when it is gone.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/context.h"
#include "co/delay.h"

enum state {
	IDLE,
	RUNNING,
	ENDED,   /* its thread has ended and is not joined yet */
	JOINING, /* somebody does that */
};

struct co_context {
	struct co_executor executor;
	struct co_engine engine;
	unsigned entries;

	pthread_mutex_t lock;
	pthread_cond_t changed; /* @state, @opening */

	/* Under @lock. */
	enum state state;
	unsigned runs; /* how often it was started */
	bool opening;  /* the thread is there, the ring not yet */
	int error;     /* of the opening */
	pthread_t thread;
	unsigned live;  /* submitted tasks */
	unsigned holds; /* by co_context_hold() */
	struct co_heap timers;

	/* Written under @lock; read by the loop without it. */
	CO_ATOMIC(uint64_t) earliest; /* deadline of all timers */
};

/* What a submission is until its task has ended. */
struct submission {
	struct co_work work;
	struct co_callback ended;
	struct co_context *context;
	struct co_task *task;
};

static __thread struct co_context *here;

/* Given. */
struct co_context *co_context_here(void)
{
	return here;
}

/* Given. */
struct co_executor *co_context_executor(struct co_context *context)
{
	return &context->executor;
}

static int context_post(struct co_executor *executor, struct co_work *work)
{
	/*
	 * TODO(lab4.C): @work is with the engine, if it can be taken at all.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)executor;
	(void)work;
	return -ENOSYS;
}

/* Timers. */

static int context_arm(
	struct co_executor *executor, struct co_timer *timer, uint64_t deadline)
{
	/*
	 * TODO(lab4.C): @timer is in the heap, and the loop does not sleep
	 * past its deadline. A context that was stopped takes none.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)executor;
	(void)timer;
	(void)deadline;
	return -ENOSYS;
}

static int context_cancel(struct co_executor *executor, struct co_timer *timer)
{
	/*
	 * TODO(lab4.C): @timer is out of the heap and will not fire; or it
	 * is too late.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)executor;
	(void)timer;
	return -ENOSYS;
}

static const struct co_timers context_timers = {
	.arm = context_arm,
	.cancel = context_cancel,
};

/* The loop. */

/* Its owner's side. */

int co_context_create(
	const char *name, unsigned entries, struct co_context **out)
{
	/*
	 * TODO(lab4.C): *@out is a context that does not run yet; or nothing
	 * is left over, and *@out is what it was.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)name;
	(void)entries;
	(void)out;
	(void)context_post;
	(void)&context_timers;
	return -ENOSYS;
}

int co_context_start(struct co_context *c)
{
	/*
	 * TODO(lab4.C): its thread runs the loop on a ring of its own; or
	 * there is no thread, and what was submitted is kept.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)c;
	return -ENOSYS;
}

int co_context_submit(struct co_context *c, struct co_task *task)
{
	/*
	 * TODO(lab4.C): @task is bound to @c, counted as alive, and on its
	 * way; or nothing has changed.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)c;
	(void)task;
	return -ENOSYS;
}

void co_context_hold(struct co_context *c)
{
	/*
	 * TODO(lab4.C): @c does not end by itself.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)c;
}

void co_context_release(struct co_context *c)
{
	/*
	 * TODO(lab4.C): @c may end by itself again, and if it sleeps it
	 * learns of it.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)c;
}

void co_context_stop(struct co_context *c)
{
	/*
	 * TODO(lab4.C): if @c runs, it takes nothing more and ends as soon
	 * as it can.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)c;
}

void co_context_join(struct co_context *c)
{
	/*
	 * TODO(lab4.C): the thread of @c has ended, and @c may be used
	 * again. If that thread calls this itself, it stops with a message.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)c;
}

void co_context_destroy(struct co_context *c)
{
	/*
	 * TODO(lab4.C): neither thread, ring nor memory is left; what never
	 * ran was dropped.
	 */
	CO_NOT_STARTED("lab4.C");
	(void)c;
}
