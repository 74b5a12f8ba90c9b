/* SPDX-License-Identifier: MIT */
/*
 * The demonstration: clients of our own, as coroutines beside the server.
 */
#ifndef KV_SELFTEST_H
#define KV_SELFTEST_H

#include <netinet/in.h>

#include "co/context.h"

enum {
	SELFTEST_COUNTERS = 4,
	SELFTEST_ROUNDS = 250,
};

struct selftest {
	struct sockaddr_in address;   /* of the server */
	struct co_context **contexts; /* where clients run, in turn */
	unsigned count;
	void (*done)(void *arg, int error); /* when all is said; once */
	void *arg;

	CO_ATOMIC(unsigned) left; /* clients that still count */
	CO_ATOMIC(int) error;     /* the first */
};

/*
 * Start clients that count together, and after them one that says what it
 * asks and what it is told.
 *
 * Context: before or while the contexts run; @test outlives them.
 * Returns: 0 or -errno.
 */
int selftest_start(struct selftest *test);

#endif
