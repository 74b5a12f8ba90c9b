/* SPDX-License-Identifier: MIT */
/*
 * The explorer: run a concurrent test under every schedule that the budget
 * allows, one thread at a time, and report the first one that goes wrong.
 *
 * A test program is one C file:
 *
 *	#include "explore.h"
 *	#include "co/check.h"
 *
 *	static void two_posts_are_both_run(void)
 *	{
 *		... ordinary pthreads, C11 atomics and the lab's API ...
 *		CO_CHECK_EQ(2, ran);
 *	}
 *
 *	static const struct explore_test tests[] = {
 *		EXPLORE_TEST(two_posts_are_both_run, .schedules = 5000),
 *		{0},
 *	};
 *
 *	int main(int argc, char **argv)
 *	{
 *		return explore_main(argc, argv, tests);
 *	}
 *
 * The rules of a test body:
 * - It runs once per schedule, as thread 0, from the same state each time:
 *   the explorer restores all static and thread-local data and the heap before
 *   every schedule. Nothing needs to be cleaned up for the next one.
 * - It must be deterministic but for its schedule: no real time, no real I/O,
 *   no random numbers but explore_choose().
 * - When it returns, every thread it started must have ended or be about to
 *   end, and have been joined or detached.
 * - A failed CO_CHECK ends the schedule at once, from whatever thread.
 *
 * The program's command line is described by --help and in README.md.
 */
#ifndef EXPLORE_H
#define EXPLORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which schedules to try; a set, in .strategies. 0 means all four. */
enum {
	/* All schedules with 0, then 1, .. then .preemptions preemptions. */
	EXPLORE_EXHAUSTIVE = 1,
	/* Probabilistic concurrency testing, bugs of depth 2 and of depth 3. */
	EXPLORE_PCT2 = 2,
	EXPLORE_PCT3 = 4,
	/* Every choice uniform. */
	EXPLORE_RANDOM = 8,
};

/* A switch that is on by default can only be turned off by name. */
enum explore_switch {
	EXPLORE_DEFAULT = 0,
	EXPLORE_OFF,
	EXPLORE_ON,
};

/*
 * One test and its budget. A field that is 0 has the default in brackets.
 * Everything but .milliseconds is part of what makes a run deterministic.
 */
struct explore_test {
	const char *name;
	void (*body)(void);

	/* The budget: schedules to try over all strategies [10000]. */
	unsigned schedules;
	/*
	 * A safety net of wall time for the whole test [60000]. When the clock
	 * cuts a search short the result says so; it is then the only thing
	 * about the result that depends on the machine.
	 */
	unsigned milliseconds;
	/* Steps after which one schedule counts as a livelock [50000]. */
	unsigned steps;
	/*
	 * The largest number of preemptions that the exhaustive search goes
	 * to [2]; EXPLORE_NO_PREEMPTION for 0.
	 */
	unsigned preemptions;
	/* A set of EXPLORE_EXHAUSTIVE | ... [all]. */
	unsigned strategies;

	/* Condition waits may return without a signal [on]. */
	enum explore_switch spurious;
	/* malloc and friends may fail, thread creation may give EAGAIN [off].*/
	enum explore_switch fail_alloc;
	/* Timed waits may time out while other threads could run [off]. */
	enum explore_switch early_timeouts;
	/* Plain reads and writes are scheduling points too [off]. */
	enum explore_switch plain_points;
	/* Data races are failures [on]. */
	enum explore_switch races;
	/* Heap blocks still allocated at the end are a failure [off]. */
	enum explore_switch leaks;
};

#define EXPLORE_NO_PREEMPTION 1000000

#define EXPLORE_TEST(function, ...)                                            \
	{                                                                      \
		.name = #function, .body = function, ##__VA_ARGS__             \
	}

/*
 * Run the tests of @tests (ended by an entry without a name) as the command
 * line says.
 *
 * Returns: the exit status for main(): 0 when every test that ran passed, 1
 *          when one did not, 2 for a wrong command line, 3 when the explorer
 *          itself or the machine is at fault.
 */
int explore_main(int argc, char **argv, const struct explore_test *tests);

/*
 * Expect this schedule to end at a CO_ASSERT whose condition or message holds
 * @substring. The schedule passes when it does, and fails when the test body
 * returns without it.
 *
 * Ownership: keeps the pointer until the schedule ends; pass a literal.
 * Context:   any thread of a test, once a schedule, before the act.
 */
void explore_expect_assert(const char *substring);

/*
 * A choice of the environment that is part of the explored space: a number
 * from 0 to @n - 1. 0 is what the simplest schedule does.
 *
 * Context: any thread of a test.
 */
unsigned explore_choose(unsigned n);

/*
 * Give the running thread, or an object, a name for reports.
 *
 * Ownership: copies the text.
 * Context:   any thread of a test.
 */
void explore_name_thread(const char *name);
void explore_name(const void *object, const char *name);

/* A scheduling point of the test's own, named @what (a literal) in reports. */
void explore_point(const char *what);

/* The virtual time in nanoseconds, and how many schedules ran before this. */
uint64_t explore_now(void);
unsigned explore_schedule(void);

/* Let the next (@skip = 0) or a later allocation of this schedule fail. */
void explore_fail_next_alloc(unsigned skip);

/* Heap blocks that are allocated now, in this schedule. */
size_t explore_live_blocks(void);

#endif
