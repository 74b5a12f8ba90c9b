/* SPDX-License-Identifier: MIT */
/*
 * The demonstration: clients of our own, as coroutines beside the server.
 */
#ifndef KV_SELFTEST_H
#define KV_SELFTEST_H

#include "server.h"

enum {
	SELFTEST_COUNTERS = 4,
	SELFTEST_ROUNDS = 250,
};

struct selftest {
	struct kv_server *server;

	CO_ATOMIC(unsigned) left; /* clients that still count */
	CO_ATOMIC(int) error;     /* the first */
};

/*
 * Submit clients that count together, and after them one that says what it
 * asks and what it is told. When all is said, or one fails, the server is
 * stopped; see @error.
 *
 * Ownership: borrows @test until the scheduler is destroyed.
 * Context:   the server listens.
 */
void selftest_start(struct selftest *test);

#endif
