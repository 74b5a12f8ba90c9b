/* SPDX-License-Identifier: MIT */
/*
 * Dispatch: which of several places takes the next task (lab 5, part B).
 *
 * One interface, three answers:
 *
 *	least loaded   where the fewest are that were picked and are not done
 *	round robin    one after the other
 *	by key         always the same place for the same key
 *
 * How uneven it can get:
 *  - Round robin: of any k picks in a row, by however many threads, every place
 *    gets k / n, rounded down or up.
 *  - Least loaded: a pick raises a place that is, at that moment, one of the
 *    lowest, or was so while the other pickers picked. So, as long as nothing
 *    is done, the loads of two places differ by no more than the number of
 *    threads that pick at once. co_dispatch_pick_near() may add
 *    CO_DISPATCH_SLACK.
 *  - By key: of k different keys, whatever they are, each place gets k / n,
 *give or take four times its square root, but for the odd case in 10,000. Going
 *    from n places to n + 1 moves one key in n + 1, and each of these to the
 *    new place.
 */
#ifndef CO_DISPATCH_H
#define CO_DISPATCH_H

#include "co/atomic.h"
#include "co/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum co_dispatch_kind {
	CO_DISPATCH_LEAST_LOADED, /* the default */
	CO_DISPATCH_ROUND_ROBIN,
	CO_DISPATCH_BY_KEY,
};

/* How much more than the least loaded the near place may have. */
#define CO_DISPATCH_SLACK 32

/* A cache line of its own: each is written by another core. */
struct co_dispatch_place {
	CO_ATOMIC(size_t)
	load __attribute__((aligned(64))); /* picked, not done */
	CO_ATOMIC(unsigned) until_look;    /* near picks before the next */
};

struct co_dispatch {
	/* Fixed at creation. */
	enum co_dispatch_kind kind;
	unsigned n;
	struct co_dispatch_place *places;

	/* Atomic: picks so far, for round robin. */
	CO_ATOMIC(uint64_t) next;
};

/*
 * Make a dispatcher for @n places, 0 to @n - 1.
 *
 * Ownership: the caller's memory, until co_dispatch_fini().
 * Returns:   0; -EINVAL when @n is 0 or @kind is none of the three; -ENOMEM.
 *            After an error there is nothing to undo.
 */
int co_dispatch_init(
	struct co_dispatch *d, unsigned n, enum co_dispatch_kind kind);
void co_dispatch_fini(struct co_dispatch *d);

/*
 * Pick a place; it counts as loaded until co_dispatch_done(). @key matters by
 * key only.
 *
 * Context: any thread; takes no lock.
 */
unsigned co_dispatch_pick(struct co_dispatch *d, uint64_t key);

/*
 * The same for who is at place @here already: what is least loaded stays there,
 * where it costs least, while @here has at most CO_DISPATCH_SLACK more than the
 * least loaded. To look at the others costs a cache miss for each, so a place
 * that was balanced looks again only after CO_DISPATCH_SLACK picks; one that
 * was not, at the next.
 */
unsigned co_dispatch_pick_near(
	struct co_dispatch *d, uint64_t key, unsigned here);

/* Pick @place, which was chosen otherwise. Returns: @place. */
unsigned co_dispatch_pick_place(struct co_dispatch *d, unsigned place);

/* What was picked for @place is done. Context: any thread, once for each. */
void co_dispatch_done(struct co_dispatch *d, unsigned place);

/* How many were picked for @place and are not done. Context: any thread. */
size_t co_dispatch_load(struct co_dispatch *d, unsigned place);

/*
 * The place of @key among @n (not 0): the same everywhere and always. Keys are
 * mixed first, so that 1, 2, 3, ... or multiples of @n spread as well as any.
 */
unsigned co_dispatch_by_key(uint64_t key, unsigned n);

#ifdef __cplusplus
}
#endif

#endif
