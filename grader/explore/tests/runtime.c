/* SPDX-License-Identifier: MIT */
/* The explorer's own promises: state, heap, ends of threads, refusals. */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "suite.h"

static int in_data = 7, in_bss;
static _Thread_local int in_tls = 3;
static pthread_key_t key;
static int destroyed;
static atomic_int turn;

static void *nothing(void *arg)
{
	return arg;
}

static void *touch_tls(void *arg)
{
	(void)arg;
	CO_CHECK_EQ(3, in_tls++);
	return NULL;
}

static void state_is_restored__right(void)
{
	CO_CHECK_EQ(7, in_data++);
	CO_CHECK_EQ(0, in_bss++);
	CO_CHECK_EQ(3, in_tls++);
	run_threads(touch_tls, touch_tls, NULL, NULL);
	CO_CHECK_EQ(4, in_tls);
}

static void heap_is_the_same__right(void)
{
	static void *const expected = (void *)0x300000000000;
	unsigned char *p = malloc(10), *q;

	CO_CHECK(p == expected);
	CO_CHECK_EQ(0xbe, p[9]);
	memset(p, 1, 10);
	q = realloc(p, 100);
	CO_CHECK_EQ(1, q[9]);
	CO_CHECK_EQ(1, explore_live_blocks());
	free(q);
	CO_CHECK_EQ(0, explore_live_blocks());
}

static void use_after_free__heap(void)
{
	volatile int *volatile p = malloc(sizeof(*p));

	free((void *)p);
	*p = 1;
}

static void freed_twice__heap(void)
{
	void *volatile p = malloc(8);

	free(p);
	free(p);
}

static void out_of_bounds__heap(void)
{
	volatile char *p = malloc(16);

	p[16] = 0;
}

static void never_freed__leak(void)
{
	void *volatile p = malloc(8);

	(void)p;
}

/* Either allocation may fail; the code copes. */
static void alloc_failure__right(void)
{
	char *a = malloc(8), *b = a ? malloc(8) : NULL;

	if (b)
		b[0] = 1;
	free(b);
	free(a);
}

static void alloc_failure_ignored__crash(void)
{
	volatile char *a = malloc(8);

	a[0] = 1;
	free((void *)a);
}

static void second_alloc_fails__right(void)
{
	void *a, *b;

	explore_fail_next_alloc(1);
	a = malloc(8);
	b = malloc(8);
	CO_CHECK(a && !b);
	free(a);
}

static void mutex_never_initialised__destroyed_object(void)
{
	pthread_mutex_t *m = malloc(sizeof(*m));

	pthread_mutex_lock(m);
}

static void *point_twice(void *arg)
{
	explore_name_thread("pointer");
	explore_point("first point");
	CO_CHECK_EQ(0, in_bss);
	in_bss = 1;
	explore_point("second point");
	in_bss = 0;
	return arg;
}

static void own_points__check(void)
{
	explore_name(&in_bss, "the word");
	run_threads(point_twice, point_twice, NULL, NULL);
}

static void delete_value(void *value)
{
	destroyed += *(int *)value;
}

static void *use_key(void *arg)
{
	pthread_setspecific(key, arg);
	return NULL;
}

static void key_destructor__right(void)
{
	int two = 2;

	pthread_key_create(&key, delete_value);
	run_threads(use_key, NULL, NULL, &two);
	CO_CHECK_EQ(2, destroyed);
}

static void not_joined__thread_left(void)
{
	pthread_t t;

	pthread_create(&t, NULL, nothing, NULL);
}

static void *wait_for_turn(void *arg)
{
	pthread_mutex_lock(arg);
	return NULL;
}

static void stuck_after_the_end__thread_left(void)
{
	static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_t t;

	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, wait_for_turn, &m);
	pthread_detach(t);
}

static void detached_ends_later__right(void)
{
	pthread_t t;

	pthread_create(&t, NULL, nothing, NULL);
	pthread_detach(t);
}

static void *wait_politely(void *arg)
{
	(void)arg;
	while (atomic_load(&turn) != 2)
		sched_yield();
	return NULL;
}

static void waits_for_ever__livelock(void)
{
	run_threads(wait_politely, wait_politely, NULL, NULL);
}

static void endless_loop__livelock(void)
{
	for (volatile int i = 0;; i++)
		;
}

