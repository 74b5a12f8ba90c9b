/* SPDX-License-Identifier: MIT */
/*
 * The server: one task that accepts, and one for each connection.
 *
 *	             acceptor               a task of the scheduler
 *	                | submits
 *	      +---------+---------+
 *	      v                   v
 *	  context 0           context 1     round robin
 *	  connections         connections
 *	      |                   |
 *	      +----- store -------+
 *
 * A connection stays on the context that it was given to. Nothing crosses
 * contexts after that but the store's locks.
 *
 * The rules of the interface:
 *  - The acceptor alone hears of a stop by its token: an accept in the kernel
 *    ends, and what it came to is seen. Only then does it stop the scheduler,
 *    which ends the connections. So these need no token, which each of their
 *    operations would have to register with.
 *  - When there is no descriptor for a client the acceptor pauses, and goes on:
 *    the client waits in the backlog. One that we have no memory for is closed.
 */
#ifndef KV_SERVER_H
#define KV_SERVER_H

#include <netinet/in.h>

#include "co/io.h"
#include "co/scheduler.h"
#include "co/sleep.h"
#include "store.h"

struct kv_server {
	/* Fixed when it starts. */
	struct co_scheduler *scheduler;
	struct store *store;
	struct sockaddr_in address; /* that it listens on */
	int listener;
	struct co_cancel_source stop;

	/* The acceptor's; anybody's after the scheduler's loop. */
	int error; /* why it ended, unless it was asked to: 0 or -errno */
};

/*
 * Listen on @port of loopback; 0: on one that the system chooses.
 *
 * Ownership: borrows @server until kv_close().
 * Returns:   0; -errno: then nothing is left over.
 */
int kv_listen(struct kv_server *server, uint16_t port);

/*
 * Submit the acceptor to the scheduler, which serves from its loop on. The loop
 * ends by kv_stop(), or when nothing can be accepted any more; see @error.
 *
 * Ownership: borrows @server, and its store, until the scheduler is destroyed.
 * Returns:   0 or -errno.
 */
int kv_start(struct kv_server *server);

/* A coroutine that accepts one client. */
struct kv_accept {
	struct co_task task;
	struct co_io io;
	struct co_sleep pause;
	int listener;
	int fd; /* the client, after a result of 0 */
};

/*
 * Await a client. The result is 0; -ECANCELED when the task's token is asked
 * and nobody had come; -errno when nothing can be accepted any more.
 *
 * Ownership: borrows @accept until the await ends; its @fd is the caller's.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
struct co_awaiter *kv_accept(struct kv_accept *accept, int listener);

/* Make the loop end. Context: any thread; twice is fine. */
void kv_stop(struct kv_server *server);

/* Close the listening socket. Context: the scheduler is destroyed. */
void kv_close(struct kv_server *server);

/*
 * Serve the client at @fd on one of the contexts.
 *
 * Ownership: takes @fd; on an error it is closed.
 * Returns:   0 or -errno.
 */
int connection_start(struct kv_server *server, int fd);

#endif
