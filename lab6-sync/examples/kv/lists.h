/* SPDX-License-Identifier: MIT */
/*
 * Lists by name: values that some clients put in and others wait for.
 *
 *	RPUSH --> put in, release a permit for each
 *	BLPOP --> acquire a permit, take one out
 *
 * Each list has a semaphore with one permit for each value that nobody has
 * been promised. So whoever has a permit finds a value, whoever has none waits,
 * on whichever context, and the semaphore serves them in the order in which
 * they came. The lock is held for a few instructions, and nobody is woken under
 * it.
 *
 * A list is there while it has values or somebody uses it.
 */
#ifndef KV_LISTS_H
#define KV_LISTS_H

#include "../../../lab5-scheduler/examples/kv/table.h"
#include "co/semaphore.h"

struct item {
	struct item *next;
	size_t size;
	char bytes[];
};

struct list {
	struct lists *all;         /* fixed */
	struct entry *entry;       /* fixed: its place there, and its name */
	struct co_semaphore there; /* a permit for each value not promised */

	/* Under the lock of @all. */
	size_t users;
	size_t count;
	struct item *first;
	struct item **last; /* where the next one is stored */
};

enum list_end {
	LIST_FRONT,
	LIST_BACK,
};

/* Returns NULL when there is no memory, or no randomness for the hash. */
struct lists *lists_create(void);

/* All values go. Context: nobody uses a list any more. NULL is fine. */
void lists_destroy(struct lists *lists);

/* The list called @name, to be used until lists_leave(); NULL: no memory. */
struct list *lists_enter(struct lists *lists, struct resp_bytes name);
void lists_leave(struct list *list);

/*
 * Put a copy of @bytes in; nobody waits for it before list_offer(). Returns 0;
 * -ENOMEM: nothing has changed. Context: any thread.
 */
int list_put(struct list *list, struct resp_bytes bytes, enum list_end end);

/* @n values were put in: to those who wait, the rest to those who come. */
void list_offer(struct list *list, size_t n);

/*
 * The first value.
 *
 * Ownership: the caller's, by free() or list_put_back().
 * Context:   who has acquired a permit of @there, for each call one.
 */
struct item *list_take(struct list *list);

/* @item was taken and is not wanted after all: it is the first again. */
void list_put_back(struct list *list, struct item *item);

size_t list_count(struct list *list);

#endif
