/* SPDX-License-Identifier: MIT */
/*
 * Tasks that wait in a queue (lab 6, part C): what mutexes, events, semaphores
 * and channels have in common.
 *
 * Whatever a task waits for has a lock, held for a few instructions, and a
 * queue of waiters, first come first served. A waiter sits in the frame of its
 * task: waiting allocates nothing.
 *
 *	co_waiters   the frame of task 1      the frame of task 2
 *	[ first ]--->[ waiter | next ]------->[ waiter | next ]--> NULL
 *	[ last  ]-------------------------------------------'^
 *
 * @last points at the pointer that the next waiter is to be stored in: the
 * `next` of the last one, or @first when nobody waits. So to queue a waiter is
 * two stores, without a look whether it is the first:
 *
 *	*waiters->last = w;
 *	waiters->last = &w->next;
 *
 * and a queue does not move: it may point into itself.
 *
 * The rules of the interface:
 *  - Whoever takes a waiter out of its queue, under the lock, ends its wait:
 *    one grants it what it waits for, or cancels it, or kills it. Never two.
 *  - Nothing is woken while the lock is held.
 *  - A task that was granted something has it, even when it is cancelled
 *    before it runs again: what was handed over is not lost.
 *  - Two use the frame: suspend, and whoever ends the wait. The one that is
 *    through last lets the task go on.
 */
#ifndef CO_WAITER_H
#define CO_WAITER_H

#include <pthread.h>

#include "co/cancel.h"
#include "co/lock_watch.h"
#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_waiter;

struct co_waiters {
	pthread_mutex_t *lock; /* fixed; of what they wait for */

	/*
	 * Fixed; NULL, or called under the lock when a waiter was taken out by
	 * a cancel or a kill: puts into @woken who may go on because of that.
	 */
	void (*left)(struct co_waiters *waiters, struct co_waiters *woken);

	/* Under @lock. */
	struct co_waiter *first;
	struct co_waiter **last; /* where the next one is stored */
};

/*
 * Under the lock: does @w go straight on? Then what it wants is taken and
 * @w->result says how it went. Others who may go on are put into @woken.
 */
typedef bool co_admit_fn(struct co_waiter *w, struct co_waiters *woken);

struct co_waiter {
	struct co_awaiter awaiter;

	/* Fixed while it waits. */
	struct co_waiters *waiters;
	co_admit_fn *admit;
	bool (*quick)(struct co_waiter *w);  /* NULL, or admit without a lock */
	void (*queued)(struct co_waiter *w); /* NULL, or: @w is in the queue;
						called without the lock */
	void *object;                        /* what it waits for */
	const char *kind; /* name of a lock, for the trace; NULL: none */
	int mode;         /* the object's affair */
	struct co_task *self;
	struct co_cancel_callback cancel;

	/* Under the lock. */
	struct co_waiter *next;
	bool waits; /* it is in the queue */
	int result;
	void *value;

	CO_ATOMIC(unsigned) pending; /* who still has to be through */
};

/* Given: an empty queue, under @lock. */
static inline void co_waiters_init(
	struct co_waiters *waiters, pthread_mutex_t *lock)
{
	waiters->lock = lock;
	waiters->left = NULL;
	waiters->first = NULL;
	waiters->last = &waiters->first;
}

/* Given: nobody is left when @what goes away. */
static inline void co_waiters_fini(
	const struct co_waiters *waiters, const char *what)
{
	CO_ASSERT(!waiters->first, "a %s is destroyed while task '%s' waits",
		what, waiters->first->self->name);
}

/* Given: the awaiter of @w, which waits in @waiters for @object. */
struct co_awaiter *co_waiter_init(struct co_waiter *w,
	struct co_waiters *waiters, co_admit_fn *admit, void *object);

/* Put @w at the end. Context: under the lock of @waiters. */
void co_waiters_push(struct co_waiters *waiters, struct co_waiter *w);

/* Put @w, which was taken out, at the end of a list of those. */
void co_waiters_add(struct co_waiters *woken, struct co_waiter *w);

/*
 * Take the first one out: its wait ends with @result. To be followed by
 * co_waiter_go(), or co_waiters_go() when it is pushed to a list of such.
 *
 * Context: under the lock of @waiters.
 * Returns: the waiter; NULL when there is none.
 */
struct co_waiter *co_waiters_take(struct co_waiters *waiters, int result);

/*
 * Take @w out, wherever it is. Context: under the lock of @waiters.
 * Returns: whether it was in the queue.
 */
bool co_waiters_remove(struct co_waiters *waiters, struct co_waiter *w);

/*
 * The wait of @w has ended: its task goes on, where it belongs, unless suspend
 * is still at work.
 *
 * Ownership: @w is gone when this returns.
 * Context:   any thread, without a lock; @w was taken out.
 */
void co_waiter_go(struct co_waiter *w);

/* Let all of @woken go, in order. Context: as co_waiter_go(). */
void co_waiters_go(struct co_waiters *woken);

/* The halves behind the awaiter; see support/waiter.c. */
struct co_task *co__waiter_suspend(struct co_waiter *w, struct co_task *self);
int co__waiter_detach(struct co_waiter *w);

#ifdef __cplusplus
}
#endif

#endif
