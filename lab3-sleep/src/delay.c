// SPDX-License-Identifier: MIT
/*
 * Part B: the delay scheduler. Its contract: include/co/delay.h.
 */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "co/delay.h"

/* Given: yours to change. */
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

/* Given. */
static struct co_timer *timer_of(struct co_heap_node *node)
{
	return co_container_of(node, struct co_timer, node);
}

static void *delay_loop(void *arg)
{
	/*
	 * TODO(lab3.B): each timer is handed to co_timer_fire() when it is due,
	 * and not before; the thread sleeps in between; after a shutdown it
	 * ends when nothing is left.
	 */
	CO_NOT_STARTED("lab3.B");
	(void)timer_of;
	(void)arg;
	return NULL;
}

int co_delay_create(struct co_delay **out)
{
	/*
	 * TODO(lab3.B): a scheduler with a thread of its own stands in *@out;
	 * or nothing is left over, and *@out is what it was. Which clock does
	 * the condition wait on?
	 */
	CO_NOT_STARTED("lab3.B");
	(void)delay_loop;
	(void)out;
	return -ENOSYS;
}

int co_delay_reserve(struct co_delay *d, size_t timers)
{
	/* TODO(lab3.B): there is room for @timers. */
	CO_NOT_STARTED("lab3.B");
	(void)d;
	(void)timers;
	return -ENOSYS;
}

int co__delay_arm(struct co_delay *d, struct co_timer *timer,
	struct co_executor *executor, uint64_t deadline)
{
	/*
	 * TODO(lab3.B): @timer is in the heap, and the thread sleeps no longer
	 * than to the earliest deadline. After shutdown nothing is taken.
	 */
	CO_NOT_STARTED("lab3.B");
	(void)d;
	(void)timer;
	(void)executor;
	(void)deadline;
	return -ENOSYS;
}

int co__delay_cancel(struct co_delay *d, struct co_timer *timer)
{
	/*
	 * TODO(lab3.B): @timer is out of the heap and will not fire; or it was
	 * in none.
	 */
	CO_NOT_STARTED("lab3.B");
	(void)d;
	(void)timer;
	return -ENOSYS;
}

void co_delay_shutdown(struct co_delay *d, enum co_shutdown how)
{
	/*
	 * TODO(lab3.B): nothing more is taken; the thread knows of it, also
	 * when it sleeps; what is armed fires when it is due, or is dropped.
	 */
	CO_NOT_STARTED("lab3.B");
	(void)d;
	(void)how;
}

void co_delay_join(struct co_delay *d)
{
	/*
	 * TODO(lab3.B): the thread has ended. If it calls this itself, it stops
	 * with a message.
	 */
	CO_NOT_STARTED("lab3.B");
	(void)d;
}

void co_delay_destroy(struct co_delay *d)
{
	/* TODO(lab3.B): neither thread nor memory is left. */
	CO_NOT_STARTED("lab3.B");
	(void)d;
}
