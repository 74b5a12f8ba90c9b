/* SPDX-License-Identifier: MIT */
/*
 * What the watch over locks keeps: tables that lock_watch.c fills in and
 * lock_circle.c looks through. All of it is under the lock of lock_watch.c.
 */
#ifndef CO_LOCK_TABLES_H
#define CO_LOCK_TABLES_H

#include "co/lock_watch.h"

enum {
	CO_LOCK_MOST = 256, /* of each table */
};

/* A task that holds or wants a lock. */
struct co_lock_claim {
	struct co_task *task; /* NULL: the place is free */
	const void *lock;
	const char *name;
	co_cleanup_fn *cleanup; /* of a hold: the task's own */
};

extern struct co_lock_claim co__lock_holds[CO_LOCK_MOST];
extern struct co_lock_claim co__lock_wants[CO_LOCK_MOST];

/* A sentence that is put together piece by piece. */
struct co_lock_text {
	char bytes[1024];
	size_t used;
};

void co__lock_say(struct co_lock_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void co__lock_report(const struct co_lock_text *text);

/* @want is new: report the circle that it closes, or else an inversion. */
void co__lock_check(const struct co_lock_claim *want);

/* @lock is gone: what came before it and after it is no matter now. */
void co__lock_forget_orders(const void *lock);

#endif
