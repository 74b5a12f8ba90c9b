// SPDX-License-Identifier: MIT
/*
 * A time limit: a coroutine between the parent and the child.
 *
 * The outcome is decided once, by the child's end or by the timer. Whichever
 * it was, the guard does not end before both are through: the child, because
 * nothing may be left running, and the timer, because it lies in the guard's
 * frame. Most often the timer is cancelled. If that is too late, its function
 * is running: on another thread, then the guard waits for it to leave, or
 * further up this very stack (it asked the child to stop, and that has ended
 * the guard), then it is told not to touch the frame again.
 */
#include "co/sleep.h"

#define UNDECIDED 1 /* no outcome is positive */

/* Returns whether this was the first. */
static bool decide(struct co_timeout *t, int outcome)
{
	bool first;

	pthread_mutex_lock(&t->lock);
	first = t->outcome == UNDECIDED;
	if (first)
		t->outcome = outcome;
	pthread_mutex_unlock(&t->lock);
	return first;
}

static void enter_frame(struct co_timeout *t, bool *gone)
{
	pthread_mutex_lock(&t->lock);
	t->clock = CO_CLOCK_FIRING;
	t->firing = pthread_self();
	t->gone = gone;
	pthread_mutex_unlock(&t->lock);
}

static void leave_frame(struct co_timeout *t)
{
	pthread_mutex_lock(&t->lock);
	t->clock = CO_CLOCK_IDLE;
	/* Under the lock: once it is open the frame may be gone. */
	pthread_cond_signal(&t->timer_left);
	pthread_mutex_unlock(&t->lock);
}

static void time_is_up(struct co_work *work, int error)
{
	struct co_timeout *t = co_container_of(
		work, struct co_timeout, timer.work);
	bool gone = false;

	enter_frame(t, &gone);
	/* A dropped timer sets no limit: the scheduler is shutting down. */
	if (!error && decide(t, -ETIMEDOUT))
		co_cancel_request(&t->cancel.source);
	if (!gone)
		leave_frame(t);
}

static int start_clock(struct co_timeout *t)
{
	int err;

	co_timer_init(&t->timer, time_is_up);
	/* Before it is armed: it may fire before this goes on. */
	t->clock = CO_CLOCK_ARMED;
	err = co_timer_arm(&t->timer, t->task.executor, t->deadline);
	if (err)
		t->clock = CO_CLOCK_IDLE;
	return err == -ESHUTDOWN ? -ECANCELED : err;
}

/* From here on the timer has nothing to do with the frame. */
static void stop_clock(struct co_timeout *t)
{
	bool cancelled = false;

	pthread_mutex_lock(&t->lock);
	/* Not under our lock: it takes one of its own, and so does its owner.
	 */
	if (t->clock == CO_CLOCK_ARMED) {
		pthread_mutex_unlock(&t->lock);
		cancelled = !co_timer_cancel(&t->timer);
		pthread_mutex_lock(&t->lock);
	}
	if (cancelled)
		t->clock = CO_CLOCK_IDLE;
	while (t->clock != CO_CLOCK_IDLE) {
		if (t->clock == CO_CLOCK_FIRING &&
			pthread_equal(t->firing, pthread_self())) {
			*t->gone = true;
			break;
		}
		pthread_cond_wait(&t->timer_left, &t->lock);
	}
	pthread_mutex_unlock(&t->lock);
}

/* The guard ends: as it should, by a kill, or before it has begun. */
static void guard_cleanup(struct co_task *self)
{
	struct co_timeout *t = co_frame(self, struct co_timeout);

	if (t->started) {
		stop_clock(t);
		co_cancel_merge_fini(&t->cancel);
	}
	pthread_cond_destroy(&t->timer_left);
	pthread_mutex_destroy(&t->lock);
}

static void hear_of_the_parent(struct co_timeout *t)
{
	struct co_task *child = t->child;
	struct co_cancel_token *token = child->cancel ? child->cancel
						      : t->task.cancel;

	co_cancel_merge_init(&t->cancel, &token, 1);
	child->cancel = co_cancel_token_of(&t->cancel.source);
}

static struct co_task *guard_body(struct co_task *self)
{
	struct co_timeout *t = co_frame(self, struct co_timeout);
	int err;

	CO_BEGIN(self);
	t->started = true;
	hear_of_the_parent(t);
	err = start_clock(t);
	if (err)
		return co_finish(self, err);
	CO_AWAIT(self, co_task_await(t->child));
	decide(t, co_awaited(self));
	/* The first outcome stands, so the timer need not have left yet. */
	return co_finish(self, t->outcome);
	CO_END(self);
}

struct co_awaiter *co_with_timeout(
	struct co_timeout *t, struct co_task *child, int64_t ms)
{
	co_task_init(&t->task, guard_body, "timeout");
	co_task_set_cleanup(&t->task, guard_cleanup);
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->timer_left, NULL);
	t->child = child;
	t->deadline = co_clock_after(ms);
	t->started = false;
	t->outcome = UNDECIDED;
	t->clock = CO_CLOCK_IDLE;
	return co_task_await(&t->task);
}
