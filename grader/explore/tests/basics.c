/* SPDX-License-Identifier: MIT */
#include "co/check.h"
#include "explore.h"
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;
static atomic_int counter;
static int plain_counter;

static void *adder(void *arg)
{
	(void)arg;
	int v = atomic_load(&counter);
	atomic_store(&counter, v + 1);
	return NULL;
}

static void lost_update(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, adder, NULL);
	pthread_create(&b, NULL, adder, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	CO_CHECK_EQ(2, atomic_load(&counter));
}

static void *waiter(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void right_condition(void)
{
	pthread_t a;
	pthread_create(&a, NULL, waiter, NULL);
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
}

static void *racer(void *arg)
{
	(void)arg;
	plain_counter++;
	return NULL;
}

static void race(void)
{
	pthread_t a;
	pthread_create(&a, NULL, racer, NULL);
	plain_counter++;
	pthread_join(a, NULL);
}

static void *crasher(void *arg)
{
	*(volatile int *)arg = 1;
	return NULL;
}

static void crash(void)
{
	pthread_t a;
	pthread_create(&a, NULL, crasher, NULL);
	pthread_join(a, NULL);
}

static void *blind_waiter(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void lost(void)
{
	pthread_t a;
	pthread_create(&a, NULL, blind_waiter, NULL);
	pthread_cond_signal(&cond);
	pthread_join(a, NULL);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(lost_update),
	EXPLORE_TEST(right_condition),
	EXPLORE_TEST(race),
	EXPLORE_TEST(crash),
	EXPLORE_TEST(lost, .spurious = EXPLORE_OFF),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
