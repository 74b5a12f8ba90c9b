/* SPDX-License-Identifier: MIT */
/* Locks: order, ownership, lifetime, fairness. */
#include <sched.h>
#include <semaphore.h>

#include "suite.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int shared_value, readers, writers_waiting, reads;

static void *ab(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	shared_value++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return NULL;
}

static void *ba(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	shared_value++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return NULL;
}

static void lock_order_inverted__deadlock(void)
{
	run_threads(ab, ba, NULL, NULL);
}

static void lock_order_kept__right(void)
{
	run_threads(ab, ab, ab, NULL);
	CO_CHECK_EQ(3, shared_value);
}

static void *ba_backs_off(void *arg)
{
	(void)arg;
	for (;;) {
		pthread_mutex_lock(&b);
		if (!pthread_mutex_trylock(&a))
			break;
		pthread_mutex_unlock(&b);
		sched_yield();
	}
	shared_value++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return NULL;
}

static void trylock_backs_off__right(void)
{
	run_threads(ab, ba_backs_off, NULL, NULL);
	CO_CHECK_EQ(2, shared_value);
}

static void lock_twice__deadlock(void)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&a);
}

static void recursive__right(void)
{
	pthread_mutexattr_t attr;
	pthread_mutex_t m;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &attr);
	CO_CHECK_EQ(0, pthread_mutex_lock(&m));
	CO_CHECK_EQ(0, pthread_mutex_lock(&m));
	CO_CHECK_EQ(0, pthread_mutex_unlock(&m));
	CO_CHECK_EQ(0, pthread_mutex_unlock(&m));
	CO_CHECK_EQ(EPERM, pthread_mutex_unlock(&m));
	pthread_mutex_destroy(&m);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&m, &attr);
	CO_CHECK_EQ(0, pthread_mutex_lock(&m));
	CO_CHECK_EQ(EDEADLK, pthread_mutex_lock(&m));
	CO_CHECK_EQ(0, pthread_mutex_unlock(&m));
	pthread_mutex_destroy(&m);
}

static void *unlock_a(void *arg)
{
	(void)arg;
	pthread_mutex_unlock(&a);
	return NULL;
}

static void unlock_by_another__foreign_unlock(void)
{
	pthread_mutex_lock(&a);
	run_threads(unlock_a, NULL, NULL, NULL);
}

static void *lock_a(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	return NULL;
}

static void destroy_too_early__destroyed_object(void)
{
	pthread_t t;

	pthread_create(&t, NULL, lock_a, NULL);
	pthread_mutex_destroy(&a);
	pthread_join(t, NULL);
}

static void new_mutex_in_old_place__right(void)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
		pthread_mutex_destroy(&m);
	}
}

/* ---- Reader-writer locks ---- */

static void *rw_write(void *arg)
{
	(void)arg;
	pthread_rwlock_wrlock(&rw);
	shared_value++;
	pthread_rwlock_unlock(&rw);
	return NULL;
}

static void *rw_read(void *arg)
{
	(void)arg;
	pthread_rwlock_rdlock(&rw);
	CO_CHECK(shared_value >= 0);
	pthread_rwlock_unlock(&rw);
	return NULL;
}

static void *rw_write_under_read(void *arg)
{
	(void)arg;
	pthread_rwlock_rdlock(&rw);
	shared_value++;
	pthread_rwlock_unlock(&rw);
	return NULL;
}

static void rwlock__right(void)
{
	run_threads(rw_write, rw_read, rw_read, NULL);
}

static void write_under_read_lock__race(void)
{
	run_threads(rw_write_under_read, rw_read, NULL, NULL);
}

/*
 * Readers that must let writers go first, and a writer that never says that it
 * is done waiting: the readers starve.
 */
static void *starved_reader(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&a);
	while (writers_waiting)
		pthread_cond_wait(&cond, &a);
	readers++;
	reads++;
	readers--;
	pthread_cond_broadcast(&cond);
	pthread_mutex_unlock(&a);
	return NULL;
}

