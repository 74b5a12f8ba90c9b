// SPDX-License-Identifier: MIT
/*
 * The trap of std::async, and the way out.
 *
 * The seed's async executor says
 *
 *	auto future = std::async(std::launch::async, func);
 *
 * and the future goes out of scope at once. The destructor of a future that
 * std::async made waits for the function to end: so post() waits for the work,
 * and nothing is asynchronous. Here this is written out: what the destructor
 * does is pthread_join().
 */
#include <pthread.h>
#include <stdio.h>

#include "co/pool.h"

/* What std::async and the end of the scope amount to. */

struct call {
	struct co_executor *executor;
	struct co_work *work;
};

static void *call_work(void *arg)
{
	struct call *call = arg;

	co_work_run(call->executor, call->work, 0);
	return NULL;
}

static int trap_post(struct co_executor *executor, struct co_work *work)
{
	struct call call = {executor, work};
	pthread_t future;
	int err = co_work_check(work);

	if (err)
		return err;
	err = pthread_create(&future, NULL, call_work, &call);
	if (!err)
		pthread_join(future, NULL); /* ~future() */
	return -err;
}

/* Work that takes as long as somebody else decides. */

struct slow {
	struct co_work work;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool may_end, ended;
};

static void slow_run(struct co_work *work, int error)
{
	struct slow *s = co_container_of(work, struct slow, work);

	(void)error;
	pthread_mutex_lock(&s->lock);
	while (!s->may_end)
		pthread_cond_wait(&s->changed, &s->lock);
	s->ended = true;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
}

static bool try_out(struct co_executor *executor, bool may_end_now)
{
	struct slow s = {
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.changed = PTHREAD_COND_INITIALIZER,
		.may_end = may_end_now,
	};
	bool ended_in_post;

	co_work_init(&s.work, slow_run);
	if (co_post(executor, &s.work))
		return false;
	pthread_mutex_lock(&s.lock);
	ended_in_post = s.ended;
	printf("%-10s post() returned; the work has %s\n", executor->name,
		ended_in_post ? "ended: post() waited for it"
			      : "not ended: post() did not wait");
	s.may_end = true;
	pthread_cond_broadcast(&s.changed);
	while (!s.ended)
		pthread_cond_wait(&s.changed, &s.lock);
	pthread_mutex_unlock(&s.lock);
	return ended_in_post;
}

int main(void)
{
	struct co_executor trap;
	struct co_pool *async = NULL;

	co_executor_init(&trap, trap_post, "std::async");
	/* With work that waits for its poster this would hang for ever. */
	try_out(&trap, true);
	if (co_async_create(2, &async))
		return 1;
	try_out(co_pool_executor(async), false);
	co_pool_destroy(async);
	return 0;
}
