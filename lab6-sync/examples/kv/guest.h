/* SPDX-License-Identifier: MIT */
/*
 * A guest: lab 5's connection, and what it takes to wait for a value.
 *
 * BLPOP awaits the first of three, and the others are cancelled and awaited:
 *
 *	                .-- pop     a permit of the list, and its value
 *	BLPOP <-- any <-+-- watch   the client hangs up
 *	                '-- nap     the time is up
 *
 * A pop that was granted its permit has it, though the client hung up at the
 * same moment: then the value goes back to the front of its list, and the next
 * in the queue has it.
 */
#ifndef KV_GUEST_H
#define KV_GUEST_H

#include "../../../lab5-scheduler/examples/kv/connection.h"
#include "co/collect.h"
#include "host.h"

struct pop {
	struct co_task task;
	struct co_semaphore_wait wait;
	struct list *list;
	struct item *item; /* NULL: none was had */
};

/* Receives, so that it hears of the end; what comes is kept. */
struct watch {
	struct co_task task;
	struct co_io io;
	struct connection *connection;
	bool gone; /* the client is */
};

struct nap {
	struct co_task task;
	struct co_sleep sleep;
	int64_t ms;
};

struct blpop {
	struct co_task task;
	struct pop pop;
	struct watch watch;
	struct nap nap;
	struct co_collect any;
	struct co_collect_guard guards[3];
	struct co_task *children[3];
};

struct guest {
	struct connection connection; /* first */
	struct co_cancel_callback stop;
	struct blpop blpop;
	struct host *host;
};

/*
 * Await the first value of @list, for @ms milliseconds; 0: for ever. The reply
 * is written when the await ends.
 *
 * Ownership: takes the use of @list, also if it is never awaited.
 */
struct co_awaiter *guest_pop(
	struct guest *guest, struct list *list, int64_t ms);

/* Reply to a BLPOP: takes @item. */
void guest_put_item(
	struct resp_writer *reply, const struct list *list, struct item *item);

/* LPUSH, RPUSH, LPOP, LLEN, BLPOP, INFO. */
extern const struct kv_more guest_commands;

#endif
