// SPDX-License-Identifier: MIT
/*
 * Part C on every schedule: who registers, waits or joins while the task ends
 * on another thread.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/check.h"
#include "co/promise.h"
#include "explore.h"

static struct co_task *yield_once_body(struct co_task *self)
{
	CO_BEGIN(self);
	CO_YIELD(self);
	CO_END(self);
}

static void *resume(void *arg)
{
	co_resume(arg);
	return NULL;
}

struct tally {
	struct co_callback callback;
	_Atomic int calls;
	int order; /* when it was called, from 1 */
};

static _Atomic int clock_of_calls;

static void count(struct co_callback *callback, struct co_task *task)
{
	struct tally *t = co_container_of(callback, struct tally, callback);

	CO_CHECK(co_task_is_done(task));
	t->calls++;
	t->order = ++clock_of_calls;
}

static void callback_racing_with_end_runs_exactly_once(void)
{
	struct tally before = {0}, racing = {0};
	struct co_task t;
	pthread_t thread;

	co_task_init(&t, yield_once_body, "ends");
	co_task_finally(&t, &before.callback, count);
	co_resume(&t);
	co_step("one thread ends the task, another registers");
	pthread_create(&thread, NULL, resume, &t);
	co_task_then(&t, &racing.callback, count);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(1, before.calls);
	CO_CHECK_EQ(1, racing.calls);
}

struct registrar {
	struct co_task *task;
	struct tally tally[2];
};

static void *register_two(void *arg)
{
	struct registrar *r = arg;

	co_task_finally(r->task, &r->tally[0].callback, count);
	co_task_finally(r->task, &r->tally[1].callback, count);
	return NULL;
}

static void callbacks_racing_with_end_keep_their_order(void)
{
	struct registrar other = {0}, own = {0};
	struct co_task t;
	pthread_t threads[2];

	co_task_init(&t, yield_once_body, "ends");
	co_resume(&t);
	own.task = other.task = &t;
	co_step("two threads register two each while a third ends the task");
	pthread_create(&threads[0], NULL, register_two, &other);
	pthread_create(&threads[1], NULL, resume, &t);
	register_two(&own);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	CO_CHECK_EQ(1, own.tally[0].calls);
	CO_CHECK_EQ(1, own.tally[1].calls);
	CO_CHECK_EQ(1, other.tally[0].calls);
	CO_CHECK_EQ(1, other.tally[1].calls);
	CO_CHECK(own.tally[0].order < own.tally[1].order);
	CO_CHECK(other.tally[0].order < other.tally[1].order);
}

static void wait_racing_with_end_returns_when_task_may_go(void)
{
	struct co_task *t = malloc(sizeof(*t));
	pthread_t thread;
	int err;

	CO_CHECK(t);
	co_task_init(t, yield_once_body, "short-lived");
	co_resume(t);
	co_step("wait while another thread ends the task; then free it");
	pthread_create(&thread, NULL, resume, t);
	err = co_task_wait(t);
	CO_CHECK_EQ(0, err);
	free(t);
	pthread_join(thread, NULL);
}

struct joiner {
	struct co_task task;
	struct co_join join;
	struct co_task *target;
	int woken;
	int seen;
};

static struct co_task *joiner_body(struct co_task *self)
{
	struct joiner *j = co_frame(self, struct joiner);

	CO_BEGIN(self);
	CO_AWAIT(self, co_task_join(&j->join, j->target));
	j->woken++;
	j->seen = co_awaited(self);
	CO_END(self);
}

static void join_racing_with_end_wakes_once(void)
{
	struct joiner j = {.seen = 1};
	struct co_task t;
	pthread_t thread;

	co_task_init(&t, yield_once_body, "target");
	co_task_init(&j.task, joiner_body, "joiner");
	co_resume(&t);
	j.target = &t;
	co_step("a task joins another that ends on a second thread");
	pthread_create(&thread, NULL, resume, &t);
	co_resume(&j.task);
	pthread_join(thread, NULL);
	CO_CHECK_STATUS(CO_DONE, &j.task);
	CO_CHECK_EQ(1, j.woken);
	CO_CHECK_EQ(0, j.seen);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(callback_racing_with_end_runs_exactly_once),
	EXPLORE_TEST(
		callbacks_racing_with_end_keep_their_order, .schedules = 4000),
	EXPLORE_TEST(wait_racing_with_end_returns_when_task_may_go),
	EXPLORE_TEST(join_racing_with_end_wakes_once),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
