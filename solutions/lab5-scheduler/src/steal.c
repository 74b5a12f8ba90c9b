// SPDX-License-Identifier: MIT
/*
 * Challenge: work stealing.
 *
 * A lost wake-up lies between two threads that each write one thing and then
 * read the other's: who offers pushes and then asks whether anybody is wanted,
 * who rests says so and then looks at the deques. Both write and read with
 * seq_cst, so one of them sees the other.
 *
 * Who rests and who was called stands under a lock, which is taken when that
 * changes: while all have work to do nobody takes it.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/steal.h"

/* What a context has here. */
struct place {
	struct co_deque deque;

	/* Fixed at creation. */
	struct co_steal *steal;
	struct co_executor *executor;
	unsigned index;

	/* Queued at @executor, unless the place rests. */
	struct co_work serve;
	/* Written before @serve is posted, read when it runs. */
	bool called;

	/* Set by its context; cleared by who posts @serve. Under the lock. */
	CO_ATOMIC(bool) resting;
};

struct co_steal {
	/* Fixed at creation. */
	struct place *places;
	unsigned n;

	pthread_mutex_t lock;

	/* Under @lock. */
	unsigned resting;
	unsigned next;   /* where to look for one that rests */
	bool on_its_way; /* one was called, and has not answered yet */

	/* Written under @lock: whether there is somebody to call. */
	CO_ATOMIC(bool) wanted;
};

/* Resting and calling. */

/* Under the lock. */
static void note_wanted(struct co_steal *steal)
{
	atomic_store_explicit(&steal->wanted,
		steal->resting && !steal->on_its_way, memory_order_seq_cst);
}

static bool is_resting(struct place *p)
{
	/* Relaxed: its own context sets it, and finds @serve in its queue. */
	return atomic_load_explicit(&p->resting, memory_order_relaxed);
}

/* Under the lock. */
static void set_resting(struct place *p, bool resting)
{
	atomic_store_explicit(&p->resting, resting, memory_order_relaxed);
	if (resting)
		p->steal->resting++;
	else
		p->steal->resting--;
	note_wanted(p->steal);
}

static void rest(struct place *p)
{
	pthread_mutex_lock(&p->steal->lock);
	set_resting(p, true);
	pthread_mutex_unlock(&p->steal->lock);
}

/* Under the lock; when it is refused @p rests on. */
static int wake(struct place *p)
{
	int err = co_post(p->executor, &p->serve);

	if (!err)
		set_resting(p, false);
	return err;
}

/* On the thread of @p: it will look at its deque. */
static int attend(struct place *p)
{
	int err = 0;

	if (!is_resting(p))
		return 0;
	pthread_mutex_lock(&p->steal->lock);
	if (is_resting(p))
		err = wake(p);
	pthread_mutex_unlock(&p->steal->lock);
	return err;
}

/* Under the lock; somebody rests. In turn: one may be shut. */
static struct place *next_resting(struct co_steal *steal)
{
	struct place *p;

	do
		p = &steal->places[steal->next++ % steal->n];
	while (!is_resting(p));
	return p;
}

static void call_one(struct co_steal *steal)
{
	struct place *p;

	pthread_mutex_lock(&steal->lock);
	if (steal->resting && !steal->on_its_way) {
		p = next_resting(steal);
		p->called = true;
		steal->on_its_way = true;
		/* Refused by a stop: then all drop what is theirs. */
		if (wake(p)) {
			p->called = false;
			steal->on_its_way = false;
		}
	}
	pthread_mutex_unlock(&steal->lock);
}

/* From here on who offers something calls again. */
static void answer(struct place *p)
{
	pthread_mutex_lock(&p->steal->lock);
	p->called = false;
	p->steal->on_its_way = false;
	note_wanted(p->steal);
	pthread_mutex_unlock(&p->steal->lock);
}

static bool something_left(struct co_steal *steal)
{
	unsigned i;

	for (i = 0; i < steal->n; i++)
		if (!co_deque_is_empty(&steal->places[i].deque))
			return true;
	return false;
}

/* If somebody could come, and there is something to come for. */
static void nudge(struct co_steal *steal)
{
	/* Seq_cst: pairs with note_wanted(), as said above. */
	if (atomic_load_explicit(&steal->wanted, memory_order_seq_cst) &&
		something_left(steal))
		call_one(steal);
}

/* Serving: on the context's own thread, or on any when it drops its queue. */

/* The newest of our own; or the oldest of somebody else's. */
static struct co_work *take(struct place *p)
{
	struct co_steal *steal = p->steal;
	struct co_work *work = co_deque_pop(&p->deque);
	unsigned i;

