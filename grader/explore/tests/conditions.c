/* SPDX-License-Identifier: MIT */
/* Condition variables: the classic mistakes, and their right forms. */
#include "suite.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int flag;
static int items, stopped, served;

/* ---- A flag that is looked at outside the lock ---- */

static void *wait_checked_outside(void *arg)
{
	(void)arg;
	if (atomic_load(&flag))
		return NULL;
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *wait_checked_inside(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	while (!atomic_load(&flag))
		pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *set_and_signal(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	atomic_store(&flag, 1);
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *set_outside(void *arg)
{
	(void)arg;
	atomic_store(&flag, 1);
	pthread_cond_signal(&cond);
	return NULL;
}

static void check_outside_lock__lost_wakeup(void)
{
	run_threads(wait_checked_outside, set_and_signal, NULL, NULL);
}

static void set_outside_lock__lost_wakeup(void)
{
	run_threads(wait_checked_inside, set_outside, NULL, NULL);
}

static void check_and_set_inside__right(void)
{
	run_threads(wait_checked_inside, set_and_signal, NULL, NULL);
}

/* ---- A signal that is sent before anybody waits ---- */

static void *wait_blindly(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void signal_before_wait__lost_wakeup(void)
{
	run_threads(wait_blindly, set_and_signal, NULL, NULL);
}

/* ---- A queue: one item, two takers ---- */

static void *take_if(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	if (!items)
		pthread_cond_wait(&cond, &lock);
	items--;
	CO_CHECK(items >= 0);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *take_while(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	while (!items)
		pthread_cond_wait(&cond, &lock);
	items--;
	CO_CHECK(items >= 0);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *give_two(void *arg)
{
	(void)arg;
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		items++;
		pthread_cond_signal(&cond);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void no_recheck_after_wait__check(void)
{
	run_threads(take_if, take_if, give_two, NULL);
}

static void recheck_after_wait__right(void)
{
	run_threads(take_while, take_while, give_two, NULL);
}

/* ---- Two kinds of waiters on one condition: the wrong one is woken ---- */

static void *wait_for_stop(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	while (!stopped)
		pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *serve_then_stop(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	while (!items)
		pthread_cond_wait(&cond, &lock);
	served = 1;
	stopped = 1;
	pthread_cond_broadcast(&cond);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *give_signal(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	items++;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *give_broadcast(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	items++;
	pthread_cond_broadcast(&cond);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void stolen_wakeup__deadlock(void)
{
	run_threads(wait_for_stop, serve_then_stop, give_signal, NULL);
}

static void shared_condition_broadcast__right(void)
{
	run_threads(wait_for_stop, serve_then_stop, give_broadcast, NULL);
	CO_CHECK_EQ(1, served);
}

/* ---- Shutdown of a worker that is about to sleep ---- */

static void *worker(void *arg)
{
	bool reads_outside = arg;

	for (;;) {
		int stop;

		if (reads_outside && atomic_load(&flag))
			return NULL;
		pthread_mutex_lock(&lock);
		while (!items && (reads_outside || !atomic_load(&flag)))
			pthread_cond_wait(&cond, &lock);
		stop = !items;
		items = 0;
		pthread_mutex_unlock(&lock);
		if (stop)
			return NULL;
	}
}

static void stop_worker(void *arg)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, arg);
	give_signal(NULL);
	set_and_signal(NULL);
	pthread_join(t, NULL);
}

static void shutdown_race__lost_wakeup(void)
{
	stop_worker(&lock);
}

static void shutdown__right(void)
{
	stop_worker(NULL);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(check_outside_lock__lost_wakeup),
	EXPLORE_TEST(set_outside_lock__lost_wakeup),
	EXPLORE_TEST(check_and_set_inside__right),
	EXPLORE_TEST(signal_before_wait__lost_wakeup),
	EXPLORE_TEST(no_recheck_after_wait__check),
	EXPLORE_TEST(recheck_after_wait__right),
	EXPLORE_TEST(stolen_wakeup__deadlock),
	EXPLORE_TEST(shared_condition_broadcast__right),
	EXPLORE_TEST(shutdown_race__lost_wakeup),
	EXPLORE_TEST(shutdown__right),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
