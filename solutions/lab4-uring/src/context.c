// SPDX-License-Identifier: MIT
/*
 * Part C: the context.
 *
 * What others may change is under the lock, and who lets the context end (the
 * last task, a release) wakes it with the lock held: the loop looks there
 * before it ends, so nobody is still inside when it is gone.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/context.h"
#include "co/delay.h"

enum state {
	IDLE,
	RUNNING,
	ENDED,   /* its thread has ended and is not joined yet */
	JOINING, /* somebody does that */
};

struct co_context {
	struct co_executor executor;
	struct co_engine engine;
	unsigned entries;

	pthread_mutex_t lock;
	pthread_cond_t changed; /* @state, @opening */

	/* Under @lock. */
	enum state state;
	unsigned runs; /* how often it was started */
	bool opening;  /* the thread is there, the ring not yet */
	int error;     /* of the opening */
	pthread_t thread;
	unsigned live;  /* submitted tasks */
	unsigned holds; /* by co_context_hold() */
	struct co_heap timers;

	/* Written under @lock; read by the loop without it. */
	CO_ATOMIC(uint64_t) earliest; /* deadline of all timers */
};

/* What a submission is until its task has ended. */
struct submission {
	struct co_work work;
	struct co_callback ended;
	struct co_context *context;
	struct co_task *task;
};

static __thread struct co_context *here;

struct co_context *co_context_here(void)
{
	return here;
}

struct co_executor *co_context_executor(struct co_context *context)
{
	return &context->executor;
}

static int context_post(struct co_executor *executor, struct co_work *work)
{
	struct co_context *c = co_container_of(
		executor, struct co_context, executor);
	int err = co_work_check(work);

	return err ? err : co_engine_post(&c->engine, work);
}

/* Timers. */

static uint64_t earliest_of(struct co_context *c)
{
	return atomic_load_explicit(&c->earliest, memory_order_relaxed);
}

/* Under the lock. Relaxed: who needs to know at once is woken as well. */
static void note_earliest(struct co_context *c)
{
	struct co_heap_node *top = co_heap_top(&c->timers);

	atomic_store_explicit(&c->earliest,
		top ? top->deadline : CO_NO_DEADLINE, memory_order_relaxed);
}

static int context_arm(
	struct co_executor *executor, struct co_timer *timer, uint64_t deadline)
{
	struct co_context *c = co_container_of(
		executor, struct co_context, executor);
	int err;

	CO_ASSERT(!co_heap_contains(&timer->node),
		"a timer is armed that is armed already");
	if (co_engine_is_shut(&c->engine))
		return -ESHUTDOWN;
	timer->executor = NULL;
	/* CO_NO_DEADLINE is for no timer: never is one tick before it. */
	timer->node.deadline = deadline == CO_NO_DEADLINE ? deadline - 1
							  : deadline;
	pthread_mutex_lock(&c->lock);
	err = co_heap_insert(&c->timers, &timer->node);
	if (!err && co_heap_top(&c->timers) == &timer->node) {
		note_earliest(c);
		co_engine_wake(&c->engine);
	}
	pthread_mutex_unlock(&c->lock);
	return err;
}

static int context_cancel(struct co_executor *executor, struct co_timer *timer)
{
	struct co_context *c = co_container_of(
		executor, struct co_context, executor);
	int err;

	pthread_mutex_lock(&c->lock);
	err = co_heap_remove(&c->timers, &timer->node);
	note_earliest(c);
	/* It may end by itself now. */
	if (!err && !c->timers.count)
		co_engine_wake(&c->engine);
	pthread_mutex_unlock(&c->lock);
	return err;
}

static const struct co_timers context_timers = {
	.arm = context_arm,
	.cancel = context_cancel,
};

/* The next timer that is due at @now, out of the heap; or NULL. */
static struct co_timer *take_due(struct co_context *c, uint64_t now)
{
	struct co_heap_node *top;

	pthread_mutex_lock(&c->lock);
	top = co_heap_top(&c->timers);
	if (top && top->deadline <= now)
		co_heap_pop(&c->timers);
	else
		top = NULL;
	note_earliest(c);
	pthread_mutex_unlock(&c->lock);
	return top ? co_container_of(top, struct co_timer, node) : NULL;
}