/* A signal lands anywhere in it; the place that is named is always one. */
static void long_loop__livelock(void)
{
	volatile unsigned a = 1, b = 1, c = 1;

	for (;;) {
		a = b / c + 1;
		b = c / a + 1;
		c = a / b + 1;
	}
}

static void assert_expected__right(void)
{
	explore_expect_assert("too big");
	CO_ASSERT(in_data < 5, "%d is too big", in_data);
}

static void assert_expected_and_missing__check(void)
{
	explore_expect_assert("too big");
}

static void assert_unexpected__assert(void)
{
	CO_ASSERT(in_data < 5, "%d is too big", in_data);
}

static void part_is_missing__not_started(void)
{
	CO_NOT_STARTED("lab9.Z");
}

static void *dereference(void *arg)
{
	return *(void *volatile *)arg;
}

static void null_pointer__crash(void)
{
	run_threads(dereference, NULL, NULL, NULL);
}

static int recurse(volatile int *n)
{
	volatile int here[1000] = {*n + 1};

	return here[0] < 0 ? 0 : recurse(here) + here[999];
}

static void stack_overflow__crash(void)
{
	volatile int zero = 0;

	recurse(&zero);
}

static void raw_futex__unsupported(void)
{
	syscall(SYS_futex, &in_bss, 0, 0, NULL, NULL, 0);
}

static void signals__unsupported(void)
{
	raise(SIGUSR2);
}

static void real_descriptor__unsupported(void)
{
	char c;

	if (read(0, &c, 1))
		return;
}

static void forks__unsupported(void)
{
	if (fork())
		return;
}

/* A choice of 3 * 3 values: all nine are seen, and one is wrong. */
static void choice__check(void)
{
	unsigned a = explore_choose(3), b = explore_choose(3);

	co_step("chose %u and %u", a, b);
	CO_CHECK(a * 3 + b != 7);
}

static void *plain_add(void *arg)
{
	(void)arg;
	in_bss++;
	return NULL;
}

static void plain_points__check(void)
{
	run_threads(plain_add, plain_add, NULL, NULL);
	CO_CHECK_EQ(2, in_bss);
}

static void many_steps__livelock(void)
{
	for (int i = 0; i < 300; i++)
		atomic_fetch_add(&turn, 1);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(state_is_restored__right),
	EXPLORE_TEST(heap_is_the_same__right),
	EXPLORE_TEST(use_after_free__heap),
	EXPLORE_TEST(freed_twice__heap),
	EXPLORE_TEST(out_of_bounds__heap),
	EXPLORE_TEST(never_freed__leak, .leaks = EXPLORE_ON),
	EXPLORE_TEST(alloc_failure__right, .fail_alloc = EXPLORE_ON),
	EXPLORE_TEST(alloc_failure_ignored__crash, .fail_alloc = EXPLORE_ON),
	EXPLORE_TEST(second_alloc_fails__right),
	EXPLORE_TEST(mutex_never_initialised__destroyed_object),
	EXPLORE_TEST(own_points__check, .races = EXPLORE_OFF),
	EXPLORE_TEST(key_destructor__right),
	EXPLORE_TEST(not_joined__thread_left),
	EXPLORE_TEST(stuck_after_the_end__thread_left),
	EXPLORE_TEST(detached_ends_later__right),
	EXPLORE_TEST(waits_for_ever__livelock, .steps = 2000),
	EXPLORE_TEST(endless_loop__livelock),
	EXPLORE_TEST(long_loop__livelock),
	EXPLORE_TEST(assert_expected__right),
	EXPLORE_TEST(assert_expected_and_missing__check),
	EXPLORE_TEST(assert_unexpected__assert),
	EXPLORE_TEST(part_is_missing__not_started),
	EXPLORE_TEST(null_pointer__crash),
	EXPLORE_TEST(stack_overflow__crash),
	EXPLORE_TEST(raw_futex__unsupported),
	EXPLORE_TEST(signals__unsupported),
	EXPLORE_TEST(real_descriptor__unsupported),
	EXPLORE_TEST(forks__unsupported),
	EXPLORE_TEST(choice__check),
	EXPLORE_TEST(plain_points__check, .plain_points = EXPLORE_ON,
		.races = EXPLORE_OFF),
	EXPLORE_TEST(many_steps__livelock, .steps = 200),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
