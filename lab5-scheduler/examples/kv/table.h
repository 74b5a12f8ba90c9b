/* SPDX-License-Identifier: MIT */
/*
 * A hash table: keys, each with its value, in chains. Nobody locks here.
 *
 *	buckets   | . | . | . | . |
 *	            |       |
 *	            v       v
 *	          entry   entry --> entry        hash, key, value
 */
#ifndef KV_TABLE_H
#define KV_TABLE_H

#include "resp.h"

struct entry {
	struct entry *next;
	void *value;
	uint64_t hash;
	size_t size;
	char key[];
};

struct table {
	struct entry **buckets;
	size_t room; /* a power of two */
	size_t count;
};

/* Make an empty table. Returns 0; -ENOMEM, and then there is nothing to undo.
 */
int table_init(struct table *table);

/* The table goes; table_clear() was before. */
void table_fini(struct table *table);

/*
 * The link that points to the entry of @key, or to NULL where there is none.
 * Valid until the table changes.
 */
struct entry **table_find(
	struct table *table, uint64_t hash, struct resp_bytes key);

/*
 * Add @key, which is not there.
 *
 * Ownership: copies @key; takes @value on success.
 * Returns:   0; -ENOMEM: nothing has changed.
 */
int table_insert(
	struct table *table, uint64_t hash, struct resp_bytes key, void *value);

/* Take the entry at @link out. Returns it: the caller's, by free(). */
struct entry *table_remove(struct table *table, struct entry **link);

/* Take all entries out, in one chain. */
struct entry *table_clear(struct table *table);

#endif
