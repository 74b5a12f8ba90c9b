/* SPDX-License-Identifier: MIT */
/*
 * The process around the server: signals, descriptors, arguments.
 */
#ifndef KV_PROCESS_H
#define KV_PROCESS_H

#include "server.h"

/*
 * Have SIGTERM and SIGINT stop @server.
 *
 * Context: before any thread is started: all inherit what is blocked here.
 * Returns: 0 or -errno.
 */
int watch_signals(struct kv_server *server);

/* A descriptor for each connection: as many as we may have. */
void raise_limit(void);

/* An argument NAME N. */
struct number_option {
	const char *name;
	long least, most;
	long *n;
};

/* Returns whether @argv holds such arguments of @options and nothing else. */
bool read_options(int argc, char **argv, const struct number_option *options,
	size_t count);

/* Say on stderr why the server cannot go on, and where to look. */
void print_error(int err);

#endif
