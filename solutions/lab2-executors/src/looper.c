// SPDX-License-Identifier: MIT
/*
 * Part C: the looper.
 *
 * Posters push onto a stack, @inbox, with one compare-and-swap; the looper
 * takes all of it with another and turns it round. The same word says
 * what the looper does:
 *
 *	NULL       awake, nothing posted since it last took
 *	a stack    awake, work is waiting, the newest first
 *	SLEEPING   asleep: only who holds @lock may change it, and wakes it
 *	CLOSED     shut down: what was there is in @rest
 *
 * A poster that finds SLEEPING holds the lock until it has signalled. So the
 * looper cannot run the work, and nobody can learn of it and destroy the
 * looper, before the poster is done with it. In the other cases the push is
 * the last thing that a poster does.
 *
 * The looper's own posts need no atomic: they go to @local, as long as the
 * inbox is empty. So all that is in @local was posted before all that is in
 * the inbox, and running it first keeps the order.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/looper.h"

#define SLEEPING ((struct co_work *)-2)
#define CLOSED   ((struct co_work *)-3)

struct co_looper {
	struct co_executor executor;
	pthread_t thread;

	CO_ATOMIC(struct co_work *) inbox;
	CO_ATOMIC(bool) drop;

	/* The looper's thread only. */
	struct co_work_queue local;

	pthread_mutex_t lock;
	pthread_cond_t wanted; /* the inbox is no longer SLEEPING */
	pthread_cond_t ended_cond;

	/* Under @lock. */
	struct co_work *rest; /* what the shutdown found in the inbox */
	bool ended;
};

/* The looper whose thread this is, whatever it runs just now. */
static __thread struct co_looper *mine;

static struct co_work *inbox_of(struct co_looper *l)
{
	return atomic_load_explicit(&l->inbox, memory_order_relaxed);
}

/* Release: what the poster wrote is there when the looper takes the work. */
static bool push(struct co_looper *l, struct co_work *head, struct co_work *w)
{
	w->next = head && head != SLEEPING ? head : CO_WORK_LAST;
	return atomic_compare_exchange_strong_explicit(&l->inbox, &head, w,
		memory_order_release, memory_order_relaxed);
}

/* The looper slept a moment ago. False: it no longer does. */
static bool push_and_wake(struct co_looper *l, struct co_work *work)
{
	bool pushed;

	pthread_mutex_lock(&l->lock);
	pushed = push(l, SLEEPING, work);
	if (pushed)
		pthread_cond_signal(&l->wanted);
	pthread_mutex_unlock(&l->lock);
	return pushed;
}

static int looper_post(struct co_executor *executor, struct co_work *work)
{
	struct co_looper *l = co_container_of(
		executor, struct co_looper, executor);
	struct co_work *head;
	bool pushed = false;
	int err;

	err = co_work_check(work);
	if (err)
		return err;
	if (mine == l && !inbox_of(l)) {
		co_queue_push(&l->local, work);
		return 0;
	}
	while (!pushed) {
		head = inbox_of(l);
		if (head == CLOSED) {
			work->next = NULL;
			return -ESHUTDOWN;
		}
		pushed = head == SLEEPING ? push_and_wake(l, work)
					  : push(l, head, work);
	}
	return 0;
}

/* The looper's side. */

static void run_one(struct co_looper *l, struct co_work *work)
{
	bool drop = atomic_load_explicit(&l->drop, memory_order_relaxed);

	co_work_run(&l->executor, work, drop ? -ECANCELED : 0);
}

/* Run or drop a stack of work, the oldest first, and what it posts here. */
static void run(struct co_looper *l, struct co_work *stack)
{
	struct co_work *oldest = CO_WORK_LAST;
	struct co_work *next;

	for (; stack != CO_WORK_LAST; stack = next) {
		next = stack->next;
		stack->next = oldest;
		oldest = stack;
	}
	for (; oldest != CO_WORK_LAST; oldest = next) {
		next = oldest->next;
		run_one(l, oldest);
	}
	while ((next = co_queue_pop(&l->local)))
		run_one(l, next);
}