/* Fire with 0 what is due at @now, or drop it with -ECANCELED. */
static void fire_timers(struct co_context *c, uint64_t now, int error)
{
	struct co_timer *timer;

	while ((timer = take_due(c, now)))
		co_timer_fire(timer, error);
}

static void fire_due(struct co_context *c)
{
	uint64_t earliest = earliest_of(c);
	uint64_t now;

	if (earliest == CO_NO_DEADLINE)
		return;
	now = co_clock_now();
	if (earliest <= now)
		fire_timers(c, now, 0);
}

/* The loop. */

static bool nothing_left(struct co_context *c)
{
	bool nothing;

	if (co_engine_in_flight(&c->engine) || co_engine_has_ready(&c->engine))
		return false;
	pthread_mutex_lock(&c->lock);
	nothing = !c->live && !c->holds && !c->timers.count;
	pthread_mutex_unlock(&c->lock);
	/*
	 * Once more: the last task may have posted before it ended, and a task
	 * that is counted is posted after that.
	 */
	return nothing && !co_engine_has_ready(&c->engine);
}

static void wait_for_events(struct co_context *c)
{
	int n = co_engine_poll(&c->engine, true, earliest_of(c));

	CO_ASSERT(n >= 0, "context '%s': the kernel refuses its ring: error %d",
		c->executor.name, n);
}

static void loop(struct co_context *c)
{
	while (!co_engine_is_shut(&c->engine)) {
		co_engine_run(&c->engine);
		fire_due(c);
		if (nothing_left(c))
			return;
		wait_for_events(c);
	}
}

/* After a stop: drop all there is, and wait for the kernel to let go. */
static void wind_up(struct co_context *c)
{
	do {
		fire_timers(c, CO_NO_DEADLINE, -ECANCELED);
		co_engine_settle(&c->engine);
	} while (co_engine_run(&c->engine) || co_engine_in_flight(&c->engine));
}

/* Whether the ring could be opened; who started us waits to know. */
static bool open_engine(struct co_context *c)
{
	int err = co_engine_open(&c->engine, c->entries);

	pthread_mutex_lock(&c->lock);
	c->error = err;
	c->opening = false;
	pthread_cond_broadcast(&c->changed);
	pthread_mutex_unlock(&c->lock);
	return !err;
}

static void *run(void *arg)
{
	struct co_context *c = arg;

	co_thread_begin(&c->executor);
	if (!open_engine(c))
		return NULL;
	here = c;
	co__executor_here = &c->executor;
	loop(c);
	if (co_engine_is_shut(&c->engine))
		wind_up(c);
	co_engine_close(&c->engine);
	here = NULL;
	pthread_mutex_lock(&c->lock);
	c->state = ENDED;
	pthread_cond_broadcast(&c->changed);
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

/* Its owner's side. */

int co_context_create(
	const char *name, unsigned entries, struct co_context **out)
{
	struct co_context *c;
	int err;

	if (!entries)
		return -EINVAL;
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	err = co_engine_init(&c->engine, &c->executor);
	if (err) {
		free(c);
		return err;
	}
	co_executor_init(&c->executor, context_post, name);
	c->executor.timers = &context_timers;
	c->entries = entries;
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->changed, NULL);
	note_earliest(c);
	*out = c;
	return 0;
}

static void set_state(struct co_context *c, enum state state)
{
	c->state = state;
	pthread_cond_broadcast(&c->changed);
}

/* Under the lock, which is open for a while. */
static void join_ended(struct co_context *c)
{
	set_state(c, JOINING);
	pthread_mutex_unlock(&c->lock);
	pthread_join(c->thread, NULL);
	pthread_mutex_lock(&c->lock);
	co_engine_reset(&c->engine);
	set_state(c, IDLE);
}

/* Under the lock. Returns -errno, and then the thread is gone again. */
static int start_thread(struct co_context *c)
{
	int err;

	c->opening = true;
	err = -pthread_create(&c->thread, NULL, run, c);
	if (err)
		return err;
	while (c->opening)
		pthread_cond_wait(&c->changed, &c->lock);
	err = c->error;
	if (err) {
		pthread_mutex_unlock(&c->lock);
		pthread_join(c->thread, NULL);
		pthread_mutex_lock(&c->lock);
	}
	return err;
}

