// SPDX-License-Identifier: MIT
/*
 * A pthread mutex that nobody else wants: lock, count, unlock.
 *
 * In a process that never had a second thread glibc locks without an atomic
 * operation. That is no lock that two threads could share, so there is a second
 * one, which sleeps.
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "../contender.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint64_t count;

static void *sleeper(void *unused)
{
	for (;;)
		pause();
	return unused;
}

static void lock_prepare(size_t size)
{
	pthread_t thread;

	(void)size;
	if (pthread_create(&thread, NULL, sleeper, NULL))
		abort();
}

static void lock_run(size_t size, uint64_t n)
{
	uint64_t i;

	(void)size;
	count = 0;
	for (i = 0; i < n; i++) {
		pthread_mutex_lock(&mutex);
		count++;
		pthread_mutex_unlock(&mutex);
	}
	bench_expect(n, count, "how often it was locked");
}

BENCH_CASE(lock, "lock-unlock", 1, lock_prepare, lock_run)
