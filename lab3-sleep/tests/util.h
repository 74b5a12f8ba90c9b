/* SPDX-License-Identifier: MIT */
/*
 * What the tests of this lab share: timers that make a note, tasks that sleep,
 * and a world whose time the test moves by hand.
 *
 * Nothing here sleeps or looks at a clock.
 */
#ifndef LAB3_TEST_UTIL_H
#define LAB3_TEST_UTIL_H

#include "../../lab2-executors/tests/util.h"
#include "co/sleep.h"

/* A timer that makes a note of its id. */
struct alarm {
	struct co_timer timer;
	struct notes *notes;
	int id;
};

static inline void alarm_run(struct co_work *work, int error)
{
	struct alarm *a = co_container_of(work, struct alarm, timer.work);

	note(a->notes, a->id, error);
}

static inline void alarm_init(struct alarm *a, struct notes *notes, int id)
{
	co_timer_init(&a->timer, alarm_run);
	a->notes = notes;
	a->id = id;
}

/* A timer that holds the delay thread until it is opened. */
struct halt {
	struct co_timer timer;
	struct gate gate;
};

static inline void halt_run(struct co_work *work, int error)
{
	struct halt *h = co_container_of(work, struct halt, timer.work);

	gate_run(&h->gate.work, error);
}

static inline void hold_delay(struct co_delay *delay, struct halt *halt)
{
	gate_init(&halt->gate);
	co_timer_init(&halt->timer, halt_run);
	CO_CHECK_EQ(0, co_delay_arm(delay, &halt->timer, NULL, 0));
	gate_wait(&halt->gate);
}

static inline struct co_delay *make_delay(void)
{
	struct co_delay *d = NULL;

	CO_CHECK_EQ(0, co_delay_create(&d));
	return d;
}

/*
 * A world: an executor with timers of its own, both turned by hand. Its time
 * goes to the earliest deadline when nothing else is left to run.
 */
struct world {
	struct manual posts; /* its executor is the world's */
	struct co_timer *timers[MAX_NOTES];
	uint64_t deadlines[MAX_NOTES];
	int armed;
	int cancelled; /* how many timers were */
	int refuse;    /* arm returns this when it is not 0 */
};

static inline struct world *world_of(struct co_executor *executor)
{
	return co_container_of(executor, struct world, posts.executor);
}

static inline int world_arm(
	struct co_executor *executor, struct co_timer *timer, uint64_t deadline)
{
	struct world *w = world_of(executor);

	if (w->refuse)
		return w->refuse;
	w->timers[w->armed] = timer;
	w->deadlines[w->armed++] = deadline;
	return 0;
}

static inline struct co_timer *world_take(struct world *w, int i)
{
	struct co_timer *timer = w->timers[i];

	for (w->armed--; i < w->armed; i++) {
		w->timers[i] = w->timers[i + 1];
		w->deadlines[i] = w->deadlines[i + 1];
	}
	return timer;
}

static inline int world_cancel(
	struct co_executor *executor, struct co_timer *timer)
{
	struct world *w = world_of(executor);
	int i;

	for (i = 0; i < w->armed; i++)
		if (w->timers[i] == timer) {
			world_take(w, i);
			w->cancelled++;
			return 0;
		}
	return -ENOENT;
}

static inline void world_init(struct world *w)
{
	static const struct co_timers timers = {
		.arm = world_arm,
		.cancel = world_cancel,
	};

	memset(w, 0, sizeof(*w));
	manual_init(&w->posts);
	w->posts.executor.timers = &timers;
}

static inline struct co_executor *world_executor(struct world *w)
{
	return &w->posts.executor;
}

/* Let the earliest timer fire; false when there is none. */
static inline bool world_fire(struct world *w)
{
	int first = 0;
	int i;

	if (!w->armed)
		return false;
	for (i = 1; i < w->armed; i++)
		if (w->deadlines[i] < w->deadlines[first])
			first = i;
	co_work_run(&w->posts.executor, &world_take(w, first)->work, 0);
	return true;
}

/* Run all that is ready; time stands still. */
static inline void world_settle(struct world *w)
{
	while (manual_turn(&w->posts))
		;
}

/* Run until nothing is left. */
static inline void world_run(struct world *w)
{
	do
		world_settle(w);
	while (world_fire(w));
}

/* A task that sleeps, makes a note of what came of it, and passes it on. */
struct sleeper {
	struct co_task task;
	struct co_sleep nap;
	struct notes *notes;
	int64_t ms;
	int id;
};

static inline struct co_task *sleeper_body(struct co_task *self)
{
	struct sleeper *f = co_frame(self, struct sleeper);

	CO_BEGIN(self);
	CO_AWAIT(self, co_sleep_ms(&f->nap, f->ms));
	note(f->notes, f->id, co_awaited(self));
	return co_finish(self, co_awaited(self));
	CO_END(self);
}

static inline void sleeper_init(
	struct sleeper *f, struct notes *notes, int id, int64_t ms)
{
	co_task_init(&f->task, sleeper_body, "sleeper");
	f->notes = notes;
	f->id = id;
	f->ms = ms;
}

/* A task that gives a sleeper @limit milliseconds. */
struct limiter {
	struct co_task task;
	struct co_timeout timeout;
	struct sleeper child;
	struct notes *notes;
	int64_t limit;
	int id;
};

static inline struct co_task *limiter_body(struct co_task *self)
{
	struct limiter *f = co_frame(self, struct limiter);

	CO_BEGIN(self);
	CO_AWAIT(self, co_with_timeout(&f->timeout, &f->child.task, f->limit));
	note(f->notes, f->id, co_awaited(self));
	return co_finish(self, co_awaited(self));
	CO_END(self);
}

/* The child notes @id, the parent @id + 1. */
static inline void limiter_init(struct limiter *f, struct notes *notes, int id,
	int64_t ms, int64_t limit)
{
	sleeper_init(&f->child, notes, id, ms);
	co_task_init(&f->task, limiter_body, "limiter");
	f->notes = notes;
	f->id = id + 1;
	f->limit = limit;
}

/* A callback that makes a note of its id. */
struct hearing {
	struct co_cancel_callback callback;
	struct notes *notes;
	int id;
};

static inline void hearing_run(struct co_cancel_callback *callback)
{
	struct hearing *h = co_container_of(callback, struct hearing, callback);

	note(h->notes, h->id, 0);
}

static inline int hear(struct hearing *h, struct notes *notes, int id,
	struct co_cancel_token *token)
{
	h->notes = notes;
	h->id = id;
	return co_cancel_register(token, &h->callback, hearing_run);
}

#endif
