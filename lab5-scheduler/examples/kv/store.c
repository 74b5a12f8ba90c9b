// SPDX-License-Identifier: MIT
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "hash.h"
#include "store.h"
#include "table.h"

enum {
	STRIPE_BITS = 6,
	STRIPES = 1 << STRIPE_BITS,
	CACHE_LINE = 64,
	INTEGER_SIZE = 20, /* of the longest, in decimal */
};

/* Aligned: two that different threads lock share no cache line. */
struct stripe {
	pthread_mutex_t lock;

	/* Under @lock. */
	struct table table;
} __attribute__((aligned(CACHE_LINE)));

struct store {
	struct stripe stripes[STRIPES];
	uint64_t secret[2];
};

/* Where a key belongs. */
struct place {
	struct stripe *stripe;
	uint64_t hash; /* in its table */
};

/* Values. */

static struct value *value_create(size_t size)
{
	struct value *value = malloc(sizeof(*value) + size);

	if (!value)
		return NULL;
	atomic_init(&value->references, 1);
	value->size = size;
	return value;
}

void value_put(struct value *value)
{
	/*
	 * Release: our reads come before the free; acquire: pairs with the
	 * others' releases, for the one who frees.
	 */
	if (value && atomic_fetch_sub_explicit(
			     &value->references, 1, memory_order_acq_rel) == 1)
		free(value);
}

static struct place place_of(struct store *store, struct resp_bytes key)
{
	uint64_t hash = hash_bytes(store->secret, key.at, key.size);

	return (struct place){
		&store->stripes[hash % STRIPES], hash >> STRIPE_BITS};
}

/* Under the lock. Returns the entry of @key, or NULL. */
static struct entry *find(struct place place, struct resp_bytes key)
{
	return *table_find(&place.stripe->table, place.hash, key);
}

/* The interface. */

struct value *store_get(struct store *store, struct resp_bytes key)
{
	struct place place = place_of(store, key);
	struct value *value = NULL;
	struct entry *entry;

	pthread_mutex_lock(&place.stripe->lock);
	entry = find(place, key);
	if (entry) {
		value = entry->value;
		/* The entry has a reference and the lock keeps it there. */
		atomic_fetch_add_explicit(
			&value->references, 1, memory_order_relaxed);
	}
	pthread_mutex_unlock(&place.stripe->lock);
	return value;
}

bool store_contains(struct store *store, struct resp_bytes key)
{
	struct place place = place_of(store, key);
	bool found;

	pthread_mutex_lock(&place.stripe->lock);
	found = find(place, key) != NULL;
	pthread_mutex_unlock(&place.stripe->lock);
	return found;
}

/*
 * Under the lock: the entry of @key takes *@value, and the caller gets the old
 * one, or NULL. Returns 0; -ENOMEM: nothing has changed.
 */
static int exchange(
	struct place place, struct resp_bytes key, struct value **value)
{
	struct entry *entry = find(place, key);
	struct value *old = NULL;
	int err = 0;

	if (entry) {
		old = entry->value;
		entry->value = *value;
	} else {
		err = table_insert(
			&place.stripe->table, place.hash, key, *value);
	}
	if (!err)
		*value = old;
	return err;
}

int store_set(
	struct store *store, struct resp_bytes key, struct resp_bytes bytes)
{
	struct value *value = value_create(bytes.size);
	struct place place = place_of(store, key);
	int err;

	if (!value)
		return -ENOMEM;
	memcpy(value->bytes, bytes.at, bytes.size);
	pthread_mutex_lock(&place.stripe->lock);
	err = exchange(place, key, &value);
	pthread_mutex_unlock(&place.stripe->lock);
	value_put(value);
	return err;
}

static void entry_free(struct entry *entry)
{
	value_put(entry->value);
	free(entry);
}

bool store_delete(struct store *store, struct resp_bytes key)
{
	struct place place = place_of(store, key);
	struct table *table = &place.stripe->table;
	struct entry **link, *entry = NULL;

	pthread_mutex_lock(&place.stripe->lock);
	link = table_find(table, place.hash, key);
	if (*link)
		entry = table_remove(table, link);
	pthread_mutex_unlock(&place.stripe->lock);
	if (!entry)
		return false;
	entry_free(entry);
	return true;
}

/*
 * As Redis reads integers: what formatting one gives, and nothing else. So no
 * sign but a minus, no blanks, no zeros in front.
 */
static bool read_integer(const struct value *value, int64_t *n)
{
	char text[INTEGER_SIZE + 1], again[INTEGER_SIZE];
	char *end;

	if (!value->size || value->size > INTEGER_SIZE)
		return false;
	memcpy(text, value->bytes, value->size);
	text[value->size] = '\0';
	errno = 0;
	*n = strtoll(text, &end, 10);
	return !errno && resp_format(again, *n) == value->size &&
	       !memcmp(again, text, value->size);
}

/* Under the lock; otherwise as exchange() and store_add(). */
static int add(struct place place, struct resp_bytes key, int64_t by,
	struct value **next, int64_t *sum)
{
	struct entry *entry = find(place, key);
	int64_t n = 0;

	if (entry && !read_integer(entry->value, &n))
		return -EINVAL;
	if (__builtin_add_overflow(n, by, &n))
		return -ERANGE;
	(*next)->size = resp_format((*next)->bytes, n);
	*sum = n;
	return exchange(place, key, next);
}

int store_add(
	struct store *store, struct resp_bytes key, int64_t by, int64_t *sum)
{
	struct value *value = value_create(INTEGER_SIZE);
	struct place place = place_of(store, key);
	int64_t n;
	int err;

	if (!value)
		return -ENOMEM;
	pthread_mutex_lock(&place.stripe->lock);
	err = add(place, key, by, &value, &n);
	pthread_mutex_unlock(&place.stripe->lock);
	value_put(value); /* the old one, or one that was not needed */
	if (!err)
		*sum = n;
	return err;
}

size_t store_count(struct store *store)
{
	size_t count = 0;
	size_t i;

	for (i = 0; i < STRIPES; i++) {
		pthread_mutex_lock(&store->stripes[i].lock);
		count += store->stripes[i].table.count;
		pthread_mutex_unlock(&store->stripes[i].lock);
	}
	return count;
}

static void clear_stripe(struct stripe *stripe)
{
	struct entry *all, *next;

	pthread_mutex_lock(&stripe->lock);
	all = table_clear(&stripe->table);
	pthread_mutex_unlock(&stripe->lock);
	for (; all; all = next) {
		next = all->next;
		entry_free(all);
	}
}

void store_clear(struct store *store)
{
	size_t i;

	for (i = 0; i < STRIPES; i++)
		clear_stripe(&store->stripes[i]);
}

static void free_stripes(struct store *store, size_t made)
{
	while (made--) {
		clear_stripe(&store->stripes[made]);
		table_fini(&store->stripes[made].table);
		pthread_mutex_destroy(&store->stripes[made].lock);
	}
	free(store);
}

struct store *store_create(void)
{
	struct store *store = aligned_alloc(CACHE_LINE, sizeof(*store));
	size_t i;

	if (!store)
		return NULL;
	for (i = 0; i < STRIPES; i++) {
		if (table_init(&store->stripes[i].table))
			break;
		pthread_mutex_init(&store->stripes[i].lock, NULL);
	}
	if (i == STRIPES && getrandom(store->secret, sizeof(store->secret),
				    0) == sizeof(store->secret))
		return store;
	free_stripes(store, i);
	return NULL;
}

void store_destroy(struct store *store)
{
	if (store)
		free_stripes(store, STRIPES);
}
