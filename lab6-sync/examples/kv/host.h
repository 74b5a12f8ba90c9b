/* SPDX-License-Identifier: MIT */
/*
 * The host: lab 5's server, and where its clients meet.
 *
 *	host       accepts while there are places, then sees everybody off
 *	places     a semaphore: a permit for each client that may come
 *	guests     a wait group: the clients that are there
 *	lists      a semaphore each: values for those that wait for them
 *
 * The rules of the interface:
 *  - A client without a place waits in the backlog, and is accepted when
 *    somebody leaves.
 *  - A stop is orderly. Nobody is accepted any more, and nothing more is
 *    received; what was received is answered, and the answers are sent. Who
 *    waits for a value is let go. Who does not read his answers is waited for,
 *    but not for ever: GRACE_MS.
 */
#ifndef KV_HOST_H
#define KV_HOST_H

#include "../../../lab5-scheduler/examples/kv/server.h"
#include "co/wait_group.h"
#include "lists.h"

enum {
	GRACE_MS = 2000,
};

struct host {
	struct kv_server server;
	struct lists *lists; /* fixed */
	struct co_semaphore places;
	struct co_wait_group guests;

	/* For INFO. */
	CO_ATOMIC(size_t) connected;
	CO_ATOMIC(size_t) blocked;
};

/*
 * Make a host for at most @places clients at a time; its server is the
 * caller's to set up.
 *
 * Returns: 0; -ENOMEM, and then there is nothing to undo.
 */
int host_init(struct host *host, size_t places);

/* Context: its scheduler is destroyed. */
void host_fini(struct host *host);

/* As kv_start(). */
int host_start(struct host *host);

/* As connection_start(). Context: who has acquired a place; it is passed on. */
int guest_start(struct host *host, int fd);

#endif
