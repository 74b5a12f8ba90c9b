/* SPDX-License-Identifier: MIT */
/*
 * Publishing data through an atomic. Every execution is sequentially
 * consistent, so a missing order shows as a data race and not as a wrong value.
 */
#include "suite.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data[2];
static atomic_int ready, stage;
static _Atomic(int *) instance;

static void *publish_relaxed(void *arg)
{
	(void)arg;
	data[0] = 42;
	atomic_store_explicit(&ready, 1, relaxed);
	return NULL;
}

static void *publish_release(void *arg)
{
	(void)arg;
	data[0] = 42;
	atomic_store_explicit(&ready, 1, release);
	return NULL;
}

static void *publish_by_fence(void *arg)
{
	(void)arg;
	data[0] = 42;
	atomic_thread_fence(release);
	atomic_store_explicit(&ready, 1, relaxed);
	return NULL;
}

static void *read_relaxed(void *arg)
{
	(void)arg;
	if (atomic_load_explicit(&ready, relaxed))
		CO_CHECK_EQ(42, data[0]);
	return NULL;
}

static void *read_acquire(void *arg)
{
	(void)arg;
	if (atomic_load_explicit(&ready, acquire))
		CO_CHECK_EQ(42, data[0]);
	return NULL;
}

static void *read_by_fence(void *arg)
{
	(void)arg;
	while (!atomic_load_explicit(&ready, relaxed))
		;
	atomic_thread_fence(acquire);
	CO_CHECK_EQ(42, data[0]);
	return NULL;
}

static void store_relaxed__race(void)
{
	run_threads(publish_relaxed, read_acquire, NULL, NULL);
}

static void load_relaxed__race(void)
{
	run_threads(publish_release, read_relaxed, NULL, NULL);
}

static void release_acquire__right(void)
{
	run_threads(publish_release, read_acquire, NULL, NULL);
}

static void fences__right(void)
{
	run_threads(publish_by_fence, read_by_fence, read_by_fence, NULL);
}

static void fence_on_one_side__race(void)
{
	run_threads(publish_relaxed, read_by_fence, NULL, NULL);
}

/* ---- A read-modify-write in between keeps the release sequence ---- */

static void *pass_on_relaxed(void *arg)
{
	int one = 1;

	(void)arg;
	atomic_compare_exchange_strong_explicit(
		&ready, &one, 2, relaxed, relaxed);
	return NULL;
}

static void *read_second(void *arg)
{
	(void)arg;
	if (atomic_load_explicit(&ready, acquire) == 2)
		CO_CHECK_EQ(42, data[0]);
	return NULL;
}

static void release_sequence__right(void)
{
	run_threads(publish_release, pass_on_relaxed, read_second, NULL);
}

/* ---- Double-checked locking ---- */

static int *get(memory_order load, memory_order store)
{
	int *p = atomic_load_explicit(&instance, load);

	if (p)
		return p;
	pthread_mutex_lock(&lock);
	p = atomic_load_explicit(&instance, relaxed);
	if (!p) {
		p = malloc(sizeof(*p));
		*p = 5;
		atomic_store_explicit(&instance, p, store);
	}
	pthread_mutex_unlock(&lock);
	return p;
}

static void *get_unordered(void *arg)
{
	(void)arg;
	CO_CHECK_EQ(5, *get(relaxed, relaxed));
	return NULL;
}

static void *get_ordered(void *arg)
{
	(void)arg;
	CO_CHECK_EQ(5, *get(acquire, release));
	return NULL;
}

static void double_checked_no_acquire__race(void)
{
	run_threads(get_unordered, get_unordered, NULL, NULL);
}

static void double_checked__right(void)
{
	run_threads(get_ordered, get_ordered, get_ordered, NULL);
	free(atomic_load(&instance));
}

/* ---- A completion that comes before the waiter has said who it is ---- */

enum {
	EMPTY,
	WAITING,
	DONE
};

static atomic_int completion, resumed, continuation;

static void *complete(void *arg)
{
	(void)arg;
	if (atomic_exchange(&completion, DONE) == WAITING) {
		CO_CHECK_EQ(1, atomic_load(&continuation));
		atomic_fetch_add(&resumed, 1);
	}
	return NULL;
}

static void suspend(bool publish_first)
{
	int empty = EMPTY;

	if (!publish_first)
		atomic_store(&continuation, 1);
	if (!atomic_compare_exchange_strong(&completion, &empty, WAITING))
		atomic_fetch_add(&resumed, 1);
	if (publish_first)
		atomic_store(&continuation, 1);
}

static void *suspend_published_first(void *arg)
{
	(void)arg;
	suspend(true);
	return NULL;
}

static void *suspend_ready_first(void *arg)
{
	(void)arg;
	suspend(false);
	return NULL;
}

static void complete_before_suspend_is_published__check(void)
{
	run_threads(suspend_published_first, complete, NULL, NULL);
}

static void complete_and_suspend__right(void)
{
	run_threads(suspend_ready_first, complete, NULL, NULL);
	CO_CHECK_EQ(1, atomic_load(&resumed));
}

/* ---- Neighbours in a word, and hand-over by a plain spin ---- */

static struct {
	char left, right;
} neighbours;

static void *write_left(void *arg)
{
	(void)arg;
	neighbours.left = 1;
	return NULL;
}

static void *write_right(void *arg)
{
	(void)arg;
	neighbours.right = 1;
	return NULL;
}

static void neighbouring_bytes__right(void)
{
	run_threads(write_left, write_right, NULL, NULL);
}

static void *first_stage(void *arg)
{
	(void)arg;
	data[0] = 1;
	atomic_store(&stage, 1);
	while (atomic_load(&stage) != 2)
		;
	CO_CHECK_EQ(2, data[1]);
	return NULL;
}

static void *second_stage(void *arg)
{
	(void)arg;
	while (atomic_load(&stage) != 1)
		;
	CO_CHECK_EQ(1, data[0]);
	data[1] = 2;
	atomic_store(&stage, 2);
	return NULL;
}

static void spin_hand_over__right(void)
{
	run_threads(first_stage, second_stage, NULL, NULL);
}

static void *plain_spin(void *arg)
{
	(void)arg;
	while (!*(volatile int *)&data[0])
		;
	return NULL;
}

static void *plain_set(void *arg)
{
	(void)arg;
	*(volatile int *)&data[0] = 1;
	return NULL;
}

static void volatile_flag__race(void)
{
	run_threads(plain_spin, plain_set, NULL, NULL);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(store_relaxed__race),
	EXPLORE_TEST(load_relaxed__race),
	EXPLORE_TEST(release_acquire__right),
	EXPLORE_TEST(fences__right),
	EXPLORE_TEST(fence_on_one_side__race),
	EXPLORE_TEST(release_sequence__right),
	EXPLORE_TEST(double_checked_no_acquire__race),
	EXPLORE_TEST(double_checked__right, .leaks = EXPLORE_ON),
	EXPLORE_TEST(complete_before_suspend_is_published__check),
	EXPLORE_TEST(complete_and_suspend__right),
	EXPLORE_TEST(neighbouring_bytes__right),
	EXPLORE_TEST(spin_hand_over__right),
	EXPLORE_TEST(volatile_flag__race),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
