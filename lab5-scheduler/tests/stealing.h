/* SPDX-License-Identifier: MIT */
/*
 * What the tests of the challenge share: tasks that offer themselves, and a
 * meeting of tasks that hold their threads.
 *
 * A meeting shows without a clock that work was stolen: each task that comes
 * keeps its thread until all have come, so on one context they would wait for
 * ever.
 */
#ifndef LAB5_STEALING_H
#define LAB5_STEALING_H

#include <sched.h>

#include "co/steal.h"
#include "util.h"

struct meeting {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int missing; /* under @lock */
};

#define MEETING_INITIALIZER(n)                                                 \
	{                                                                      \
		PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, n         \
	}

static inline void meet(struct meeting *m)
{
	pthread_mutex_lock(&m->lock);
	if (--m->missing == 0)
		pthread_cond_broadcast(&m->changed);
	while (m->missing > 0)
		pthread_cond_wait(&m->changed, &m->lock);
	pthread_mutex_unlock(&m->lock);
}

/* What became of some offers; any thread. */
struct fates {
	CO_ATOMIC(int) taken;
	CO_ATOMIC(int) cancelled;
	CO_ATOMIC(int) gone;
};

/* Offers itself, comes to a meeting, does I/O and stays where it is. */
struct wanderer {
	struct co_task task;
	struct co_offer offer;
	struct co_io io;
	struct co_steal *steal;
	struct fates *fates;
	struct meeting *meeting;    /* or NULL */
	struct co_scheduler *stops; /* or NULL */
	struct co_context *at;
	int nops;
};

static inline void wanderer_cleanup(struct co_task *self)
{
	atomic_fetch_add(&co_frame(self, struct wanderer)->fates->gone, 1);
}

/* After the await: where it was taken, and where it therefore belongs. */
static inline void wanderer_arrived(struct wanderer *f, int error)
{
	f->at = co_context_here();
	CO_CHECK(f->at != NULL);
	CO_CHECK(f->task.executor == co_context_executor(f->at));
	if (error)
		CO_CHECK_EQ(-ECANCELED, error);
	atomic_fetch_add(error ? &f->fates->cancelled : &f->fates->taken, 1);
}

/* Return when the context of this thread takes nothing more. */
static inline void stop_here(struct co_scheduler *s)
{
	co_scheduler_stop(s);
	while (!co_engine_is_shut(co_engine_here()))
		sched_yield();
}

static struct co_task *wanderer_body(struct co_task *self)
{
	struct wanderer *f = co_frame(self, struct wanderer);

	CO_BEGIN(self);
	CO_AWAIT(self, co_offer_to(&f->offer, f->steal));
	wanderer_arrived(f, co_awaited(self));
	if (co_awaited(self))
		return co_finish(self, co_awaited(self));
	if (f->stops)
		stop_here(f->stops);
	if (f->meeting)
		meet(f->meeting);
	for (; f->nops; f->nops--) {
		CO_TRY(self, co_nop(&f->io));
		CO_CHECK(co_context_here() == f->at);
	}
	CO_END(self);
}

static inline struct wanderer *make_wanderer(
	struct co_steal *steal, struct fates *fates)
{
	struct co_task *task = co_task_create(
		sizeof(struct wanderer), wanderer_body, "job");
	struct wanderer *f;

	CO_CHECK(task != NULL);
	f = co_frame(task, struct wanderer);
	f->steal = steal;
	f->fates = fates;
	f->meeting = NULL;
	f->stops = NULL;
	f->nops = 0;
	co_task_set_cleanup(task, wanderer_cleanup);
	return f;
}

/* To one context, whichever that is: the others have to come for it. */
static inline void submit_to_one(struct co_scheduler *s, struct wanderer *f)
{
	CO_CHECK_EQ(0, co_scheduler_submit_key(s, &f->task, 0));
}

/* Submits all of a crowd where it runs itself, before any of them begins. */
struct crowd {
	struct co_task task;
	struct co_scheduler *scheduler;
	struct meeting *meeting; /* to come to first; or NULL */
	struct wanderer **members;
	int n;
	struct co_task *behind; /* submitted after them; or NULL */
};

static struct co_task *crowd_body(struct co_task *self)
{
	struct crowd *f = co_frame(self, struct crowd);
	int i;

	CO_BEGIN(self);
	if (f->meeting)
		meet(f->meeting);
	for (i = 0; i < f->n; i++)
		submit_to_one(f->scheduler, f->members[i]);
	if (f->behind)
		CO_CHECK_EQ(
			0, co_scheduler_submit_key(f->scheduler, f->behind, 0));
	CO_END(self);
}

static inline struct crowd *make_crowd(
	struct co_scheduler *s, struct wanderer **members, int n)
{
	struct co_task *task = co_task_create(
		sizeof(struct crowd), crowd_body, "crowd");
	struct crowd *f = co_frame(task, struct crowd);

	f->scheduler = s;
	f->meeting = NULL;
	f->members = members;
	f->n = n;
	f->behind = NULL;
	return f;
}

static inline void submit_crowd(
	struct co_scheduler *s, struct wanderer **members, int n)
{
	struct crowd *f = make_crowd(s, members, n);

	CO_CHECK_EQ(0, co_scheduler_submit_key(s, &f->task, 0));
}

static inline struct co_steal *make_steal(struct co_scheduler *s, size_t room)
{
	struct co_steal *steal = NULL;

	CO_CHECK_EQ(0, co_steal_create(s, room, &steal));
	return steal;
}

#endif
