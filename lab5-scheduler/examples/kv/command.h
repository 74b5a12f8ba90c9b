/* SPDX-License-Identifier: MIT */
/*
 * The commands: what a request does to the store, and what is replied.
 */
#ifndef KV_COMMAND_H
#define KV_COMMAND_H

#include "store.h"

/*
 * Carry the request of @parser at @from out and write one reply. A reply that
 * does not fit becomes an error.
 *
 * Context: any thread.
 * Returns: whether the connection goes on: false after QUIT, and when there is
 *          no memory even for an error.
 */
bool kv_command_run(struct store *store, const struct resp_parser *parser,
	const char *from, struct resp_writer *reply);

#endif
