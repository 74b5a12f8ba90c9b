/* SPDX-License-Identifier: MIT */
/*
 * Given: a table from numbers to structs, for the task manager (lab 5, part D).
 *
 * Intrusive: a node sits in what is looked up. Only the slots are allocated,
 * and co_table_reserve() does that beforehand, so that an insert cannot fail.
 * A table knows nothing of threads: whoever shares it brings a lock.
 */
#ifndef CO_TABLE_H
#define CO_TABLE_H

#include "co/base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_table_node {
	struct co_table_node *next; /* in the same slot */
	uint64_t key;
};

/* Zeroed memory is an empty table. */
struct co_table {
	struct co_table_node **slots;
	size_t capacity; /* a power of two, or 0 */
	size_t count;
};

/*
 * Make room for one node more.
 *
 * Returns: 0; -ENOMEM, and then the table is as before.
 */
int co_table_reserve(struct co_table *table);

/*
 * Put @node in under @key, which is not there yet; room was reserved.
 *
 * Ownership: borrows @node until it is removed.
 */
void co_table_insert(
	struct co_table *table, struct co_table_node *node, uint64_t key);

/* The node of @key, left where it is; NULL: there is none. */
struct co_table_node *co_table_find(const struct co_table *table, uint64_t key);

/* Take out @node, which is in @table. */
void co_table_remove(struct co_table *table, struct co_table_node *node);

/* Free the slots; the table is empty and may be used again. */
void co_table_fini(struct co_table *table);

#ifdef __cplusplus
}
#endif

#endif
