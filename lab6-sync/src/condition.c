// SPDX-License-Identifier: MIT
/*
 * The condition variable. The contract: include/co/condition.h.
 */
#include "co/condition.h"

/* Given: nobody was notified before he came. */
static bool condition_admit(struct co_waiter *w, struct co_waiters *woken)
{
	(void)w;
	(void)woken;
	return false;
}

static void condition_queued(struct co_waiter *w)
{
	/*
	 * TODO(lab6.F): the mutex, which the owner held, is unlocked. It is
	 * the running task that unlocks: co__mutex_pass() helps.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)w;
}

static struct co_task *condition_body(struct co_task *self)
{
	/*
	 * TODO(lab6.F): it has waited in the queue, with condition_queued();
	 * then, whatever came of that and whoever asks it to stop, it has
	 * locked the mutex, and the owner holds it.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)condition_admit;
	(void)condition_queued;
	return co_finish(self, -ENOSYS);
}

/* Given. */
struct co_awaiter *co_condition_wait(
	struct co_condition *condition, struct co_condition_wait *wait)
{
	CO_ASSERT(atomic_load_explicit(&condition->mutex->holder,
			  memory_order_relaxed) == co_current(),
		"a task waits for a condition and does not hold its mutex");
	co_task_init(&wait->task, condition_body, "condition");
	wait->condition = condition;
	wait->owner = co_current();
	wait->result = 0;
	return co_task_await(&wait->task);
}

void co_condition_notify_one(struct co_condition *condition)
{
	/*
	 * TODO(lab6.F): the first that waits goes on.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)condition;
}

void co_condition_notify_all(struct co_condition *condition)
{
	/*
	 * TODO(lab6.F): all that wait go on, in order.
	 */
	CO_NOT_STARTED("lab6.F");
	(void)condition;
}
