/* SPDX-License-Identifier: MIT */
/*
 * The engine: ready work and I/O behind one system call (lab 4, part B).
 *
 *	other threads --push--> inbox (lock-free)
 *	                           |  taken whole
 *	this thread ---push---> ready queue --> run
 *	                           ^
 *	kernel ----CQE-------------'            poll: submit and wait at once
 *
 * The inbox is one word:
 *
 *	NULL            awake, nothing came since it was last taken
 *	a stack         awake, work is waiting, the newest first; CO_WORK_LAST
 *	                alone is an empty one: "look around, something changed"
 *	CO_ENGINE_ASLEEP
 *	                the owner waits in the kernel: who replaces this word,
 *	                and nobody else, writes to the eventfd
 *	&shut           takes nothing more; what there was hangs behind it
 *
 * The rules of the interface:
 *  - One thread owns an engine: from co_engine_open() to co_engine_close().
 *    Other threads may only post, wake and shut.
 *  - poll() enters the kernel once: to submit, and to wait if it must.
 *  - A poster wakes the owner only when it sleeps in the kernel.
 *  - Whoever learns that work has run may let the engine go, while the poster
 *    is on its way out: so the eventfd stays until every write that is owed to
 *    it has come, and after the push a poster touches nothing else.
 */
#ifndef CO_ENGINE_H
#define CO_ENGINE_H

#include "co/atomic.h"
#include "co/executor.h"
#include "co/ring.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CO_ENGINE_ASLEEP ((struct co_work *)-2)

/* For a poll that may wait as long as it takes. */
#define CO_NO_DEADLINE UINT64_MAX

struct co_engine {
	/* Fixed at creation. */
	struct co_executor *executor; /* for whom work is run */
	int wake_fd;

	/* Owner only. */
	struct co_ring ring;
	struct co_work_queue ready;
	struct co_completer wake; /* of the read on @wake_fd */
	bool wake_armed;          /* the read is prepared or in the kernel */
	uint64_t wake_count;      /* where it goes */
	uint64_t wakes_owed;      /* writes that have begun and not been read */

	/* Atomic; see above. */
	CO_ATOMIC(struct co_work *) inbox;

	/* The closer's, until it is in the inbox; then the owner's. */
	struct co_work shut;
};

/* The engine that this thread owns, or NULL. */
extern __thread struct co_engine *co__engine_here;

static inline struct co_engine *co_engine_here(void)
{
	return co__engine_here;
}

/*
 * Make an engine that nobody owns. Work may be posted; it waits.
 *
 * Context: any thread.
 * Returns: 0; -EMFILE (or -ENFILE, -ENOMEM) when there is no descriptor for
 *          the wake-up, and then nothing is left over.
 */
int co_engine_init(struct co_engine *engine, struct co_executor *executor);

/* The engine goes; nobody owns it, no work is queued (CO_ASSERT). */
void co_engine_fini(struct co_engine *engine);

/*
 * Make this thread the owner, with a ring of @entries.
 *
 * Returns: 0, or what co_ring_init() says: then nobody owns it, as before.
 */
int co_engine_open(struct co_engine *engine, unsigned entries);

/*
 * Take the ring down, with what is in flight, and leave the engine to nobody.
 * Work that is queued stays queued.
 *
 * Context: the owner.
 */
void co_engine_close(struct co_engine *engine);

/*
 * Queue @work, which was checked (co_work_check()).
 *
 * Ownership: borrows @work until it was run or dropped.
 * Context:   any thread, while the engine lives.
 * Returns:   0; -ESHUTDOWN after co_engine_shut(), and then nothing has
 *            changed. What the owner itself posts is always taken.
 */
int co_engine_post(struct co_engine *engine, struct co_work *work);

/*
 * Make poll() return, now or the next time it would wait; until run() was
 * called in between. So who looks around between run() and poll() misses
 * nothing. Context: any thread.
 */
void co_engine_wake(struct co_engine *engine);

/*
 * Take no more work from other threads, and drop what is queued: run() gives
 * it -ECANCELED. Wakes the owner. Context: any thread; twice is fine.
 */
void co_engine_shut(struct co_engine *engine);

/* Take work again. Context: nobody owns the engine. */
void co_engine_reset(struct co_engine *engine);

/* Whether it was shut. Context: any thread. */
static inline bool co_engine_is_shut(struct co_engine *engine)
{
	return atomic_load_explicit(&engine->inbox, memory_order_relaxed) ==
	       &engine->shut;
}

/* Whether work is ready to run. Context: the owner. */
bool co_engine_has_ready(struct co_engine *engine);

/*
 * Run what is ready now. Work that this posts waits for the next round, so
 * that it cannot keep I/O from being looked at. Once the engine is shut, also
 * in the middle of this, work is dropped.
 *
 * Context: the owner; or anybody, when there is none.
 * Returns: how many items there were.
 */
unsigned co_engine_run(struct co_engine *engine);

/*
 * Submit what was prepared, take the completions that are there, and if @wait
 * and there is no ready work wait for one, until @deadline (co_clock_now())
 * at the latest. May return early, and does not wait once the engine is shut.
 *
 * Context: the owner.
 * Returns: how many completions were taken; -errno when the kernel refuses.
 */
int co_engine_poll(struct co_engine *engine, bool wait, uint64_t deadline);

/*
 * Cancel all operations that are in flight, and wait until the kernel has let
 * go of each: their completers run, and what becomes ready waits.
 *
 * Context: the owner.
 */
void co_engine_settle(struct co_engine *engine);

/* Operations that are prepared or with the kernel, the wake-up not counted. */
static inline unsigned co_engine_in_flight(const struct co_engine *engine)
{
	return engine->ring.in_flight - engine->wake_armed;
}

#ifdef __cplusplus
}
#endif

#endif
