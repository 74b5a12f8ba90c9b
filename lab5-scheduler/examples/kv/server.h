/* SPDX-License-Identifier: MIT */
/*
 * The server: listeners and connections.
 *
 *	port --+-- listener -- context 0 -- its connections --+
 *	       |                                              +-- store
 *	       +-- listener -- context 1 -- its connections --+
 *
 * Every context has a listening socket of its own on the same port
 * (SO_REUSEPORT): the kernel deals the clients out, and a connection stays on
 * the context that accepted it. Nothing crosses contexts but the store's locks.
 */
#ifndef KV_SERVER_H
#define KV_SERVER_H

#include <netinet/in.h>

#include "co/context.h"
#include "store.h"

/*
 * A socket that listens on loopback, on @port of its address or, when that is
 * 0, on one that the system chooses and that is written there.
 *
 * Returns: the descriptor, or -errno.
 */
int server_listen(struct sockaddr_in *address);

/*
 * A task that accepts on @listener and serves each client with a task of its
 * own on the same context. It ends only with its context, or with an error
 * that is none of a client's.
 *
 * Ownership: the caller's, as co_task_create(); takes @listener on success;
 *            borrows @store until context and connections have ended.
 * Returns:   NULL when there is no memory.
 */
struct co_task *server_create(struct store *store, int listener);

/*
 * Serve the client at @fd on the context that this runs on.
 *
 * Ownership: takes @fd; on an error it is closed.
 * Returns:   0 or -errno.
 */
int connection_start(struct store *store, int fd);

/* Free @task when it has ended. */
void task_free_at_end(struct co_task *task, struct co_callback *callback);

#endif
