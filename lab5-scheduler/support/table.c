// SPDX-License-Identifier: MIT
/*
 * Given: a table of chains that doubles when it holds as many as it has slots.
 */
#include <stdlib.h>

#include "co/table.h"

enum {
	FIRST_CAPACITY = 16
};

/* Addresses and ids both differ little: spread them. */
static struct co_table_node **slot_of(const struct co_table *t, uint64_t key)
{
	uint64_t mixed = key * 0x9e3779b97f4a7c15u;

	return &t->slots[(mixed >> 32) & (t->capacity - 1)];
}

static void push(struct co_table *t, struct co_table_node *node)
{
	struct co_table_node **slot = slot_of(t, node->key);

	node->next = *slot;
	*slot = node;
}

int co_table_reserve(struct co_table *t)
{
	struct co_table old = *t;
	struct co_table_node *node, *next;
	size_t i;

	if (t->count < t->capacity)
		return 0;
	t->capacity = old.capacity ? 2 * old.capacity : FIRST_CAPACITY;
	t->slots = calloc(t->capacity, sizeof(struct co_table_node *));
	if (!t->slots) {
		*t = old;
		return -ENOMEM;
	}
	for (i = 0; i < old.capacity; i++)
		for (node = old.slots[i]; node; node = next) {
			next = node->next;
			push(t, node);
		}
	free(old.slots);
	return 0;
}

void co_table_insert(
	struct co_table *t, struct co_table_node *node, uint64_t key)
{
	node->key = key;
	push(t, node);
	t->count++;
}

struct co_table_node *co_table_find(const struct co_table *t, uint64_t key)
{
	struct co_table_node *node;

	if (!t->count)
		return NULL;
	for (node = *slot_of(t, key); node; node = node->next)
		if (node->key == key)
			return node;
	return NULL;
}

void co_table_remove(struct co_table *t, struct co_table_node *node)
{
	struct co_table_node **link = slot_of(t, node->key);

	while (*link != node)
		link = &(*link)->next;
	*link = node->next;
	t->count--;
}

void co_table_fini(struct co_table *t)
{
	free(t->slots);
	*t = (struct co_table){0};
}
