/* SPDX-License-Identifier: MIT */
/*
 * The commands: what a request does to the store, and what is replied.
 */
#ifndef KV_COMMAND_H
#define KV_COMMAND_H

#include "store.h"

/* One request on its way. */
struct kv_call {
	struct store *store;
	const struct kv_more *more; /* NULL: no other commands */
	void *owner;                /* theirs */
	const struct resp_parser *parser;
	const char *from;
	struct resp_writer *reply;
	bool quit;
};

/* Arguments are counted with the name. */
struct kv_command {
	const char *name;
	size_t size;
	size_t at_least, at_most;
	void (*run)(struct kv_call *call);
};

#define KV_COMMAND(name, least, most, run)                                     \
	{                                                                      \
		name, sizeof(name) - 1, least, most, run                       \
	}

/* Commands that a server has besides those of this file: lab 6's has. */
struct kv_more {
	const struct kv_command *commands;
	size_t count;
};

static inline struct resp_bytes kv_arg(const struct kv_call *call, size_t i)
{
	return resp_arg(call->parser, call->from, i);
}

static inline size_t kv_arg_count(const struct kv_call *call)
{
	return call->parser->count;
}

/*
 * Carry a request out and write one reply. A reply that does not fit becomes an
 * error.
 *
 * Context: any thread.
 * Returns: whether the connection goes on: false after QUIT, and when there is
 *          no memory even for an error.
 */
bool kv_command_run(struct kv_call *call);

/* The same end for a reply that was written, from @before on, elsewhere. */
bool kv_reply_end(struct resp_writer *reply, size_t before);

#endif