	for (i = 1; !work && i < steal->n; i++)
		work = co_deque_steal(
			&steal->places[(p->index + i) % steal->n].deque);
	return work;
}

static void drop_all(struct place *p)
{
	struct co_work *work;

	while ((work = co_deque_pop(&p->deque)))
		work->run(work, -ECANCELED);
	rest(p);
}

/* Run what there is, for a turn. Returns whether to go on. */
static bool serve_turn(struct place *p)
{
	struct co_work *work;
	unsigned n;

	/* Once the engine is shut we are run again, to drop. */
	for (n = 0; n < CO_STEAL_TURN && !co_engine_is_shut(co_engine_here());
		n++) {
		work = take(p);
		if (!work)
			return false;
		nudge(p->steal);
		work->run(work, 0);
	}
	return true;
}

static void serve(struct co_work *work, int error)
{
	struct place *p = co_container_of(work, struct place, serve);

	if (p->called)
		answer(p);
	if (error) {
		drop_all(p);
	} else if (serve_turn(p)) {
		/* What its own thread posts is always taken. */
		co_post(p->executor, &p->serve);
	} else {
		rest(p);
		nudge(p->steal);
	}
}

/* Offering. */

/* Taken, or dropped: in both cases by the context that runs this. */
static void arrive(struct co_work *work, int error)
{
	struct co_offer *offer = co_container_of(work, struct co_offer, work);
	struct co_task *self = offer->self;

	offer->result = error;
	self->executor = co_executor_here();
	co_resume(self);
}

static struct place *place_of(struct co_steal *steal, struct co_task *task)
{
	unsigned i;

	for (i = 0; steal && i < steal->n; i++)
		if (steal->places[i].executor == task->executor)
			return &steal->places[i];
	return NULL;
}

static struct co_task *offer_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct co_offer *offer = co_container_of(
		awaiter, struct co_offer, awaiter);
	struct place *p = place_of(offer->steal, self);
	int err;

	offer->self = self;
	co_work_init(&offer->work, arrive);
	/* First: what is pushed must not lie where nobody will look. */
	err = p ? attend(p) : -EINVAL;
	if (!err)
		err = co_deque_push(&p->deque, &offer->work);
	if (err) {
		offer->result = err == -ENOSPC ? 0 : err;
		return self;
	}
	nudge(p->steal);
	return NULL;
}

static int offer_resume(struct co_awaiter *awaiter, struct co_task *self)
{
	(void)self;
	return co_container_of(awaiter, struct co_offer, awaiter)->result;
}

struct co_awaiter *co_offer_to(struct co_offer *offer, struct co_steal *steal)
{
	static const struct co_awaiter_ops ops = {
		.name = "offer",
		.suspend = offer_suspend,
		.resume = offer_resume,
	};

	offer->awaiter.ops = &ops;
	offer->steal = steal;
	return &offer->awaiter;
}

/* Making and freeing. */

static void free_places(struct co_steal *steal, unsigned made)
{
	while (made--)
		co_deque_fini(&steal->places[made].deque);
	free(steal->places);
}

static int make_places(
	struct co_steal *steal, struct co_scheduler *s, size_t room)
{
	unsigned i;
	int err;

	steal->places = aligned_alloc(
		_Alignof(struct place), steal->n * sizeof(*steal->places));
	if (!steal->places)
		return -ENOMEM;
	for (i = 0; i < steal->n; i++) {
		struct place *p = &steal->places[i];

		*p = (struct place){.steal = steal, .index = i};
		err = co_deque_init(&p->deque, room);
		if (err) {
			free_places(steal, i);
			return err;
		}
		p->executor = co_context_executor(co_scheduler_context(s, i));
		co_work_init(&p->serve, serve);
	}
	return 0;
}

int co_steal_create(struct co_scheduler *s, size_t room, struct co_steal **out)
{
	struct co_steal *steal = calloc(1, sizeof(*steal));
	unsigned i;
	int err;

	if (!steal)
		return -ENOMEM;
	steal->n = co_scheduler_size(s);
	err = make_places(steal, s, room ? room : CO_STEAL_ROOM);
	if (err) {
		free(steal);
		return err;
	}
	pthread_mutex_init(&steal->lock, NULL);
	for (i = 0; i < steal->n; i++)
		set_resting(&steal->places[i], true);
	*out = steal;
	return 0;
}

void co_steal_destroy(struct co_steal *steal)
{
	if (!steal)
		return;
	CO_ASSERT(steal->resting == steal->n,
		"stealing goes before its scheduler: a context is called");
	free_places(steal, steal->n);
	pthread_mutex_destroy(&steal->lock);
	free(steal);
}
