// SPDX-License-Identifier: MIT
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "../../../lab5-scheduler/examples/kv/hash.h"
#include "lists.h"

struct lists {
	uint64_t secret[2]; /* fixed */
	pthread_mutex_t lock;
	struct table table; /* under @lock */
};

struct lists *lists_create(void)
{
	struct lists *lists = malloc(sizeof(*lists));

	if (!lists)
		return NULL;
	if (getrandom(lists->secret, sizeof(lists->secret), 0) !=
			sizeof(lists->secret) ||
		table_init(&lists->table)) {
		free(lists);
		return NULL;
	}
	pthread_mutex_init(&lists->lock, NULL);
	return lists;
}

static void list_free(struct list *list)
{
	struct item *item, *next;

	for (item = list->first; item; item = next) {
		next = item->next;
		free(item);
	}
	co_semaphore_fini(&list->there);
	free(list->entry);
	free(list);
}

void lists_destroy(struct lists *lists)
{
	struct entry *entry, *next;

	if (!lists)
		return;
	for (entry = table_clear(&lists->table); entry; entry = next) {
		next = entry->next;
		list_free(entry->value);
	}
	table_fini(&lists->table);
	pthread_mutex_destroy(&lists->lock);
	free(lists);
}

/* Under the lock. Returns NULL when there is no memory. */
static struct list *add(
	struct lists *lists, uint64_t hash, struct resp_bytes name)
{
	struct list *list = malloc(sizeof(*list));

	if (!list)
		return NULL;
	if (table_insert(&lists->table, hash, name, list)) {
		free(list);
		return NULL;
	}
	list->all = lists;
	list->entry = *table_find(&lists->table, hash, name);
	list->users = list->count = 0;
	list->first = NULL;
	list->last = &list->first;
	co_semaphore_init(&list->there, 0);
	return list;
}

struct list *lists_enter(struct lists *lists, struct resp_bytes name)
{
	uint64_t hash = hash_bytes(lists->secret, name.at, name.size);
	struct entry *entry;
	struct list *list;

	pthread_mutex_lock(&lists->lock);
	entry = *table_find(&lists->table, hash, name);
	list = entry ? entry->value : add(lists, hash, name);
	if (list)
		list->users++;
	pthread_mutex_unlock(&lists->lock);
	return list;
}

/* Under the lock: take it out of the table. */
static void forget(struct list *list)
{
	struct entry *entry = list->entry;
	struct resp_bytes name = {entry->key, entry->size};
	struct table *table = &list->all->table;

	table_remove(table, table_find(table, entry->hash, name));
}

void lists_leave(struct list *list)
{
	struct lists *lists = list->all;
	bool unused;

	pthread_mutex_lock(&lists->lock);
	unused = !--list->users && !list->count;
	if (unused)
		forget(list);
	pthread_mutex_unlock(&lists->lock);
	if (unused)
		list_free(list);
}

static void put(struct list *list, struct item *item, enum list_end end)
{
	struct item **link;

	pthread_mutex_lock(&list->all->lock);
	link = end == LIST_FRONT ? &list->first : list->last;
	item->next = *link;
	*link = item;
	if (link == list->last)
		list->last = &item->next;
	list->count++;
	pthread_mutex_unlock(&list->all->lock);
}

int list_put(struct list *list, struct resp_bytes bytes, enum list_end end)
{
	struct item *item = malloc(sizeof(*item) + bytes.size);

	if (!item)
		return -ENOMEM;
	item->size = bytes.size;
	memcpy(item->bytes, bytes.at, bytes.size);
	put(list, item, end);
	return 0;
}

void list_offer(struct list *list, size_t n)
{
	co_semaphore_release(&list->there, n);
}

void list_put_back(struct list *list, struct item *item)
{
	put(list, item, LIST_FRONT);
	list_offer(list, 1);
}

struct item *list_take(struct list *list)
{
	struct item *item;

	pthread_mutex_lock(&list->all->lock);
	item = list->first;
	list->first = item->next;
	if (!list->first)
		list->last = &list->first;
	list->count--;
	pthread_mutex_unlock(&list->all->lock);
	return item;
}

size_t list_count(struct list *list)
{
	size_t count;

	pthread_mutex_lock(&list->all->lock);
	count = list->count;
	pthread_mutex_unlock(&list->all->lock);
	return count;
}
