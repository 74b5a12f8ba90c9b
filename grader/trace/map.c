// SPDX-License-Identifier: MIT
/* Open addressing, linear probing, never more than half full. */
#include "map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct trace_map_slot *find_slot(const struct trace_map *m, uint64_t key)
{
	/* Fibonacci hashing: addresses differ in their middle bits. */
	uint32_t i = (uint32_t)((key * 0x9e3779b97f4a7c15ULL) >> 32);

	for (;; i++) {
		struct trace_map_slot *s = &m->slots[i & (m->size - 1)];

		if (!s->value || s->key == key)
			return s;
	}
}

int trace_map_get(const struct trace_map *m, uint64_t key)
{
	return m->size ? find_slot(m, key)->value - 1 : -1;
}

static int grow_map(struct trace_map *m)
{
	struct trace_map bigger = {.size = m->size ? 2 * m->size : 64};
	uint32_t i;

	bigger.slots = calloc(bigger.size, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (i = 0; i < m->size; i++)
		if (m->slots[i].value)
			*find_slot(&bigger, m->slots[i].key) = m->slots[i];
	bigger.used = m->used;
	free(m->slots);
	*m = bigger;
	return 0;
}

int trace_map_set(struct trace_map *m, uint64_t key, int index)
{
	struct trace_map_slot *s;

	if (2 * m->used >= m->size && grow_map(m) < 0)
		return -ENOMEM;
	s = find_slot(m, key);
	if (!s->value)
		m->used++;
	s->key = key;
	s->value = index + 1;
	return 0;
}

void trace_map_free(struct trace_map *m)
{
	free(m->slots);
	memset(m, 0, sizeof(*m));
}

uint64_t trace_hash(uint64_t seed, const char *text)
{
	uint64_t h = seed ^ 0xcbf29ce484222325ULL;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3ULL;
	return trace_mix(h, 0);
}
