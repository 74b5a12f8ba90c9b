/* SPDX-License-Identifier: MIT */
/*
 * The store: keys and values, binary safe, shared by all contexts.
 *
 * The table is cut into stripes by the key's hash, each with a mutex of its
 * own. The other way, a shard that belongs to one context and is reached with
 * co_switch_to(), needs no lock, and sends a task to another thread and back
 * for every key that lives there. An uncontended pair of lock and unlock is
 * some 10 ns; sending a task to a context that sleeps, and waking its core, is
 * some 5,000. So a lock that is held for a look-up, and never over an await or
 * a copy, is cheaper by far. With 64 stripes two contexts meet on one in 64,
 * and a table that grows holds up the clients of one 64th of the keys.
 *
 *	hash  |.. upper bits: bucket ..|. 6 bits: stripe .|
 *
 *	stripe   lock, table --> entry --> entry
 *	                           |
 *	                           v
 *	                           value   counted, never changed
 *
 * A value is written once and counted: who reads it takes a reference under
 * the lock, and copies 64 MiB outside of it.
 */
#ifndef KV_STORE_H
#define KV_STORE_H

#include <stdatomic.h>

#include "resp.h"

struct store;

/* Bytes that do not change, freed with the last reference. */
struct value {
	atomic_uint references;
	size_t size;
	char bytes[];
};

/*
 * Make an empty store. Returns NULL when there is no memory, or no
 * randomness for the hash.
 *
 * Ownership: the caller's, until store_destroy(), which nobody may race.
 */
struct store *store_create(void);
void store_destroy(struct store *store);

/* The value of @key with a reference for the caller, or NULL. */
struct value *store_get(struct store *store, struct resp_bytes key);

/* Give a reference back. NULL is fine. */
void value_put(struct value *value);

/* Set @key to a copy of @bytes. Returns 0; -ENOMEM: nothing has changed. */
int store_set(
	struct store *store, struct resp_bytes key, struct resp_bytes bytes);

/* Returns whether @key was there. */
bool store_delete(struct store *store, struct resp_bytes key);
bool store_contains(struct store *store, struct resp_bytes key);

/*
 * Add @by to the integer at @key; one that is not there counts as 0.
 *
 * Returns: 0 and the sum in *@sum; -EINVAL when the value is not an integer of
 *          64 bits; -ERANGE when the sum would not be one; -ENOMEM. Nothing
 *          has changed then.
 */
int store_add(
	struct store *store, struct resp_bytes key, int64_t by, int64_t *sum);

/* Keys there are; exact when nobody writes meanwhile. */
size_t store_count(struct store *store);

/* Forget all keys, a stripe after the other. */
void store_clear(struct store *store);

#endif
