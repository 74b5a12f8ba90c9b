/* SPDX-License-Identifier: MIT */
/*
 * How a test says what it does and what it found.
 *
 * greatest's ASSERT is a `return`: inside a coroutine body or a thread function
 * it would leave the function and pass in silence. So tests record what they
 * see with CO_CHECK, from any thread and any body, and the harness judges the
 * record when the test ends. A step says in words what the test is doing; a
 * failure prints the steps that led to it.
 */
#ifndef CO_CHECK_H
#define CO_CHECK_H

#include <string.h>

#include "co/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Record a failure unless @cond holds. The test goes on. */
#define CO_CHECK(cond)                                                         \
	do {                                                                   \
		if (!(cond))                                                   \
			co__check_failed(                                      \
				__FILE__, __LINE__, #cond, "true", "false");   \
	} while (0)

/* Record a failure unless two integers are equal; prints both. */
#define CO_CHECK_EQ(expected, actual)                                          \
	co__check_eq(__FILE__, __LINE__, #actual, (long long)(expected),       \
		(long long)(actual))

/* Record a failure unless two strings are equal; prints both. */
#define CO_CHECK_STR(expected, actual)                                         \
	co__check_str(__FILE__, __LINE__, #actual, (expected), (actual))

/* Record a failure unless a task has @status (co/task.h); prints both names. */
#define CO_CHECK_STATUS(status_, task)                                         \
	co__check_str(__FILE__, __LINE__, "the status of " #task,              \
		co_status_name(status_), co_status_name(co_task_status(task)))

/*
 * Say what the test does next ("post three items, then shut down").
 *
 * Ownership: copies the text.
 * Context:   any thread.
 */
void co_step(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Whether a check has failed so far in this test (in this schedule). */
bool co_check_has_failed(void);

/*
 * Record one failed check: @what was to be @expected and was @actual.
 * Every recorder (the test harness, the explorer) brings its own.
 */
void co__check_failed(const char *file, int line, const char *what,
	const char *expected, const char *actual) __attribute__((cold));

void co__check_eq(const char *file, int line, const char *what,
	long long expected, long long actual);
void co__check_str(const char *file, int line, const char *what,
	const char *expected, const char *actual);

#ifdef __cplusplus
}
#endif

#endif
