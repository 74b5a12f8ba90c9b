// SPDX-License-Identifier: MIT
/*
 * Part B: a new thread for each work item.
 *
 * A thread cannot free what it runs on, so it says that it has ended, and the
 * next post or the destructor joins it: at most as many ended threads are kept
 * as ever ran at the same time.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/new_thread.h"

struct thread {
	struct thread *next;
	struct co_new_thread *owner;
	struct co_work *work;
	pthread_t id;
};

struct co_new_thread {
	struct co_executor executor;
	pthread_mutex_t lock;
	pthread_cond_t all_ended;

	/* Under @lock. */
	bool shut_down;
	unsigned running;
	struct thread *ended; /* to be joined and freed */
};

/* The executor that this thread belongs to, whatever it runs just now. */
static __thread struct co_new_thread *mine;

static void *run(void *arg)
{
	struct thread *t = arg;
	struct co_new_thread *e = t->owner;

	mine = e;
	co_thread_begin(&e->executor);
	co_work_run(&e->executor, t->work, 0);
	pthread_mutex_lock(&e->lock);
	t->next = e->ended;
	e->ended = t;
	if (--e->running == 0)
		pthread_cond_signal(&e->all_ended);
	pthread_mutex_unlock(&e->lock);
	return NULL;
}

/* They have nothing left to do but to return: joining hardly waits. */
static void join_all(struct thread *list)
{
	struct thread *next;

	for (; list; list = next) {
		next = list->next;
		pthread_join(list->id, NULL);
		free(list);
	}
}

/* Under the lock: @t is not among the ended before its @id is written. */
static int start(struct co_new_thread *e, struct thread *t)
{
	int err;

	if (e->shut_down)
		return -ESHUTDOWN;
	err = -pthread_create(&t->id, NULL, run, t);
	if (!err)
		e->running++;
	return err;
}

static int new_thread_post(struct co_executor *executor, struct co_work *work)
{
	struct co_new_thread *e = co_container_of(
		executor, struct co_new_thread, executor);
	struct thread *ended;
	struct thread *t;
	int err;

	err = co_work_check(work);
	if (err)
		return err;
	t = malloc(sizeof(*t));
	if (!t)
		return -ENOMEM;
	t->owner = e;
	t->work = work;
	work->next = CO_WORK_LAST;
	pthread_mutex_lock(&e->lock);
	err = start(e, t);
	ended = e->ended;
	e->ended = NULL;
	pthread_mutex_unlock(&e->lock);
	join_all(ended);
	if (err) {
		work->next = NULL;
		free(t);
	}
	return err;
}

int co_new_thread_create(struct co_new_thread **out)
{
	struct co_new_thread *e = calloc(1, sizeof(*e));

	if (!e)
		return -ENOMEM;
	co_executor_init(&e->executor, new_thread_post, "new-thread");
	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->all_ended, NULL);
	*out = e;
	return 0;
}

struct co_executor *co_new_thread_executor(struct co_new_thread *e)
{
	return &e->executor;
}

void co_new_thread_destroy(struct co_new_thread *e)
{
	if (!e)
		return;
	CO_ASSERT(mine != e, "executor '%s' is destroyed from its own thread",
		e->executor.name);
	pthread_mutex_lock(&e->lock);
	e->shut_down = true;
	while (e->running)
		pthread_cond_wait(&e->all_ended, &e->lock);
	pthread_mutex_unlock(&e->lock);
	/* Joined, they are out of the lock too: only now may it go. */
	join_all(e->ended);
	pthread_cond_destroy(&e->all_ended);
	pthread_mutex_destroy(&e->lock);
	free(e);
}
