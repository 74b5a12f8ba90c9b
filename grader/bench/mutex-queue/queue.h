/* SPDX-License-Identifier: MIT */
/*
 * A list of work under a mutex: what people put in front of an event loop that
 * has only a wake-up. The consumer takes all of it at once.
 */
#ifndef BENCH_QUEUE_H
#define BENCH_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct work {
	struct work *next;
	void (*run)(struct work *work);
};

struct queue {
	pthread_mutex_t lock;
	struct work *first, **last; /* under @lock */
};

static inline void queue_init(struct queue *q)
{
	pthread_mutex_init(&q->lock, NULL);
	q->first = NULL;
	q->last = &q->first;
}

/* Returns whether it was empty: then the consumer must be woken. */
static inline bool queue_push(struct queue *q, struct work *w)
{
	bool was_empty;

	w->next = NULL;
	pthread_mutex_lock(&q->lock);
	was_empty = !q->first;
	*q->last = w;
	q->last = &w->next;
	pthread_mutex_unlock(&q->lock);
	return was_empty;
}

static inline struct work *queue_take(struct queue *q)
{
	struct work *all;

	pthread_mutex_lock(&q->lock);
	all = q->first;
	q->first = NULL;
	q->last = &q->first;
	pthread_mutex_unlock(&q->lock);
	return all;
}

static inline void run_all(struct work *work)
{
	struct work *next;

	for (; work; work = next) {
		next = work->next;
		work->run(work);
	}
}

static inline double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

#endif
