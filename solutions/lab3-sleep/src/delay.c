// SPDX-License-Identifier: MIT
/*
 * The delay scheduler: one thread, a heap, a condition.
 *
 * After every wait the thread looks at the heap anew: whatever it knew before,
 * the top may have been cancelled, or an earlier one armed.
 */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "co/delay.h"

struct co_delay {
	pthread_t thread; /* fixed at creation */

	pthread_mutex_t lock;
	pthread_cond_t changed; /* an earlier deadline, or a shutdown */
	pthread_cond_t ended;

	/* Under @lock. */
	struct co_heap heap;
	bool stopping; /* takes no more */
	bool dropping; /* what is left does not fire */
	bool finished; /* the thread touches nothing any more */
};

static struct co_timer *timer_of(struct co_heap_node *node)
{
	return co_container_of(node, struct co_timer, node);
}

static void wait_until(struct co_delay *d, uint64_t deadline)
{
	struct timespec ts = {
		.tv_sec = (time_t)(deadline / 1000000000),
		.tv_nsec = (long)(deadline % 1000000000),
	};

	if (deadline == UINT64_MAX)
		pthread_cond_wait(&d->changed, &d->lock);
	else
		pthread_cond_timedwait(&d->changed, &d->lock, &ts);
}

/*
 * Take the first timer out if it is due, or if all are dropped. One at a time:
 * the others can still be cancelled, also by what this one does. @now is read
 * again only when it is not late enough.
 */
static struct co_timer *take_due(struct co_delay *d, uint64_t *now)
{
	struct co_heap_node *top = co_heap_top(&d->heap);

	if (!top)
		return NULL;
	if (!d->dropping && top->deadline > *now) {
		*now = co_clock_now();
		if (top->deadline > *now)
			return NULL;
	}
	return timer_of(co_heap_pop(&d->heap));
}

static void *delay_loop(void *arg)
{
	struct co_delay *d = arg;
	struct co_timer *timer;
	uint64_t now = 0;
	int error;

	pthread_setname_np(pthread_self(), "delay");
	pthread_mutex_lock(&d->lock);
	for (;;) {
		timer = take_due(d, &now);
		if (timer) {
			error = d->dropping ? -ECANCELED : 0;
			pthread_mutex_unlock(&d->lock);
			co_timer_fire(timer, error);
			pthread_mutex_lock(&d->lock);
		} else if (d->heap.count) {
			wait_until(d, co_heap_top(&d->heap)->deadline);
		} else if (!d->stopping) {
			pthread_cond_wait(&d->changed, &d->lock);
		} else {
			break;
		}
	}
	d->finished = true;
	pthread_cond_broadcast(&d->ended);
	pthread_mutex_unlock(&d->lock);
	return NULL;
}

static int init_conditions(struct co_delay *d)
{
	pthread_condattr_t attr;
	int err;

	err = pthread_condattr_init(&attr);
	if (err)
		return -err;
	/* The wall clock may be set at any moment; this one only goes on. */
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	err = pthread_cond_init(&d->changed, &attr);
	pthread_condattr_destroy(&attr);
	if (err)
		return -err;
	pthread_cond_init(&d->ended, NULL);
	return 0;
}

int co_delay_create(struct co_delay **out)
{
	struct co_delay *d = calloc(1, sizeof(*d));
	int err;

	if (!d)
		return -ENOMEM;
	pthread_mutex_init(&d->lock, NULL);
	err = init_conditions(d);
	if (err)
		goto err_free;
	err = -pthread_create(&d->thread, NULL, delay_loop, d);
	if (err)
		goto err_conditions;
	*out = d;
	return 0;

err_conditions:
	pthread_cond_destroy(&d->ended);
	pthread_cond_destroy(&d->changed);
err_free:
	pthread_mutex_destroy(&d->lock);
	free(d);
	return err;
}

int co_delay_reserve(struct co_delay *d, size_t timers)
{
	int err;

	pthread_mutex_lock(&d->lock);
	err = co_heap_reserve(&d->heap, timers);
	pthread_mutex_unlock(&d->lock);
	return err;
}

int co__delay_arm(struct co_delay *d, struct co_timer *timer,
	struct co_executor *executor, uint64_t deadline)
{
	int err = -ESHUTDOWN;

	pthread_mutex_lock(&d->lock);
	CO_ASSERT(!co_heap_contains(&timer->node) && !timer->work.next,
		"a timer is armed that is armed already");
	if (!d->stopping) {
		timer->executor = executor;
		timer->node.deadline = deadline;
		err = co_heap_insert(&d->heap, &timer->node);
	}
	/* Only an earlier deadline changes for how long the thread sleeps. */
	if (!err && co_heap_top(&d->heap) == &timer->node)
		pthread_cond_signal(&d->changed);
	pthread_mutex_unlock(&d->lock);
	return err;
}

int co__delay_cancel(struct co_delay *d, struct co_timer *timer)
{
	int err;

	pthread_mutex_lock(&d->lock);
	err = co_heap_remove(&d->heap, &timer->node);
	pthread_mutex_unlock(&d->lock);
	return err;
}

void co_delay_shutdown(struct co_delay *d, enum co_shutdown how)
{
	pthread_mutex_lock(&d->lock);
	d->stopping = true;
	if (how == CO_SHUTDOWN_NOW)
		d->dropping = true;
	pthread_cond_signal(&d->changed);
	pthread_mutex_unlock(&d->lock);
}

void co_delay_join(struct co_delay *d)
{
	CO_ASSERT(!pthread_equal(pthread_self(), d->thread),
		"the delay scheduler is joined from its own thread");
	pthread_mutex_lock(&d->lock);
	while (!d->finished)
		pthread_cond_wait(&d->ended, &d->lock);
	pthread_mutex_unlock(&d->lock);
}

void co_delay_destroy(struct co_delay *d)
{
	if (!d)
		return;
	co_delay_shutdown(d, CO_SHUTDOWN_NOW);
	co_delay_join(d);
	pthread_join(d->thread, NULL);
	co_heap_fini(&d->heap);
	pthread_cond_destroy(&d->ended);
	pthread_cond_destroy(&d->changed);
	pthread_mutex_destroy(&d->lock);
	free(d);
}