int co_context_start(struct co_context *c)
{
	int err = -EBUSY;

	pthread_mutex_lock(&c->lock);
	while (c->state == JOINING)
		pthread_cond_wait(&c->changed, &c->lock);
	if (c->state == ENDED)
		join_ended(c);
	if (c->state == IDLE) {
		/* First: the thread may end before we look again. */
		c->state = RUNNING;
		c->runs++;
		err = start_thread(c);
		if (err) {
			co_engine_reset(&c->engine);
			set_state(c, IDLE);
		}
	}
	pthread_mutex_unlock(&c->lock);
	return err;
}

static void task_ended(struct co_callback *callback, struct co_task *task)
{
	struct submission *s = co_container_of(
		callback, struct submission, ended);
	struct co_context *c = s->context;

	(void)task;
	free(s);
	pthread_mutex_lock(&c->lock);
	if (--c->live == 0)
		co_engine_wake(&c->engine);
	pthread_mutex_unlock(&c->lock);
}

static void set_status(struct co_task *task, enum co_status status)
{
	atomic_store_explicit(
		&task->status, (unsigned char)status, memory_order_relaxed);
}

/* The task's first step, or its end when it is dropped before. */
static void submission_run(struct co_work *work, int error)
{
	struct submission *s = co_container_of(work, struct submission, work);
	struct co_task *task = s->task;

	task->work.next = NULL;
	co_task_on_release(task, &s->ended, task_ended);
	if (error)
		co_task_kill(task, -ECANCELED);
	else
		co_resume(task);
}

static void count(struct co_context *c, int by)
{
	pthread_mutex_lock(&c->lock);
	c->live += (unsigned)by;
	pthread_mutex_unlock(&c->lock);
}

int co_context_submit(struct co_context *c, struct co_task *task)
{
	struct co_executor *before = task->executor;
	struct submission *s;
	int err;

	co_schedule_on(task, &c->executor);
	s = malloc(sizeof(*s));
	err = s ? 0 : -ENOMEM;
	if (!err) {
		s->context = c;
		s->task = task;
		co_work_init(&s->work, submission_run);
		/* As co_start() leaves it: nobody else starts or ends it. */
		set_status(task, CO_SUSPENDED);
		task->work.next = CO_WORK_LAST;
		count(c, 1);
		err = co_post(&c->executor, &s->work);
		if (!err)
			return 0;
		count(c, -1);
		task->work.next = NULL;
		set_status(task, CO_CREATED);
	}
	task->executor = before;
	free(s);
	return err;
}

void co_context_hold(struct co_context *c)
{
	pthread_mutex_lock(&c->lock);
	c->holds++;
	pthread_mutex_unlock(&c->lock);
}

void co_context_release(struct co_context *c)
{
	pthread_mutex_lock(&c->lock);
	CO_ASSERT(c->holds, "context '%s' is released and not held",
		c->executor.name);
	if (--c->holds == 0)
		co_engine_wake(&c->engine);
	pthread_mutex_unlock(&c->lock);
}

void co_context_stop(struct co_context *c)
{
	pthread_mutex_lock(&c->lock);
	if (c->state == RUNNING)
		co_engine_shut(&c->engine);
	pthread_mutex_unlock(&c->lock);
}

void co_context_join(struct co_context *c)
{
	unsigned run;

	CO_ASSERT(here != c, "context '%s' is joined from its own thread",
		c->executor.name);
	pthread_mutex_lock(&c->lock);
	run = c->runs;
	while (c->runs == run && (c->state == RUNNING || c->state == JOINING))
		pthread_cond_wait(&c->changed, &c->lock);
	if (c->state == ENDED && c->runs == run)
		join_ended(c);
	pthread_mutex_unlock(&c->lock);
}

void co_context_destroy(struct co_context *c)
{
	if (!c)
		return;
	CO_ASSERT(here != c, "context '%s' is destroyed from its own thread",
		c->executor.name);
	co_context_stop(c);
	co_context_join(c);
	co_engine_shut(&c->engine);
	do
		fire_timers(c, CO_NO_DEADLINE, -ECANCELED);
	while (co_engine_run(&c->engine));
	co_heap_fini(&c->timers);
	co_engine_fini(&c->engine);
	pthread_cond_destroy(&c->changed);
	pthread_mutex_destroy(&c->lock);
	free(c);
}
