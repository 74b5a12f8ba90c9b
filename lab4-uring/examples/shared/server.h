/* SPDX-License-Identifier: MIT */
/*
 * A TCP server on loopback: one coroutine that accepts, and one for each
 * connection. The examples share it.
 *
 *	server_body --accept--> connection --accept--> connection ...
 *	     |                      |                      |
 *	     '------- all hear of one token: server_stop() '
 *
 * The rules of the interface:
 *  - What is wrong with one client ends that client's coroutine alone.
 *  - When there is no descriptor or memory for a client the server pauses, and
 *    goes on: the client waits in the backlog.
 *  - A connection's descriptor is closed when its coroutine ends, whichever
 *    way that is; then its frame is freed.
 *  - A stop is a request to cancel: it reaches every operation in the kernel.
 *    The contexts end by themselves after it.
 */
#ifndef EXAMPLES_SERVER_H
#define EXAMPLES_SERVER_H

#include <netinet/in.h>

#include "co/context.h"
#include "co/io.h"
#include "co/sleep.h"

struct server;

/* The beginning of every connection's frame. */
struct connection {
	struct co_task task;
	struct co_callback ended;
	struct server *server;
	int fd;
};

struct server {
	struct co_task task; /* it accepts: submit it to a context */

	/* The caller's, set before server_listen(). */
	const char *name;       /* as a prefix of messages */
	co_body_fn *connection; /* the body of a connection */
	size_t frame_size;      /* of its frame */
	long left;              /* clients to accept; negative: no limit */
	/*
	 * Start @task, a connection, somewhere: returns 0, or -errno and then
	 * nothing has changed. NULL: on the context that accepts.
	 */
	int (*start)(struct server *server, struct co_task *task);

	/* Set by server_listen(), fixed after that. */
	int listener;
	struct sockaddr_in address;
	struct co_cancel_source stop;

	/* The accepting task's only. */
	struct co_io io;
	struct co_sleep pause;
	int result; /* of the accept, or of what came of it */

	/* Atomic. */
	CO_ATOMIC(unsigned) connections; /* that live */
};

/*
 * Listen on @port of loopback; 0: on one that the system chooses.
 *
 * Ownership: borrows @server until server_fini().
 * Returns:   0; -errno, -EADDRINUSE above all: then nothing is left over.
 */
int server_listen(struct server *server, uint16_t port);

/* The port that it listens on. */
unsigned server_port(const struct server *server);

/* Ask @server and all its connections to end. Context: any thread. */
void server_stop(struct server *server);

/*
 * Close the listening socket.
 *
 * Context: the server's task and all connections have ended, as joining their
 *          contexts tells.
 */
void server_fini(struct server *server);

#endif
