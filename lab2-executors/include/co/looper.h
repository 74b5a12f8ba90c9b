/* SPDX-License-Identifier: MIT */
/*
 * The looper: one thread, one queue (lab 2, part C).
 *
 * All that is posted to a looper runs on one thread, one item at a time, in the
 * order in which it was posted. Tasks of one looper therefore never run at the
 * same time and need no lock against each other: an event loop.
 *
 *	any thread --post--> [ w | w | w ] --> one thread: run, run, run, sleep
 *
 * The rules of the interface:
 *  - Items of one poster run in the order in which it posted them.
 *  - The thread sleeps when there is nothing to do; it never spins.
 *  - No lock is held while work runs: work may post, and may shut down.
 *  - After shutdown nothing is taken any more, and everything that was taken
 *    is run or dropped. Nobody waits for ever.
 */
#ifndef CO_LOOPER_H
#define CO_LOOPER_H

#include "co/executor.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_looper;

/*
 * Make a looper and start its thread.
 *
 * Ownership: the caller's, until co_looper_destroy(); @name as for
 *            co_executor_init().
 * Context:   any thread.
 * Returns:   0; -ENOMEM; -EAGAIN when the system refuses the thread. After an
 *            error nothing is left over and *@out is unchanged.
 */
int co_looper_create(const char *name, struct co_looper **out);

/* The executor inside; lives as long as @looper. */
struct co_executor *co_looper_executor(struct co_looper *looper);

/*
 * Take no more work: from here on post() returns -ESHUTDOWN, also to work that
 * still runs on @looper. What is queued runs (DRAIN) or is dropped on the
 * looper's own thread (NOW): a task that is dropped ends as cancelled, and
 * whoever awaits it goes on with -ECANCELED. What runs now, runs to its end.
 * Does not wait.
 *
 * A second call with NOW drops what is still queued; with DRAIN it does
 * nothing.
 *
 * Context: any thread, also the looper's own.
 */
void co_looper_shutdown(struct co_looper *looper, enum co_shutdown how);

/*
 * Wait until the thread of @looper has ended, which needs a shutdown, before
 * or meanwhile. All work that was taken has run or was dropped then. Any
 * number of threads may join, and again.
 *
 * Context: any thread but the looper's own: that one stops at a CO_ASSERT
 *          ("from its own thread"), for it would wait for itself.
 */
void co_looper_join(struct co_looper *looper);

/*
 * Shut down NOW, join, and free @looper. NULL is fine. To finish what is
 * queued, shut down with DRAIN and join first.
 *
 * Ownership: takes @looper.
 * Context:   as co_looper_join(), and nobody else uses @looper any more. Work
 *            that is dropped meanwhile may still post to it, and is refused.
 */
void co_looper_destroy(struct co_looper *looper);

#ifdef __cplusplus
}
#endif

#endif
