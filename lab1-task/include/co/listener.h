/* SPDX-License-Identifier: MIT */
/*
 * Given: who hears of assertions and of parts that are not written. NULL in an
 * ordinary program; the test harness sets it before a test runs.
 */
#ifndef CO_LISTENER_H
#define CO_LISTENER_H

#include "co/base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_listener {
	/* An assertion fails. Returns when nobody expected it. */
	void (*assert_expected)(const char *text);
	/* Its message is printed. May return: the program then aborts. */
	void (*assert_failed)(const char *file, int line, const char *text);
	/* May return: the program then prints where to start, and exits. */
	void (*not_started)(const char *part, const char *file, int line);
};

extern const struct co_listener *co__listener;

#ifdef __cplusplus
}
#endif

#endif
