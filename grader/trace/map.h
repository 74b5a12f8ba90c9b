/* SPDX-License-Identifier: MIT */
/*
 * From a number (an address, a hash) to an index. A zeroed map is empty.
 */
#ifndef GRADER_TRACE_MAP_H
#define GRADER_TRACE_MAP_H

#include <stdint.h>

struct trace_map_slot {
	uint64_t key;
	int value; /* index + 1; 0: the slot is free */
};

struct trace_map {
	struct trace_map_slot *slots;
	uint32_t size; /* a power of two */
	uint32_t used;
};

/* The index set for @key, or -1. */
int trace_map_get(const struct trace_map *m, uint64_t key);

/* Returns 0 or -ENOMEM; then the map is as it was. */
int trace_map_set(struct trace_map *m, uint64_t key, int index);

/* Empty @m and free what it holds. */
void trace_map_free(struct trace_map *m);

/* A hash of @text, other for other seeds. Two texts may share one. */
uint64_t trace_hash(uint64_t seed, const char *text);

/* Stir @value into the hash @seed. */
static inline uint64_t trace_mix(uint64_t seed, uint64_t value)
{
	uint64_t h = (seed ^ value) * 0x9e3779b97f4a7c15ULL + value;

	h ^= h >> 29;
	h *= 0xbf58476d1ce4e5b9ULL;
	return h ^ (h >> 32);
}

#endif
