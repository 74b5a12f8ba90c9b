/* SPDX-License-Identifier: MIT */
/*
 * For the files that define what the user's calls become (explore_<name>, see
 * wrapped.syms). Nothing but redefined symbols refers to those functions, so
 * they have no prototypes.
 */
#ifndef EXPLORE_WRAP_H
#define EXPLORE_WRAP_H

#include <errno.h>
#include <time.h>

#include "runtime.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Deadlines of the wall clock start here, so that 0 is never "now". */
#define EX_REALTIME_OFFSET ((uint64_t)1700000000 * 1000000000)

/* A deadline on @clock as virtual time; one that is past is now. */
uint64_t ex_deadline(clockid_t clock, const struct timespec *at);
bool ex_timespec_valid(const struct timespec *at);

#endif
