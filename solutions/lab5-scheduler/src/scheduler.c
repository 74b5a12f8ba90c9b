// SPDX-License-Identifier: MIT
/*
 * Part C: the scheduler.
 *
 * The lock of the root group is the scheduler's: so the loop waits in one place
 * for the last task and for a stop, and what it checks there cannot change
 * between the check and the wait.
 */
#include <stdlib.h>
#include <string.h>

#include "co/scheduler.h"

enum state {
	CLOSED,   /* what is submitted waits in the scheduler */
	OPEN,     /* it goes straight to a context */
	STOPPING, /* it is refused */
};

/* A context and what is counted for it, apart from the others' lines. */
struct place {
	_Alignas(64) struct co_group group; /* its parent is @all */
	struct co_scheduler *scheduler;
	struct co_context *context;
	unsigned index;
	struct co_work arrive; /* tells its thread which place it is */
};

struct co_scheduler {
	/* Fixed at creation. */
	struct place *places;
	unsigned n;
	struct co_dispatch dispatch;

	struct co_group all;

	/* Under the lock of @all. */
	bool looping;
	struct co_work_queue waiting; /* wrappers, created */

	/* Written under the lock of @all. */
	CO_ATOMIC(unsigned) state;
};

/* The place whose thread this is. */
static __thread struct place *here;

static void arrive(struct co_work *work, int error)
{
	(void)error;
	here = co_container_of(work, struct place, arrive);
}

/* A task of @group is about to be counted down. */
static void task_left(struct co_group *group)
{
	struct place *p = co_container_of(group, struct place, group);

	co_dispatch_done(&p->scheduler->dispatch, p->index);
}

/* Making and freeing. */

static void free_places(struct co_scheduler *s, unsigned made)
{
	while (made--) {
		struct place *p = &s->places[made];

		co_context_destroy(p->context);
		co_group_fini(&p->group);
	}
	free(s->places);
}

static int make_places(struct co_scheduler *s, unsigned entries)
{
	unsigned i;
	int err;

	s->places = aligned_alloc(
		_Alignof(struct place), s->n * sizeof(*s->places));
	if (!s->places)
		return -ENOMEM;
	for (i = 0; i < s->n; i++) {
		struct place *p = &s->places[i];

		err = co_context_create("context", entries, &p->context);
		if (err) {
			free_places(s, i);
			return err;
		}
		co_group_init(&p->group, &s->all);
		p->group.left = task_left;
		p->scheduler = s;
		p->index = i;
		co_work_init(&p->arrive, arrive);
	}
	return 0;
}

static int init(struct co_scheduler *s, const struct co_scheduler_options *o)
{
	int err;

	s->n = o->contexts ? o->contexts : co_cores();
	err = co_dispatch_init(&s->dispatch, s->n, o->dispatch);
	if (err)
		return err;
	co_group_init(&s->all, NULL);
	if (o->report) {
		s->all.report = o->report;
		s->all.report_data = o->report_data;
	}
	err = make_places(s, o->entries);
	if (err) {
		co_group_fini(&s->all);
		co_dispatch_fini(&s->dispatch);
	}
	return err;
}

int co_scheduler_create(
	const struct co_scheduler_options *options, struct co_scheduler **out)
{
	static const struct co_scheduler_options defaults = {
		.entries = CO_SCHEDULER_ENTRIES,
	};
	struct co_scheduler *s;
	int err;

	if (!options)
		options = &defaults;
	if (!options->entries || options->contexts > CO_SCHEDULER_MOST)
		return -EINVAL;
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	err = init(s, options);
	if (err) {
		free(s);
		return err;
	}
	*out = s;
	return 0;
}

static struct co_task *next_waiting(struct co_work_queue *queue)
{
	struct co_work *work = co_queue_pop(queue);

	return work ? co_container_of(work, struct co_task, work) : NULL;
}

void co_scheduler_destroy(struct co_scheduler *s)
{
	struct co_task *wrapper;

	if (!s)
		return;
	CO_ASSERT(!s->looping, "a scheduler goes while its loop runs");
	while ((wrapper = next_waiting(&s->waiting)))
		co_task_kill(wrapper, -ECANCELED);
	free_places(s, s->n);
	co_group_fini(&s->all);
	co_dispatch_fini(&s->dispatch);
	free(s);
}

unsigned co_scheduler_size(const struct co_scheduler *s)
{
	return s->n;
}

struct co_context *co_scheduler_context(struct co_scheduler *s, unsigned i)
{
	CO_ASSERT(i < s->n, "context %u of a scheduler that has %u", i, s->n);
	return s->places[i].context;
}

size_t co_scheduler_live(struct co_scheduler *s)
{
	size_t sum = 0;
	unsigned i;

	for (i = 0; i < s->n; i++)
		sum += co_group_live(&s->places[i].group);
	return sum;
}

/* Submitting. */

/*
 * In one order with the counts of the groups: who submits counts and then looks
 * at the state, who closes writes the state and then looks at the count.
 */
static enum state state_of(struct co_scheduler *s)
{
	return (enum state)atomic_load_explicit(
		&s->state, memory_order_seq_cst);
}

static void set_state(struct co_scheduler *s, enum state state)
{
	atomic_store_explicit(&s->state, (unsigned)state, memory_order_seq_cst);
}

/* Keep @wrapper for the loop, unless that has begun meanwhile. */
static enum state keep_waiting(struct co_scheduler *s, struct co_task *wrapper)
{
	enum state state;

