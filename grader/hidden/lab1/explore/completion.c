// SPDX-License-Identifier: MIT
/*
 * Part E on every schedule: completers, waiters and killers that meet.
 */
#include <pthread.h>

#include "co/check.h"
#include "co/completion.h"
#include "explore.h"

struct waiter {
	struct co_task task;
	struct co_completion *c;
	int woken;
	int seen;
	void *value;
};

static struct co_task *waiter_body(struct co_task *self)
{
	struct waiter *w = co_frame(self, struct waiter);

	CO_BEGIN(self);
	CO_AWAIT(self, co_completion_await(w->c));
	w->woken++;
	w->seen = co_awaited(self);
	w->value = co_completion_value(w->c);
	CO_END(self);
}

static void waiter_init(struct waiter *w)
{
	*w = (struct waiter){.seen = 1};
	co_task_init(&w->task, waiter_body, "waiter");
	CO_CHECK_EQ(0, co_completion_create(&w->c));
}

static int thing;

static void *set_and_drop(void *arg)
{
	struct co_completion *c = arg;
	int err = co_completion_set(c, &thing);

	CO_CHECK_EQ(0, err);
	co_completion_drop(c);
	return NULL;
}

static void completion_racing_with_await_wakes_once(void)
{
	struct waiter w;
	pthread_t thread;

	waiter_init(&w);
	co_step("one thread completes while another awaits");
	pthread_create(&thread, NULL, set_and_drop, w.c);
	co_resume(&w.task);
	pthread_join(thread, NULL);
	CO_CHECK_STATUS(CO_DONE, &w.task);
	CO_CHECK_EQ(1, w.woken);
	CO_CHECK_EQ(0, w.seen);
	CO_CHECK(w.value == &thing);
	co_completion_destroy(w.c);
}

static _Atomic int winners;

static void *fail_and_drop(void *arg)
{
	struct co_completion *c = arg;

	if (!co_completion_fail(c, -EIO))
		winners++;
	co_completion_drop(c);
	return NULL;
}

static void completions_of_two_threads_have_one_winner(void)
{
	struct waiter w;
	pthread_t thread;

	waiter_init(&w);
	co_completion_hold(w.c);
	co_resume(&w.task);
	co_step("one producer sets, the other fails");
	pthread_create(&thread, NULL, fail_and_drop, w.c);
	if (!co_completion_set(w.c, &thing))
		winners++;
	co_completion_drop(w.c);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(1, winners);
	CO_CHECK_EQ(1, w.woken);
	CO_CHECK(w.seen == 0 ? w.value == &thing : !w.value);
	CO_CHECK(w.seen == 0 || w.seen == -EIO);
	co_completion_destroy(w.c);
}

static void *drop(void *arg)
{
	co_completion_drop(arg);
	return NULL;
}

static void last_of_racing_producers_cancels_once(void)
{
	struct waiter w;
	pthread_t thread;

	waiter_init(&w);
	co_completion_hold(w.c);
	co_step("two producers go away while a task comes to wait");
	pthread_create(&thread, NULL, drop, w.c);
	co_completion_drop(w.c);
	co_resume(&w.task);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(1, w.woken);
	CO_CHECK_EQ(-ECANCELED, w.seen);
	co_completion_destroy(w.c);
}

static void consumer_and_producer_leaving_together_free_once(void)
{
	struct waiter w;
	pthread_t thread;

	waiter_init(&w);
	co_step("the producer completes and drops, the consumer destroys");
	pthread_create(&thread, NULL, set_and_drop, w.c);
	co_completion_destroy(w.c);
	pthread_join(thread, NULL);
}

/* The owner's executor: it holds one task, and the owner runs it. */
static pthread_mutex_t home_lock = PTHREAD_MUTEX_INITIALIZER;
static struct co_work *home_work; /* under @home_lock */
static struct co_work mark;       /* a posted item's link is not NULL */

static int home_post(struct co_executor *executor, struct co_work *work)
{
	(void)executor;
	pthread_mutex_lock(&home_lock);
	CO_CHECK(!home_work);
	work->next = &mark;
	home_work = work;
	pthread_mutex_unlock(&home_lock);
	return 0;
}

static void home_run(struct co_executor *executor)
{
	struct co_work *work = home_work;

	if (!work)
		return;
	home_work = NULL;
	work->next = NULL;
	co__executor_here = executor;
	work->run(work, 0);
	co__executor_here = NULL;
}

static void kill_racing_with_completion_ends_task_once(void)
{
	struct co_executor home = {.post = home_post, .name = "home"};
	struct waiter w;
	pthread_t thread;
	int err;

	waiter_init(&w);
	w.task.executor = &home;
	co_task_wake(&w.task);
	home_run(&home);
	co_step("its owner kills the waiter while another thread completes");
	pthread_create(&thread, NULL, set_and_drop, w.c);
	err = co_task_kill(&w.task, -ECANCELED);
	CO_CHECK(err == 0 || err == -EBUSY);
	pthread_join(thread, NULL);
	home_run(&home);
	co_step("it was killed, or it was too late and the waiter goes on");
	CO_CHECK_EQ(err ? 1 : 0, w.woken);
	CO_CHECK_EQ(err ? 0 : -ECANCELED, w.task.error);
	CO_CHECK(co_task_is_done(&w.task));
	co_completion_destroy(w.c);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(completion_racing_with_await_wakes_once),
	EXPLORE_TEST(completions_of_two_threads_have_one_winner),
	EXPLORE_TEST(last_of_racing_producers_cancels_once),
	EXPLORE_TEST(consumer_and_producer_leaving_together_free_once,
		.leaks = EXPLORE_ON),
	EXPLORE_TEST(kill_racing_with_completion_ends_task_once),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
