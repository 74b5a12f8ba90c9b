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

/* A scheduler whose contexts steal. */
struct market {
	struct co_scheduler *scheduler;
	struct co_steal *steal;
	struct tally tally;
	struct fates fates;
};

static inline void market_open(struct market *m, unsigned contexts, size_t room)
{
	*m = (struct market){.steal = NULL};
	m->scheduler = make_scheduler(
		contexts, CO_DISPATCH_ROUND_ROBIN, &m->tally);
	CO_CHECK_EQ(0, co_steal_create(m->scheduler, room, &m->steal));
}

/* All @wanderers that were made are gone by now. */
static inline void market_close(struct market *m, int wanderers)
{
	CO_CHECK_EQ(0, co_scheduler_live(m->scheduler));
	co_scheduler_destroy(m->scheduler);
	CO_CHECK_EQ(wanderers, m->fates.gone);
	co_steal_destroy(m->steal);
}

/* Offers itself, comes to a meeting, does I/O and stays where it is. */
struct wanderer {
	struct co_task task;
	struct co_offer offer;
	struct co_io io;
	struct market *market;
	struct meeting *meeting; /* or NULL */
	bool stops;              /* the scheduler, once it was taken */
	struct co_context *at;
	int nops;
};

static inline void wanderer_cleanup(struct co_task *self)
{
	atomic_fetch_add(
		&co_frame(self, struct wanderer)->market->fates.gone, 1);
}

/* After the await: where it was taken, and where it therefore belongs. */
static inline void wanderer_arrived(struct wanderer *f, int error)
{
	struct fates *fates = &f->market->fates;

	f->at = co_context_here();
	CO_CHECK(f->at != NULL);
	CO_CHECK(f->task.executor == co_context_executor(f->at));
	if (error)
		CO_CHECK_EQ(-ECANCELED, error);
	atomic_fetch_add(error ? &fates->cancelled : &fates->taken, 1);
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
	CO_AWAIT(self, co_offer_to(&f->offer, f->market->steal));
	wanderer_arrived(f, co_awaited(self));
	if (co_awaited(self))
		return co_finish(self, co_awaited(self));
	if (f->stops)
		stop_here(f->market->scheduler);
	if (f->meeting)
		meet(f->meeting);
	for (; f->nops; f->nops--) {
		CO_TRY(self, co_nop(&f->io));
		CO_CHECK(co_context_here() == f->at);
	}
	CO_END(self);
}

static inline struct wanderer *make_wanderer(struct market *market)
{
	struct co_task *task = co_task_create(
		sizeof(struct wanderer), wanderer_body, "job");
	struct wanderer *f;

	CO_CHECK(task != NULL);
	f = co_frame(task, struct wanderer);
	f->market = market;
	f->meeting = NULL;
	f->stops = false;
	f->nops = 0;
	co_task_set_cleanup(task, wanderer_cleanup);
	return f;
}

/* To one context, whichever that is: the others have to come for it. */
static inline void submit_to_one(struct market *m, struct co_task *task)
{
	CO_CHECK_EQ(0, co_scheduler_submit_key(m->scheduler, task, 0));
}

/* Submits all of a crowd where it runs itself, before any of them begins. */
struct crowd {
	struct co_task task;
	struct market *market;
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
		submit_to_one(f->market, &f->members[i]->task);
	if (f->behind)
		submit_to_one(f->market, f->behind);
	CO_END(self);
}

static inline struct crowd *make_crowd(
	struct market *m, struct wanderer **members, int n)
{
	struct co_task *task = co_task_create(
		sizeof(struct crowd), crowd_body, "crowd");
	struct crowd *f = co_frame(task, struct crowd);

	f->market = m;
	f->meeting = NULL;
	f->members = members;
	f->n = n;
	f->behind = NULL;
	return f;
}

static inline void submit_crowd(
	struct market *m, struct wanderer **members, int n)
{
	submit_to_one(m, &make_crowd(m, members, n)->task);
}

#endif
