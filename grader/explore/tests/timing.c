/* SPDX-License-Identifier: MIT */
/* Virtual time, timed waits, timers, event descriptors. */
#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "suite.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int order[2], n_order, armed, fired, stop, event;
static uint64_t deadline;

static struct timespec after_ms(long ms)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_sec += ms / 1000;
	t.tv_nsec += ms % 1000 * 1000000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_sec++;
		t.tv_nsec -= 1000000000;
	}
	return t;
}

static void *sleep_long(void *arg)
{
	(void)arg;
	sleep(10);
	pthread_mutex_lock(&lock);
	order[n_order++] = 10;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *sleep_short(void *arg)
{
	(void)arg;
	usleep(1000);
	pthread_mutex_lock(&lock);
	order[n_order++] = 1;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void sleeps_end_in_order__right(void)
{
	run_threads(sleep_long, sleep_short, NULL, NULL);
	CO_CHECK_EQ(1, order[0]);
	CO_CHECK_EQ(10, order[1]);
	CO_CHECK_EQ(10000, explore_now() / 1000000);
}

static void ten_second_timeout__right(void)
{
	struct timespec at = after_ms(10000);
	int err = 0;

	pthread_mutex_lock(&lock);
	while (!err)
		err = pthread_cond_timedwait(&cond, &lock, &at);
	pthread_mutex_unlock(&lock);
	CO_CHECK_EQ(ETIMEDOUT, err);
	CO_CHECK_EQ(10000, explore_now() / 1000000);
}

static void polling_the_clock__right(void)
{
	struct timespec t;

	do
		clock_gettime(CLOCK_MONOTONIC, &t);
	while (t.tv_sec < 1);
}

/* ---- A timer thread: the deadline changes while it is about to wait ---- */

static void *timer(void *arg)
{
	bool forgets = arg;

	pthread_mutex_lock(&lock);
	while (!stop) {
		struct timespec at = {.tv_sec = 1700000000};
		uint64_t when = deadline;

		if (!armed) {
			pthread_cond_wait(&cond, &lock);
			continue;
		}
		if (explore_now() >= (forgets ? when : deadline)) {
			fired++;
			armed = 0;
			continue;
		}
		at.tv_nsec = (long)when;
		if (forgets) {
			/* The new deadline may be set in this gap. */
			pthread_mutex_unlock(&lock);
			pthread_mutex_lock(&lock);
		}
		if (pthread_cond_timedwait(&cond, &lock, &at) == ETIMEDOUT &&
			forgets) {
			fired++;
			armed = 0;
		}
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void arm(uint64_t ns)
{
	pthread_mutex_lock(&lock);
	deadline = ns;
	armed = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
}

static void rearm(void *arg)
{
	pthread_t t;

	pthread_create(&t, NULL, timer, arg);
	arm(500000);
	arm(900000);
	usleep(600);
	pthread_mutex_lock(&lock);
	CO_CHECK_EQ(0, fired);
	pthread_mutex_unlock(&lock);
	usleep(600);
	pthread_mutex_lock(&lock);
	CO_CHECK_EQ(1, fired);
	stop = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
}

static void timer_rearm_race__check(void)
{
	rearm(&lock);
}

static void timer_rearm__right(void)
{
	rearm(NULL);
}

/* ---- Event descriptors ---- */

static int message;

static void *write_event(void *arg)
{
	uint64_t one = 1;

	(void)arg;
	message = 3;
	CO_CHECK_EQ(8, write(event, &one, 8));
	return NULL;
}

static void *read_event(void *arg)
{
	uint64_t n = 0;

	(void)arg;
	CO_CHECK_EQ(8, read(event, &n, 8));
	CO_CHECK_EQ(1, n);
	CO_CHECK_EQ(3, message);
	return NULL;
}

static void *poll_event(void *arg)
{
	struct pollfd p = {.fd = event, .events = POLLIN};

	(void)arg;
	CO_CHECK_EQ(1, poll(&p, 1, 1000));
	return read_event(NULL);
}

static void eventfd_wakes_reader__right(void)
{
	event = eventfd(0, 0);
	run_threads(read_event, write_event, NULL, NULL);
	close(event);
}

static void eventfd_poll__right(void)
{
	struct pollfd p = {.events = POLLIN};

	event = eventfd(0, EFD_NONBLOCK);
	run_threads(poll_event, write_event, NULL, NULL);
	p.fd = event;
	CO_CHECK_EQ(0, poll(&p, 1, 50));
	CO_CHECK_EQ(50, explore_now() / 1000000);
	close(event);
}

static void eventfd_never_written__deadlock(void)
{
	event = eventfd(0, 0);
	run_threads(read_event, NULL, NULL, NULL);
}

/* A wake-up that is skipped when the sleeper does not seem to sleep. */
static atomic_int sleeping, work;

static void *sleeper(void *arg)
{
	uint64_t n;

	if (arg) { /* looks, and only then says that it sleeps */
		if (!atomic_load(&work)) {
			atomic_store(&sleeping, 1);
			read(event, &n, 8);
		}
		return NULL;
	}
	atomic_store(&sleeping, 1);
	if (!atomic_load(&work))
		read(event, &n, 8);
	return NULL;
}

static void *waker(void *arg)
{
	uint64_t one = 1;

	(void)arg;
	atomic_store(&work, 1);
	if (atomic_load(&sleeping))
		write(event, &one, 8);
	return NULL;
}

static void skipped_wakeup__deadlock(void)
{
	event = eventfd(0, 0);
	run_threads(sleeper, waker, NULL, &lock);
}

static void announced_sleep__right(void)
{
	event = eventfd(0, 0);
	run_threads(sleeper, waker, NULL, NULL);
}

/* Spins a little, then parks; the wrong one parks without a last look. */
static atomic_int parked, done_flag;

static void *spin_then_park(void *arg)
{
	uint64_t n;

	for (int i = 0; i < 5; i++)
		if (atomic_load(&done_flag))
			return NULL;
	atomic_store(&parked, 1);
	if (!arg && atomic_load(&done_flag))
		return NULL;
	read(event, &n, 8);
	return NULL;
}

static void *finish_and_unpark(void *arg)
{
	uint64_t one = 1;

	(void)arg;
	atomic_store(&done_flag, 1);
	if (atomic_load(&parked))
		write(event, &one, 8);
	return NULL;
}

static void spin_then_park__right(void)
{
	event = eventfd(0, 0);
	run_threads(spin_then_park, finish_and_unpark, NULL, NULL);
}

static void spin_then_park_without_look__deadlock(void)
{
	event = eventfd(0, 0);
	run_threads(spin_then_park, finish_and_unpark, NULL, &lock);
}

/* A time-out that fires although the other thread could have gone on. */
static int timed_out;

static void *wait_a_second(void *arg)
{
	struct timespec at = after_ms(1000);

	(void)arg;
	pthread_mutex_lock(&lock);
	while (!armed && !timed_out)
		timed_out = pthread_cond_timedwait(&cond, &lock, &at);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *arm_now(void *arg)
{
	(void)arg;
	arm(0);
	return NULL;
}

static void early_timeout__check(void)
{
	run_threads(wait_a_second, arm_now, NULL, NULL);
	CO_CHECK_EQ(0, timed_out);
}

static void no_early_timeout__right(void)
{
	run_threads(wait_a_second, arm_now, NULL, NULL);
	CO_CHECK_EQ(0, timed_out);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(spin_then_park__right),
	EXPLORE_TEST(spin_then_park_without_look__deadlock),
	EXPLORE_TEST(early_timeout__check, .early_timeouts = EXPLORE_ON),
	EXPLORE_TEST(no_early_timeout__right),
	EXPLORE_TEST(sleeps_end_in_order__right),
	EXPLORE_TEST(ten_second_timeout__right),
	EXPLORE_TEST(polling_the_clock__right),
	EXPLORE_TEST(timer_rearm_race__check),
	EXPLORE_TEST(timer_rearm__right),
	EXPLORE_TEST(eventfd_wakes_reader__right),
	EXPLORE_TEST(eventfd_poll__right),
	EXPLORE_TEST(eventfd_never_written__deadlock),
	EXPLORE_TEST(skipped_wakeup__deadlock),
	EXPLORE_TEST(announced_sleep__right),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
