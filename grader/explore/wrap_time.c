/* SPDX-License-Identifier: MIT */
/*
 * Clocks and sleeping, on virtual time. All clocks tick together; the wall
 * clock is ahead by a constant.
 *
 * Reading the clock is not a scheduling point. A thread that reads it again
 * and again waits for time to pass, which it does only when all are blocked:
 * after POLL_LIMIT reads without anything else it sleeps for a millisecond.
 */
#include <sys/time.h>
#include <unistd.h>

#include "wrap.h"

enum {
	POLL_LIMIT = 100
};

#define SECOND ((uint64_t)1000000000)

static bool is_wall_clock(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ||
	       clock == CLOCK_TAI;
}

bool ex_timespec_valid(const struct timespec *at)
{
	return at->tv_nsec >= 0 && at->tv_nsec < (long)SECOND;
}

static uint64_t nanoseconds(const struct timespec *t)
{
	if (t->tv_sec < 0)
		return 0;
	if ((uint64_t)t->tv_sec > UINT64_MAX / SECOND - 1)
		return EX_NEVER - 1;
	return (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
}

uint64_t ex_deadline(clockid_t clock, const struct timespec *at)
{
	uint64_t ns = nanoseconds(at);

	if (ns < EX_NEVER - 1 && is_wall_clock(clock))
		ns -= ns < EX_REALTIME_OFFSET ? ns : EX_REALTIME_OFFSET;
	return ns > ex_run.now ? ns : ex_run.now;
}

static bool never(void *arg)
{
	(void)arg;
	return false;
}

static void sleep_until(uint64_t deadline, const char *op, uintptr_t pc)
{
	struct ex_waiting w = {.op = op,
		.pc = pc,
		.ready = never,
		.deadline = deadline,
		.holder = -1};

	ex_wait(&w);
}

static void sleep_for(uint64_t ns, uintptr_t pc)
{
	uint64_t end = ex_run.now + ns;

	sleep_until(end < ex_run.now ? EX_NEVER - 1 : end, "sleeps", pc);
}

static uint64_t read_clock(clockid_t clock, uintptr_t pc)
{
	struct ex_thread *me = ex_self;

	if (me->polled_epoch != ex_run.epoch) {
		me->polled_epoch = ex_run.epoch;
		me->polls = 0;
	}
	if (++me->polls > POLL_LIMIT) {
		me->polls = 0;
		sleep_until(ex_run.now + 1000000, "polls the clock", pc);
	}
	return ex_run.now + (is_wall_clock(clock) ? EX_REALTIME_OFFSET : 0);
}

static struct timespec timespec_of(uint64_t ns)
{
	struct timespec t = {.tv_sec = (time_t)(ns / SECOND),
		.tv_nsec = (long)(ns % SECOND)};

	return t;
}

int explore_clock_gettime(clockid_t clock, struct timespec *t)
{
	*t = timespec_of(read_clock(clock, EX_PC));
	return 0;
}

int explore_timespec_get(struct timespec *t, int base)
{
	*t = timespec_of(read_clock(CLOCK_REALTIME, EX_PC));
	return base;
}

int explore_gettimeofday(struct timeval *t, void *zone)
{
	uint64_t ns = read_clock(CLOCK_REALTIME, EX_PC);

	(void)zone;
	t->tv_sec = (time_t)(ns / SECOND);
	t->tv_usec = (suseconds_t)(ns % SECOND / 1000);
	return 0;
}

time_t explore_time(time_t *out)
{
	time_t t = (time_t)(read_clock(CLOCK_REALTIME, EX_PC) / SECOND);

	if (out)
		*out = t;
	return t;
}

int explore_nanosleep(const struct timespec *t, struct timespec *left)
{
	if (!ex_timespec_valid(t) || t->tv_sec < 0) {
		errno = EINVAL;
		return -1;
	}
	sleep_for(nanoseconds(t), EX_PC);
	if (left)
		*left = timespec_of(0);
	return 0;
}

int explore_clock_nanosleep(clockid_t clock, int flags,
	const struct timespec *t, struct timespec *left)
{
	if (!ex_timespec_valid(t) || t->tv_sec < 0)
		return EINVAL;
	if (flags & TIMER_ABSTIME)
		sleep_until(ex_deadline(clock, t), "sleeps", EX_PC);
	else
		sleep_for(nanoseconds(t), EX_PC);
	if (left)
		*left = timespec_of(0);
	return 0;
}

int explore_usleep(useconds_t us)
{
	sleep_for((uint64_t)us * 1000, EX_PC);
	return 0;
}

unsigned explore_sleep(unsigned s)
{
	sleep_for((uint64_t)s * SECOND, EX_PC);
	return 0;
}

int explore_thrd_sleep(const struct timespec *t, struct timespec *left)
{
	sleep_for(nanoseconds(t), EX_PC);
	if (left)
		*left = timespec_of(0);
	return 0;
}
