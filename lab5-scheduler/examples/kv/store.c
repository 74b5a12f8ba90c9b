// SPDX-License-Identifier: MIT
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "hash.h"
#include "store.h"

enum {
	STRIPE_BITS = 6,
	STRIPES = 1 << STRIPE_BITS,
	FIRST_ROOM = 16,
	CACHE_LINE = 64,
	INTEGER_SIZE = 20, /* of the longest, in decimal */
};

struct entry {
	struct entry *next;
	struct value *value;
	uint64_t hash;
	size_t size;
	char key[];
};

/* Aligned: two that different threads lock share no cache line. */
struct stripe {
	pthread_mutex_t lock;

	/* Under @lock. */
	struct entry **buckets;
	size_t room; /* a power of two */
	size_t count;
} __attribute__((aligned(CACHE_LINE)));

struct store {
	struct stripe stripes[STRIPES];
	uint64_t secret[2];
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

/* Stripes, all under their lock. */

static struct stripe *stripe_of(struct store *store, uint64_t hash)
{
	return &store->stripes[hash % STRIPES];
}

static struct entry **bucket_of(struct stripe *stripe, uint64_t hash)
{
	return &stripe->buckets[hash >> STRIPE_BITS & (stripe->room - 1)];
}

/* The link that points to the entry of @key, or to NULL at the end. */
static struct entry **find(
	struct stripe *stripe, uint64_t hash, struct resp_bytes key)
{
	struct entry **link = bucket_of(stripe, hash);
	struct entry *entry;

	for (; (entry = *link); link = &entry->next)
		if (entry->hash == hash && entry->size == key.size &&
			!memcmp(entry->key, key.at, key.size))
			break;
	return link;
}

/*
 * Twice as many buckets, all entries moved at once. That holds up the clients
 * of this stripe alone, one 64th of the keys. Without memory chains are longer.
 */
static void grow(struct stripe *stripe)
{
	size_t room = stripe->room;
	struct entry **old = stripe->buckets;
	struct entry **buckets = calloc(room * 2, sizeof(struct entry *));
	struct entry *entry, **link;
	size_t i;

	if (!buckets)
		return;
	stripe->buckets = buckets;
	stripe->room = room * 2;
	for (i = 0; i < room; i++)
		while ((entry = old[i])) {
			old[i] = entry->next;
			link = bucket_of(stripe, entry->hash);
			entry->next = *link;
			*link = entry;
		}
	free(old);
}

/* A new entry, in its place; it takes @value. Returns 0 or -ENOMEM. */
static int insert(struct stripe *stripe, uint64_t hash, struct resp_bytes key,
	struct value *value)
{
	struct entry *entry = malloc(sizeof(*entry) + key.size);
	struct entry **link;

	if (!entry)
		return -ENOMEM;
	entry->value = value;
	entry->hash = hash;
	entry->size = key.size;
	memcpy(entry->key, key.at, key.size);
	if (stripe->count == stripe->room)
		grow(stripe);
	link = bucket_of(stripe, hash);
	entry->next = *link;
	*link = entry;
	stripe->count++;
	return 0;
}

static uint64_t hash_of(const struct store *store, struct resp_bytes key)
{
	return hash_bytes(store->secret, key.at, key.size);
}

/* The interface. */

struct value *store_get(struct store *store, struct resp_bytes key)
{
	uint64_t hash = hash_of(store, key);
	struct stripe *stripe = stripe_of(store, hash);
	struct value *value = NULL;
	struct entry *entry;

	pthread_mutex_lock(&stripe->lock);
	entry = *find(stripe, hash, key);
	if (entry) {
		value = entry->value;
		/* The entry has a reference and the lock keeps it there. */
		atomic_fetch_add_explicit(
			&value->references, 1, memory_order_relaxed);
	}
	pthread_mutex_unlock(&stripe->lock);
	return value;
}

bool store_contains(struct store *store, struct resp_bytes key)
{
	uint64_t hash = hash_of(store, key);
	struct stripe *stripe = stripe_of(store, hash);
	bool found;

	pthread_mutex_lock(&stripe->lock);
	found = *find(stripe, hash, key) != NULL;
	pthread_mutex_unlock(&stripe->lock);
	return found;
}

int store_set(
	struct store *store, struct resp_bytes key, struct resp_bytes bytes)
{
	struct value *value = value_create(bytes.size);
	uint64_t hash = hash_of(store, key);
	struct stripe *stripe = stripe_of(store, hash);
	struct value *old = NULL;
	struct entry *entry;
	int err = 0;

