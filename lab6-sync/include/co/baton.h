/* SPDX-License-Identifier: MIT */
/*
 * A baton (lab 6, part F): one task waits for one post, without a lock.
 *
 *	empty --wait--> the task --post--> posted
 *	      '-------------post---------------^
 *
 * The smallest thing that can be waited for: one word, and one atomic operation
 * for each side. It cannot be cancelled; what can is a manual event.
 */
#ifndef CO_BATON_H
#define CO_BATON_H

#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_baton {
	struct co_awaiter awaiter;
	CO_ATOMIC(uintptr_t) state; /* 0, the task that waits, or 1: posted */
};

enum {
	CO_BATON_EMPTY,
	CO_BATON_POSTED,
};

/* Make one that was not posted. Ownership: the caller's memory. */
void co_baton_init(struct co_baton *baton);

/* Given: it goes away; nobody waits (CO_ASSERT, "destroyed while"). */
static inline void co_baton_fini(struct co_baton *baton)
{
	CO_ASSERT(atomic_load_explicit(&baton->state, memory_order_relaxed) <=
			  CO_BATON_POSTED,
		"a baton is destroyed while a task waits");
}

/*
 * Post: the task that waits goes on, on its executor, or the one that will
 * come does not wait.
 *
 * Ownership: @baton may be gone when this returns, if a task waited.
 * Context:   any thread. Posting twice is posting once.
 */
void co_baton_post(struct co_baton *baton);

/* Make it empty again. Context: nobody waits or posts meanwhile. */
void co_baton_reset(struct co_baton *baton);

/*
 * Await the post. The result is 0. A second task that waits stops at a
 * CO_ASSERT ("waits already").
 *
 * Context: inside a coroutine, as the operand of CO_AWAIT.
 */
struct co_awaiter *co_baton_wait(struct co_baton *baton);

#ifdef __cplusplus
}
#endif

#endif
