// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum {
	FIRST_ROOM = 16
};

int table_init(struct table *table)
{
	*table = (struct table){.room = FIRST_ROOM};
	table->buckets = calloc(FIRST_ROOM, sizeof(struct entry *));
	return table->buckets ? 0 : -ENOMEM;
}

void table_fini(struct table *table)
{
	free(table->buckets);
}

static struct entry **bucket_of(struct table *table, uint64_t hash)
{
	return &table->buckets[hash & (table->room - 1)];
}

struct entry **table_find(
	struct table *table, uint64_t hash, struct resp_bytes key)
{
	struct entry **link = bucket_of(table, hash);
	struct entry *entry;

	for (; (entry = *link); link = &entry->next)
		if (entry->hash == hash && entry->size == key.size &&
			!memcmp(entry->key, key.at, key.size))
			break;
	return link;
}

static void push(struct entry **link, struct entry *entry)
{
	entry->next = *link;
	*link = entry;
}

/*
 * Twice as many buckets, all entries moved at once. Without memory for them
 * the chains are longer.
 */
static void grow(struct table *table)
{
	size_t room = table->room;
	struct entry **old = table->buckets;
	struct entry **buckets = calloc(room * 2, sizeof(struct entry *));
	struct entry *entry;
	size_t i;

	if (!buckets)
		return;
	table->buckets = buckets;
	table->room = room * 2;
	for (i = 0; i < room; i++)
		while ((entry = old[i])) {
			old[i] = entry->next;
			push(bucket_of(table, entry->hash), entry);
		}
	free(old);
}

int table_insert(
	struct table *table, uint64_t hash, struct resp_bytes key, void *value)
{
	struct entry *entry = malloc(sizeof(*entry) + key.size);

	if (!entry)
		return -ENOMEM;
	entry->value = value;
	entry->hash = hash;
	entry->size = key.size;
	memcpy(entry->key, key.at, key.size);
	if (table->count == table->room)
		grow(table);
	push(bucket_of(table, hash), entry);
	table->count++;
	return 0;
}

struct entry *table_remove(struct table *table, struct entry **link)
{
	struct entry *entry = *link;

	*link = entry->next;
	table->count--;
	return entry;
}

struct entry *table_clear(struct table *table)
{
	struct entry *all = NULL;
	struct entry *entry;
	size_t i;

	for (i = 0; i < table->room; i++)
		while ((entry = table->buckets[i])) {
			table->buckets[i] = entry->next;
			push(&all, entry);
		}
	table->count = 0;
	return all;
}
