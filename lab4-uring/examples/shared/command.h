/* SPDX-License-Identifier: MIT */
/*
 * The command line of the example servers, and the one context they run on.
 */
#ifndef EXAMPLES_COMMAND_H
#define EXAMPLES_COMMAND_H

#include "server.h"

struct command {
	bool serve;      /* until SIGINT or SIGTERM; otherwise demonstrate */
	uint16_t port;   /* 0: one that the system chooses */
	int timeout_ms;  /* how long an exchange may take; 0: for ever */
	bool has_limits; /* set by the caller: --timeout is understood */
};

/*
 * Read the command line: `--port N`, `--timeout MS`.
 *
 * Returns: 0; -EINVAL when it is not understood, and then the usage was
 *          printed.
 */
int command_parse(struct command *command, int argc, char **argv);

/*
 * Listen, run @server on a context of its own, and clean up. With @client it
 * runs that beside the server and ends when both have; without, it prints
 * "port N" and serves until SIGINT or SIGTERM.
 *
 * Ownership: borrows both. @client may read server->address from the start.
 * Context:   the main thread, before there are others: signals are blocked.
 * Returns:   what main() should return; the reason was printed.
 */
int command_run(const struct command *command, struct server *server,
	struct co_task *client);

#endif