	pthread_mutex_lock(&s->all.lock);
	state = state_of(s);
	if (state == CLOSED)
		co_queue_push(&s->waiting, &wrapper->work);
	pthread_mutex_unlock(&s->all.lock);
	return state;
}

/*
 * @wrapper is counted already. So when the loop is just ending it either sees
 * the task and goes on, or has closed before: then the task waits for the next.
 */
static int hand_over(struct co_scheduler *s, struct co_task *wrapper)
{
	enum state state = state_of(s);

	if (state == CLOSED)
		state = keep_waiting(s, wrapper);
	switch (state) {
	case CLOSED:
		return 0;
	case OPEN:
		return co_start(wrapper);
	case STOPPING:
		break;
	}
	return -ESHUTDOWN;
}

static int submit(struct co_scheduler *s, struct co_task *task, unsigned index)
{
	struct place *p = &s->places[index];
	struct co_task *wrapper;
	int err;

	err = co__detach_prepare(
		&p->group, task, co_context_executor(p->context), &wrapper);
	if (!err) {
		err = hand_over(s, wrapper);
		if (err)
			co__detach_undo(wrapper);
	}
	if (err)
		co_dispatch_done(&s->dispatch, index);
	return err;
}

int co_scheduler_submit(struct co_scheduler *s, struct co_task *task)
{
	uint64_t key = (uintptr_t)task;

	if (here && here->scheduler == s)
		return submit(s, task,
			co_dispatch_pick_near(&s->dispatch, key, here->index));
	return submit(s, task, co_dispatch_pick(&s->dispatch, key));
}

int co_scheduler_submit_key(
	struct co_scheduler *s, struct co_task *task, uint64_t key)
{
	unsigned index = co_dispatch_by_key(key, s->n);

	return submit(s, task, co_dispatch_pick_place(&s->dispatch, index));
}

/* The loop. */

/* Let the first @n contexts end, and wait until they have. */
static void end_contexts(struct co_scheduler *s, unsigned n)
{
	unsigned i;

	for (i = 0; i < n; i++)
		co_context_release(s->places[i].context);
	for (i = 0; i < n; i++)
		co_context_join(s->places[i].context);
}

static int start_contexts(struct co_scheduler *s)
{
	unsigned i;
	int err;

	for (i = 0; i < s->n; i++) {
		struct place *p = &s->places[i];

		co_context_hold(p->context);
		err = co_context_start(p->context);
		if (err) {
			end_contexts(s, i + 1);
			return err;
		}
		co_post(co_context_executor(p->context), &p->arrive);
	}
	return 0;
}

static void stop_contexts(struct co_scheduler *s)
{
	unsigned i;

	for (i = 0; i < s->n; i++)
		co_context_stop(s->places[i].context);
}

/* All contexts run: let them have what waited. */
static void open_up(struct co_scheduler *s)
{
	struct co_work_queue waiting = {0};
	struct co_task *wrapper;

	pthread_mutex_lock(&s->all.lock);
	if (state_of(s) == CLOSED) {
		set_state(s, OPEN);
		co_queue_append(&waiting, &s->waiting);
	}
	pthread_mutex_unlock(&s->all.lock);
	/* Only we stop contexts, and have not: they take it. */
	while ((wrapper = next_waiting(&waiting)))
		if (co_start(wrapper))
			co_task_kill(wrapper, -ECANCELED);
}

/*
 * Under the lock. Who was counted before we close may have seen that we were
 * open, and starts its task: then we are open still.
 */
static bool close_if_empty(struct co_scheduler *s)
{
	if (state_of(s) != OPEN || co_group_live(&s->all))
		return false;
	set_state(s, CLOSED);
	if (!atomic_load_explicit(&s->all.live, memory_order_seq_cst))
		return true;
	set_state(s, OPEN);
	return false;
}

/* Returns 0, or -ECANCELED after a stop. */
static int wait_for_end(struct co_scheduler *s)
{
	bool closed;

	pthread_mutex_lock(&s->all.lock);
	while (!(closed = close_if_empty(s)) && state_of(s) == OPEN)
		pthread_cond_wait(&s->all.empty, &s->all.lock);
	pthread_mutex_unlock(&s->all.lock);
	return closed ? 0 : -ECANCELED;
}

static int run(struct co_scheduler *s)
{
	int err = start_contexts(s);

	if (err)
		return err;
	open_up(s);
	err = wait_for_end(s);
	if (err)
		stop_contexts(s);
	end_contexts(s, s->n);
	return err;
}

int co_scheduler_loop(struct co_scheduler *s)
{
	bool busy;
	int err;

	CO_ASSERT(!co_current(), "task '%s' runs a loop with its thread",
		co_current()->name);
	pthread_mutex_lock(&s->all.lock);
	busy = s->looping;
	s->looping = true;
	pthread_mutex_unlock(&s->all.lock);
	if (busy)
		return -EBUSY;
	err = run(s);
	pthread_mutex_lock(&s->all.lock);
	s->looping = false;
	set_state(s, CLOSED);
	pthread_mutex_unlock(&s->all.lock);
	return err;
}

void co_scheduler_stop(struct co_scheduler *s)
{
	/* The loop does the rest: a context may be starting just now. */
	pthread_mutex_lock(&s->all.lock);
	if (s->looping) {
		set_state(s, STOPPING);
		pthread_cond_broadcast(&s->all.empty);
	}
	pthread_mutex_unlock(&s->all.lock);
}