static void *rude_writer(void *arg)
{
	pthread_mutex_lock(&a);
	writers_waiting++;
	while (readers)
		pthread_cond_wait(&cond, &a);
	shared_value++;
	if (!arg)
		writers_waiting--;
	pthread_cond_broadcast(&cond);
	pthread_mutex_unlock(&a);
	return NULL;
}

static void reader_starves__lost_wakeup(void)
{
	run_threads(starved_reader, rude_writer, NULL, &a);
}

static void reader_gets_its_turn__right(void)
{
	run_threads(starved_reader, rude_writer, starved_reader, NULL);
	CO_CHECK_EQ(2, reads);
}

/* ---- The others: each orders what it should, without a race ---- */

static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static sem_t sem;
static int parts[3], made;
static atomic_int ids;

static void *meet(void *arg)
{
	int me = atomic_fetch_add(&ids, 1), last;

	(void)arg;
	parts[me] = me + 1;
	last = pthread_barrier_wait(&barrier);
	CO_CHECK_EQ(6, parts[0] + parts[1] + parts[2]);
	CO_CHECK(last == 0 || last == PTHREAD_BARRIER_SERIAL_THREAD);
	return NULL;
}

static void barrier__right(void)
{
	pthread_barrier_init(&barrier, NULL, 3);
	run_threads(meet, meet, meet, NULL);
	pthread_barrier_destroy(&barrier);
}

static void make(void)
{
	made++;
}

static void *use_once(void *arg)
{
	(void)arg;
	pthread_once(&once, make);
	CO_CHECK_EQ(1, made);
	return NULL;
}

static void once__right(void)
{
	run_threads(use_once, use_once, use_once, NULL);
}

static void *spin_add(void *arg)
{
	(void)arg;
	pthread_spin_lock(&spin);
	shared_value++;
	pthread_spin_unlock(&spin);
	return NULL;
}

static void spin__right(void)
{
	pthread_spin_init(&spin, 0);
	run_threads(spin_add, spin_add, spin_add, NULL);
	CO_CHECK_EQ(3, shared_value);
}

static void *sem_give(void *arg)
{
	(void)arg;
	shared_value = 7;
	sem_post(&sem);
	return NULL;
}

static void *sem_take(void *arg)
{
	(void)arg;
	sem_wait(&sem);
	CO_CHECK_EQ(7, shared_value);
	return NULL;
}

static void semaphore__right(void)
{
	sem_init(&sem, 0, 0);
	run_threads(sem_take, sem_give, NULL, NULL);
	CO_CHECK_EQ(-1, sem_trywait(&sem));
	sem_destroy(&sem);
}

static void semaphore_too_many_takers__deadlock(void)
{
	sem_init(&sem, 0, 0);
	run_threads(sem_take, sem_give, sem_take, NULL);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(lock_order_inverted__deadlock),
	EXPLORE_TEST(lock_order_kept__right),
	EXPLORE_TEST(trylock_backs_off__right),
	EXPLORE_TEST(lock_twice__deadlock),
	EXPLORE_TEST(recursive__right),
	EXPLORE_TEST(unlock_by_another__foreign_unlock),
	EXPLORE_TEST(destroy_too_early__destroyed_object),
	EXPLORE_TEST(new_mutex_in_old_place__right),
	EXPLORE_TEST(rwlock__right),
	EXPLORE_TEST(write_under_read_lock__race),
	EXPLORE_TEST(reader_starves__lost_wakeup),
	EXPLORE_TEST(reader_gets_its_turn__right),
	EXPLORE_TEST(barrier__right),
	EXPLORE_TEST(once__right),
	EXPLORE_TEST(spin__right),
	EXPLORE_TEST(semaphore__right),
	EXPLORE_TEST(semaphore_too_many_takers__deadlock),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