	if (!value)
		return -ENOMEM;
	memcpy(value->bytes, bytes.at, bytes.size);
	pthread_mutex_lock(&stripe->lock);
	entry = *find(stripe, hash, key);
	if (entry) {
		old = entry->value;
		entry->value = value;
	} else {
		err = insert(stripe, hash, key, value);
	}
	pthread_mutex_unlock(&stripe->lock);
	value_put(err ? value : old);
	return err;
}

static void entry_free(struct entry *entry)
{
	value_put(entry->value);
	free(entry);
}

bool store_delete(struct store *store, struct resp_bytes key)
{
	uint64_t hash = hash_of(store, key);
	struct stripe *stripe = stripe_of(store, hash);
	struct entry **link, *entry;

	pthread_mutex_lock(&stripe->lock);
	link = find(stripe, hash, key);
	entry = *link;
	if (entry) {
		*link = entry->next;
		stripe->count--;
	}
	pthread_mutex_unlock(&stripe->lock);
	if (entry)
		entry_free(entry);
	return entry;
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

/* Under the lock; the entry takes @next if all is well. */
static int add(struct stripe *stripe, uint64_t hash, struct resp_bytes key,
	int64_t by, struct value **next, int64_t *sum)
{
	struct entry *entry = *find(stripe, hash, key);
	struct value *old;
	int64_t n = 0;
	int err;

	if (entry && !read_integer(entry->value, &n))
		return -EINVAL;
	if (__builtin_add_overflow(n, by, &n))
		return -ERANGE;
	(*next)->size = resp_format((*next)->bytes, n);
	*sum = n;
	if (entry) {
		old = entry->value;
		entry->value = *next;
		*next = old;
		return 0;
	}
	err = insert(stripe, hash, key, *next);
	if (!err)
		*next = NULL;
	return err;
}

int store_add(
	struct store *store, struct resp_bytes key, int64_t by, int64_t *sum)
{
	struct value *value = value_create(INTEGER_SIZE);
	uint64_t hash = hash_of(store, key);
	struct stripe *stripe = stripe_of(store, hash);
	int64_t n;
	int err;

	if (!value)
		return -ENOMEM;
	pthread_mutex_lock(&stripe->lock);
	err = add(stripe, hash, key, by, &value, &n);
	pthread_mutex_unlock(&stripe->lock);
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
		count += store->stripes[i].count;
		pthread_mutex_unlock(&store->stripes[i].lock);
	}
	return count;
}

static void clear_stripe(struct stripe *stripe)
{
	struct entry *entry;
	size_t i;

	for (i = 0; i < stripe->room; i++)
		while ((entry = stripe->buckets[i])) {
			stripe->buckets[i] = entry->next;
			entry_free(entry);
		}
	stripe->count = 0;
}

void store_clear(struct store *store)
{
	size_t i;

	for (i = 0; i < STRIPES; i++) {
		pthread_mutex_lock(&store->stripes[i].lock);
		clear_stripe(&store->stripes[i]);
		pthread_mutex_unlock(&store->stripes[i].lock);
	}
}

static bool stripe_init(struct stripe *stripe)
{
	*stripe = (struct stripe){.room = FIRST_ROOM};
	pthread_mutex_init(&stripe->lock, NULL);
	stripe->buckets = calloc(FIRST_ROOM, sizeof(struct entry *));
	return stripe->buckets;
}

struct store *store_create(void)
{
	struct store *store = aligned_alloc(CACHE_LINE, sizeof(*store));
	bool good = true;
	size_t i;

	if (!store)
		return NULL;
	for (i = 0; i < STRIPES; i++)
		good = stripe_init(&store->stripes[i]) && good;
	good = good && getrandom(store->secret, sizeof(store->secret), 0) ==
			       sizeof(store->secret);
	if (good)
		return store;
	for (i = 0; i < STRIPES; i++)
		free(store->stripes[i].buckets);
	free(store);
	return NULL;
}

void store_destroy(struct store *store)
{
	size_t i;

	if (!store)
		return;
	store_clear(store);
	for (i = 0; i < STRIPES; i++) {
		free(store->stripes[i].buckets);
		pthread_mutex_destroy(&store->stripes[i].lock);
	}
	free(store);
}
