// SPDX-License-Identifier: MIT
/*
 * A pthread mutex that nobody else wants: lock, count, unlock.
 */
#include <pthread.h>

#include "../contender.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint64_t count;

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

BENCH_CASE(lock, "lock-unlock", 1, NULL, lock_run)
