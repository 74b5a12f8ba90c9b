// SPDX-License-Identifier: MIT
/* Growing arrays, an address map and messages, for the reader alone. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

int trace__fail(char **why, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(why, fmt, ap) < 0)
		*why = NULL;
	va_end(ap);
	return err;
}

void *trace__room(void *array, int count, size_t size)
{
	/* Full whenever the count is a power of two (or the array is empty). */
	if ((count & (count - 1)) == 0) {
		size_t room = count ? 2 * (size_t)count : 1;
		void *bigger = realloc(array, room * size);

		if (!bigger)
			return NULL;
		array = bigger;
	}
	memset((char *)array + (size_t)count * size, 0, size);
	return array;
}

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

int trace__map_get(const struct trace_map *m, uint64_t key)
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

int trace__map_set(struct trace_map *m, uint64_t key, int index)
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

void trace__map_free(struct trace_map *m)
{
	free(m->slots);
	memset(m, 0, sizeof(*m));
}
