/* SPDX-License-Identifier: MIT */
/*
 * Four bugs that only atomics are part of, with three threads each: no data
 * race for ThreadSanitizer to see, no lock to watch. And the right forms.
 */
#include "suite.h"

/* ---- A count-down in two steps ---- */

static atomic_int left_to_do, finished;

static void *count_down_twice(void *arg)
{
	(void)arg;
	atomic_fetch_sub(&left_to_do, 1);
	if (atomic_load(&left_to_do) == 0)
		atomic_fetch_add(&finished, 1);
	return NULL;
}

static void *count_down_once(void *arg)
{
	(void)arg;
	if (atomic_fetch_sub(&left_to_do, 1) == 1)
		atomic_fetch_add(&finished, 1);
	return NULL;
}

static void count_down(void *(*fn)(void *))
{
	atomic_store(&left_to_do, 3);
	run_threads(fn, fn, fn, NULL);
	CO_CHECK_EQ(1, atomic_load(&finished));
}

static void count_down_in_two_steps__check(void)
{
	count_down(count_down_twice);
}

static void count_down__right(void)
{
	count_down(count_down_once);
}

/* ---- Mutual exclusion by flags: Peterson's filter for three ---- */

static atomic_int level[3], last_in[2], inside, ids;

static bool others_at(int me, int l)
{
	for (int i = 0; i < 3; i++)
		if (i != me && atomic_load(&level[i]) >= l)
			return true;
	return false;
}

static void filter(int me, bool swapped)
{
	for (int l = 1; l < 3; l++) {
		if (swapped)
			atomic_store(&last_in[l - 1], me);
		atomic_store(&level[me], l);
		if (!swapped)
			atomic_store(&last_in[l - 1], me);
		while (others_at(me, l) && atomic_load(&last_in[l - 1]) == me)
			;
	}
	CO_CHECK_EQ(0, atomic_fetch_add(&inside, 1));
	atomic_fetch_sub(&inside, 1);
	atomic_store(&level[me], 0);
}

static void *filter_swapped(void *arg)
{
	(void)arg;
	filter(atomic_fetch_add(&ids, 1), true);
	return NULL;
}

static void *filter_right(void *arg)
{
	(void)arg;
	filter(atomic_fetch_add(&ids, 1), false);
	return NULL;
}

static void filter_lock_stores_swapped__check(void)
{
	run_threads(filter_swapped, filter_swapped, filter_swapped, NULL);
}

static void filter_lock__right(void)
{
	run_threads(filter_right, filter_right, filter_right, NULL);
}

/* ---- A stack whose nodes come back: ABA ---- */

struct node {
	atomic_int next; /* index + 1, 0: none */
	atomic_int taken;
};

static struct node nodes[3];
static atomic_uint top; /* version << 8 | index + 1 */
static unsigned version_step;

static void push(unsigned n)
{
	unsigned old = atomic_load(&top), new;

	do {
		atomic_store(&nodes[n].next, (int)(old & 255));
		new = ((old & ~255u) + version_step) | (n + 1);
	} while (!atomic_compare_exchange_strong(&top, &old, new));
}

static int pop(void)
{
	unsigned old = atomic_load(&top), new;

	do {
		if (!(old & 255))
			return -1;
		new = ((old & ~255u) + version_step) |
		      (unsigned)atomic_load(&nodes[(old & 255) - 1].next);
	} while (!atomic_compare_exchange_strong(&top, &old, new));
	return (int)(old & 255) - 1;
}

static void take(int n)
{
	if (n >= 0)
		CO_CHECK_EQ(0, atomic_exchange(&nodes[n].taken, 1));
}

static void *pop_one(void *arg)
{
	(void)arg;
	take(pop());
	return NULL;
}

static void *pop_two_push_one(void *arg)
{
	int a = pop(), b = pop();

	(void)arg;
	take(b);
	if (a >= 0)
		push((unsigned)a);
	return NULL;
}

static void stack(unsigned step)
{
	version_step = step;
	push(0);
	push(1);
	push(2);
	run_threads(pop_one, pop_two_push_one, pop_one, NULL);
}

static void stack_aba__check(void)
{
	stack(0);
}

static void stack_with_version__right(void)
{
	stack(256);
}

/* ---- A sequence lock ---- */

static atomic_uint sequence;
static atomic_int first, second;

static void *write_pair(void *arg)
{
	unsigned s = atomic_load(&sequence);

	(void)arg;
	if (s & 1 || !atomic_compare_exchange_strong(&sequence, &s, s + 1))
		return NULL;
	atomic_fetch_add(&first, 1);
	atomic_fetch_add(&second, 1);
	atomic_fetch_add(&sequence, 1);
	return NULL;
}

static void read_pair(bool recheck)
{
	unsigned s;
	int a, b;

	do {
		while ((s = atomic_load(&sequence)) & 1)
			;
		a = atomic_load(&first);
		b = atomic_load(&second);
	} while (recheck && atomic_load(&sequence) != s);
	CO_CHECK_EQ(a, b);
}

static void *read_without_recheck(void *arg)
{
	(void)arg;
	read_pair(false);
	return NULL;
}

static void *read_with_recheck(void *arg)
{
	(void)arg;
	read_pair(true);
	return NULL;
}

static void seqlock_no_recheck__check(void)
{
	run_threads(write_pair, write_pair, read_without_recheck, NULL);
}

static void seqlock__right(void)
{
	run_threads(write_pair, write_pair, read_with_recheck, NULL);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(count_down_in_two_steps__check),
	EXPLORE_TEST(count_down__right),
	EXPLORE_TEST(filter_lock_stores_swapped__check),
	EXPLORE_TEST(filter_lock__right),
	EXPLORE_TEST(stack_aba__check),
	EXPLORE_TEST(stack_with_version__right),
	EXPLORE_TEST(seqlock_no_recheck__check),
	EXPLORE_TEST(seqlock__right),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