static void sleep_until_wanted(struct co_looper *l)
{
	struct co_work *empty = NULL;

	/* Fails when something came in: then there is no time to sleep. */
	if (!atomic_compare_exchange_strong_explicit(&l->inbox, &empty,
		    SLEEPING, memory_order_relaxed, memory_order_relaxed))
		return;
	pthread_mutex_lock(&l->lock);
	while (inbox_of(l) == SLEEPING)
		pthread_cond_wait(&l->wanted, &l->lock);
	pthread_mutex_unlock(&l->lock);
}

/* All that was posted, or CLOSED. */
static struct co_work *take(struct co_looper *l)
{
	struct co_work *head;

	while (!(head = inbox_of(l)))
		sleep_until_wanted(l);
	if (head == CLOSED)
		return CLOSED;
	/*
	 * Acquire: pairs with the release in push(). A shutdown may come in
	 * between: then CLOSED must stay.
	 */
	while (!atomic_compare_exchange_weak_explicit(&l->inbox, &head, NULL,
		memory_order_acquire, memory_order_relaxed))
		if (head == CLOSED)
			return CLOSED;
	return head;
}

static struct co_work *take_rest(struct co_looper *l)
{
	struct co_work *rest;

	pthread_mutex_lock(&l->lock);
	rest = l->rest;
	pthread_mutex_unlock(&l->lock);
	return rest;
}

static void *loop(void *arg)
{
	struct co_looper *l = arg;
	struct co_work *stack;

	mine = l;
	co_thread_begin(&l->executor);
	while ((stack = take(l)) != CLOSED)
		run(l, stack);
	run(l, take_rest(l));
	pthread_mutex_lock(&l->lock);
	l->ended = true;
	pthread_cond_broadcast(&l->ended_cond);
	pthread_mutex_unlock(&l->lock);
	return NULL;
}

/* Its owner's side. */

int co_looper_create(const char *name, struct co_looper **out)
{
	struct co_looper *l = calloc(1, sizeof(*l));
	int err;

	if (!l)
		return -ENOMEM;
	co_executor_init(&l->executor, looper_post, name);
	l->rest = CO_WORK_LAST;
	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->wanted, NULL);
	pthread_cond_init(&l->ended_cond, NULL);
	err = pthread_create(&l->thread, NULL, loop, l);
	if (err)
		goto err_free;
	*out = l;
	return 0;

err_free:
	pthread_cond_destroy(&l->ended_cond);
	pthread_cond_destroy(&l->wanted);
	pthread_mutex_destroy(&l->lock);
	free(l);
	return -err;
}

struct co_executor *co_looper_executor(struct co_looper *looper)
{
	return &looper->executor;
}

void co_looper_shutdown(struct co_looper *l, enum co_shutdown how)
{
	struct co_work *head;

	if (how == CO_SHUTDOWN_NOW)
		atomic_store_explicit(&l->drop, true, memory_order_relaxed);
	/*
	 * All under the lock: who finds CLOSED and then takes it finds @rest.
	 * Acquire and release: hands on what the posters wrote.
	 */
	pthread_mutex_lock(&l->lock);
	head = atomic_exchange_explicit(
		&l->inbox, CLOSED, memory_order_acq_rel);
	if (head && head != SLEEPING && head != CLOSED)
		l->rest = head;
	pthread_cond_signal(&l->wanted);
	pthread_mutex_unlock(&l->lock);
}

void co_looper_join(struct co_looper *l)
{
	CO_ASSERT(mine != l, "looper '%s' is joined from its own thread",
		l->executor.name);
	pthread_mutex_lock(&l->lock);
	while (!l->ended)
		pthread_cond_wait(&l->ended_cond, &l->lock);
	pthread_mutex_unlock(&l->lock);
}

void co_looper_destroy(struct co_looper *l)
{
	if (!l)
		return;
	CO_ASSERT(mine != l, "looper '%s' is destroyed from its own thread",
		l->executor.name);
	co_looper_shutdown(l, CO_SHUTDOWN_NOW);
	pthread_join(l->thread, NULL);
	pthread_cond_destroy(&l->ended_cond);
	pthread_cond_destroy(&l->wanted);
	pthread_mutex_destroy(&l->lock);
	free(l);
}
