/* SPDX-License-Identifier: MIT */
/*
 * The demonstration: a few clients, and one coroutine that says who is next.
 */
#ifndef KV_PLAY_H
#define KV_PLAY_H

#include "host.h"

enum {
	PLAY_PLACES = 3, /* one less than there are clients */
};

struct play {
	struct host *host;
	CO_ATOMIC(int) error; /* 0, or why it was broken off */
};

/*
 * Submit the play. At its end, or when something goes wrong, the server is
 * stopped; see @error.
 *
 * Ownership: borrows @play until the scheduler is destroyed.
 * Context:   the server listens.
 */
void play_start(struct play *play);

#endif
