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
 * The rules of the interface:
 *  - One thread owns an engine: the one that initialised it. Only
 *    co_engine_post() may be called from others.
 *  - A poster wakes the owner only when it sleeps in the kernel: it says so
 *    before it looks at the inbox for the last time.
 *  - poll() enters the kernel once: to submit, and to wait if it must.
 */
#ifndef CO_ENGINE_H
#define CO_ENGINE_H

#include "co/atomic.h"
#include "co/executor.h"
#include "co/ring.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a completion is for; its address is the user_data. */
struct co_completer {
	/* @res is the CQE's result. Context: the owner, inside poll. */
	void (*complete)(struct co_completer *completer, int res);
};

struct co_engine {
	/* Owner only. */
	struct co_ring ring;
	struct co_work_queue ready;
	struct co_executor *executor; /* for whom work is run */
	pthread_t owner;
	int wake_fd;
	uint64_t wake_count;
	struct co_completer wake;
	bool wake_armed;

	/* Atomic. */
	CO_ATOMIC(struct co_work *) inbox; /* newest first */
	CO_ATOMIC(unsigned) sleeping;
};

/*
 * Make an engine with a ring of @entries, on this thread.
 *
 * Returns: 0, or what co_ring_init() says, or -EMFILE when there is no
 *          descriptor for the wake-up. After an error nothing is left over.
 */
int co_engine_init(struct co_engine *engine, struct co_executor *executor,
	unsigned entries);

/* The engine goes; no work may be queued (CO_ASSERT). */
void co_engine_fini(struct co_engine *engine);

/*
 * Queue @work, which was checked (co_work_check()).
 *
 * Ownership: borrows @work until it was run.
 * Context:   any thread, while the engine lives.
 */
void co_engine_post(struct co_engine *engine, struct co_work *work);

/* Whether work is ready to run. Context: the owner. */
bool co_engine_has_ready(struct co_engine *engine);

/*
 * Run what is ready now. Work that this posts waits for the next round, so
 * that it cannot keep I/O from being looked at.
 *
 * Context: the owner. @error is 0, or -ECANCELED to drop it all.
 * Returns: how many items ran.
 */
unsigned co_engine_run(struct co_engine *engine, int error);

/*
 * Submit what was prepared, take the completions that are there, and if @wait
 * and there is no ready work wait for one, until @deadline (co_clock_now())
 * at the latest.
 *
 * Context: the owner.
 * Returns: how many completions were taken; -errno when the kernel refuses.
 */
int co_engine_poll(struct co_engine *engine, bool wait, uint64_t deadline);

/* Operations that the kernel has, the wake-up not counted. */
unsigned co_engine_in_flight(const struct co_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
