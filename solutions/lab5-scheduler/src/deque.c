// SPDX-License-Identifier: MIT
/*
 * Challenge: the deque of Chase and Lev, with a fixed room.
 *
 * The thieves agree among themselves by a compare-and-swap of @first: who moves
 * it has the item. The owner needs that only for the last item, for which it
 * competes with them. Which item is the last is settled by two stores and two
 * loads that must not pass each other, so all four are seq_cst:
 *
 *	owner: end = b		thief: reads first
 *	       reads first	       reads end
 *
 * Either the owner sees how far the thieves have come, or the thief sees that
 * the owner has taken a step back.
 */
#include <stdlib.h>

#include "co/deque.h"
#include "co/executor.h"

static CO_ATOMIC(struct co_work *) * slot_of(struct co_deque *d, int64_t number)
{
	return &d->slots[(size_t)number & (d->room - 1)];
}

int co_deque_init(struct co_deque *d, size_t room)
{
	if (!room || room & (room - 1))
		return -EINVAL;
	*d = (struct co_deque){.room = room};
	d->slots = calloc(room, sizeof(*d->slots));
	return d->slots ? 0 : -ENOMEM;
}

void co_deque_fini(struct co_deque *d)
{
	CO_ASSERT(co_deque_is_empty(d), "a deque goes with work in it");
	free(d->slots);
}

int co_deque_push(struct co_deque *d, struct co_work *work)
{
	int64_t end = atomic_load_explicit(&d->end, memory_order_relaxed);
	/* Acquire: pairs with claim(). The thief has read the slot by now. */
	int64_t first = atomic_load_explicit(&d->first, memory_order_acquire);
	int err = co_work_check(work);

	if (err)
		return err;
	if ((size_t)(end - first) >= d->room)
		return -ENOSPC;
	work->next = CO_WORK_LAST;
	atomic_store_explicit(slot_of(d, end), work, memory_order_relaxed);
	/*
	 * Releases the item to who reads this in co_deque_steal(); seq_cst for
	 * who then asks whether anybody rests: see co_deque_is_empty().
	 */
	atomic_store_explicit(&d->end, end + 1, memory_order_seq_cst);
	return 0;
}

/* Whether item @first is ours, of all that want it. */
static bool claim(struct co_deque *d, int64_t first)
{
	return atomic_compare_exchange_strong_explicit(&d->first, &first,
		first + 1, memory_order_seq_cst, memory_order_relaxed);
}

static struct co_work *item(struct co_deque *d, int64_t number)
{
	/* Relaxed: @end, which led here, was read with acquire or is ours. */
	return atomic_load_explicit(slot_of(d, number), memory_order_relaxed);
}

struct co_work *co_deque_pop(struct co_deque *d)
{
	int64_t end = atomic_load_explicit(&d->end, memory_order_relaxed) - 1;
	struct co_work *work = NULL;
	int64_t first;

	atomic_store_explicit(&d->end, end, memory_order_seq_cst);
	first = atomic_load_explicit(&d->first, memory_order_seq_cst);
	if (first < end) {
		work = item(d, end);
	} else {
		if (first == end && claim(d, first))
			work = item(d, end);
		/* Empty now. Relaxed: there is no new item behind it. */
		atomic_store_explicit(&d->end, end + 1, memory_order_relaxed);
	}
	if (work)
		work->next = NULL;
	return work;
}

struct co_work *co_deque_steal(struct co_deque *d)
{
	struct co_work *work;
	int64_t first;

	for (;;) {
		first = atomic_load_explicit(&d->first, memory_order_seq_cst);
		if (first >=
			atomic_load_explicit(&d->end, memory_order_seq_cst))
			return NULL;
		/* Before the claim: after it the owner may use the slot. */
		work = item(d, first);
		if (claim(d, first))
			break;
	}
	work->next = NULL;
	return work;
}

bool co_deque_is_empty(struct co_deque *d)
{
	int64_t end = atomic_load_explicit(&d->end, memory_order_seq_cst);

	return atomic_load_explicit(&d->first, memory_order_seq_cst) >= end;
}
