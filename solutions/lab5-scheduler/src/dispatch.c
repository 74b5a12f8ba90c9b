// SPDX-License-Identifier: MIT
/*
 * Part B: which place takes the next task.
 */
#include <stdlib.h>
#include <string.h>

#include "co/dispatch.h"

int co_dispatch_init(
	struct co_dispatch *d, unsigned n, enum co_dispatch_kind kind)
{
	size_t size = n * sizeof(*d->places);

	if (!n || (unsigned)kind > CO_DISPATCH_BY_KEY)
		return -EINVAL;
	*d = (struct co_dispatch){.kind = kind, .n = n};
	d->places = aligned_alloc(_Alignof(struct co_dispatch_place), size);
	if (!d->places)
		return -ENOMEM;
	memset(d->places, 0, size);
	return 0;
}

void co_dispatch_fini(struct co_dispatch *d)
{
	free(d->places);
}

size_t co_dispatch_load(struct co_dispatch *d, unsigned place)
{
	/* Relaxed, here and below: a load is a number and guards nothing. */
	return atomic_load_explicit(
		&d->places[place].load, memory_order_relaxed);
}

unsigned co_dispatch_pick_place(struct co_dispatch *d, unsigned place)
{
	atomic_fetch_add_explicit(
		&d->places[place].load, 1, memory_order_relaxed);
	return place;
}

void co_dispatch_done(struct co_dispatch *d, unsigned place)
{
	atomic_fetch_sub_explicit(
		&d->places[place].load, 1, memory_order_relaxed);
}

static unsigned least_loaded(struct co_dispatch *d)
{
	unsigned least = 0;
	size_t lowest = SIZE_MAX;
	unsigned i;

	for (i = 0; i < d->n; i++) {
		size_t load = co_dispatch_load(d, i);

		if (load < lowest) {
			lowest = load;
			least = i;
		}
	}
	return least;
}

static unsigned next_in_turn(struct co_dispatch *d)
{
	/* 64 bits: a counter that wraps would break the turn. */
	return (unsigned)(atomic_fetch_add_explicit(
				  &d->next, 1, memory_order_relaxed) %
			  d->n);
}

/*
 * Jump consistent hash: for each number of places from 1 up it asks, with a
 * chance of 1 in n, whether the key moves to the newest. Jumping straight to
 * the next move makes that logarithmic. The mix is splitmix64's.
 */
unsigned co_dispatch_by_key(uint64_t key, unsigned n)
{
	int64_t at = -1;
	int64_t next = 0;

	key += 0x9e3779b97f4a7c15;
	key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9;
	key = (key ^ (key >> 27)) * 0x94d049bb133111eb;
	key ^= key >> 31;
	while (next < (int64_t)n) {
		at = next;
		key = key * 2862933555777941757u + 1;
		next = (int64_t)((double)(at + 1) *
				 ((double)(1LL << 31) /
					 (double)((key >> 33) + 1)));
	}
	return (unsigned)at;
}

static unsigned choose(struct co_dispatch *d, uint64_t key)
{
	switch (d->kind) {
	case CO_DISPATCH_ROUND_ROBIN:
		return next_in_turn(d);
	case CO_DISPATCH_BY_KEY:
		return co_dispatch_by_key(key, d->n);
	case CO_DISPATCH_LEAST_LOADED:
		break;
	}
	return least_loaded(d);
}

unsigned co_dispatch_pick(struct co_dispatch *d, uint64_t key)
{
	return co_dispatch_pick_place(d, choose(d, key));
}

/* Whether @here may take another without a look at the others. */
static bool is_trusted(struct co_dispatch_place *here)
{
	/* No exchange: two at once look once too often or too rarely. */
	unsigned left = atomic_load_explicit(
		&here->until_look, memory_order_relaxed);

	if (!left)
		return false;
	atomic_store_explicit(
		&here->until_look, left - 1, memory_order_relaxed);
	return true;
}

static unsigned near(struct co_dispatch *d, unsigned here)
{
	struct co_dispatch_place *place = &d->places[here];
	unsigned least;

	if (is_trusted(place))
		return here;
	least = least_loaded(d);
	if (co_dispatch_load(d, here) >
		co_dispatch_load(d, least) + CO_DISPATCH_SLACK)
		return least;
	atomic_store_explicit(
		&place->until_look, CO_DISPATCH_SLACK, memory_order_relaxed);
	return here;
}

unsigned co_dispatch_pick_near(
	struct co_dispatch *d, uint64_t key, unsigned here)
{
	if (d->kind != CO_DISPATCH_LEAST_LOADED)
		return co_dispatch_pick(d, key);
	return co_dispatch_pick_place(d, near(d, here));
}
