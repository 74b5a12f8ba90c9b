/* SPDX-License-Identifier: MIT */
/*
 * Threads that share one queue: async (lab 2, part B) and pool (part D).
 *
 * Both are the same machine: a queue, and workers that take from it whatever
 * comes first. They differ in when the threads start. A pool has all of them
 * from the beginning or does not come to be. Async begins with none and starts
 * one when there is work and nobody idle, up to a limit; then work waits in
 * the queue, and the threads are reused.
 *
 * std::async, which the seed uses, does neither: it starts a thread each time,
 * and the future that it returns waits for it in its destructor. Dropping the
 * future therefore makes post() wait for the work: not asynchronous at all.
 */
#ifndef CO_POOL_H
#define CO_POOL_H

#include "co/executor.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_pool;

/*
 * Make an async executor: threads are started when they are needed, at most
 * @max of them, and stay for the next work. (Part B)
 *
 * Its post() returns -EAGAIN when a thread is needed and there is none at all:
 * then the work was not taken. When at least one thread lives, the refusal of
 * another is no error: the work waits for its turn.
 *
 * Ownership: the caller's, until co_pool_destroy().
 * Context:   any thread.
 * Returns:   0; -EINVAL when @max is 0; -ENOMEM. After an error *@out is
 *            unchanged.
 */
int co_async_create(unsigned max, struct co_pool **out);

/*
 * Make a pool of @threads threads. (Part D)
 *
 * Ownership: the caller's, until co_pool_destroy(); @name as for
 *            co_executor_init().
 * Context:   any thread.
 * Returns:   0; -EINVAL when @threads is 0; -ENOMEM; -EAGAIN when the system
 *            refuses one of the threads. After an error those that had started
 *            have ended, nothing is left over, and *@out is unchanged.
 */
int co_pool_create(const char *name, unsigned threads, struct co_pool **out);

/* The executor inside; lives as long as @pool. */
struct co_executor *co_pool_executor(struct co_pool *pool);

/*
 * Take no more work: from here on post() returns -ESHUTDOWN. What is queued
 * runs (DRAIN) or is dropped by the threads of @pool (NOW); what runs now, runs
 * on. Does not wait. A second call with NOW drops what is still queued; with
 * DRAIN it does nothing.
 *
 * When @pool has no thread, NOW and DRAIN find nothing queued.
 *
 * Context: any thread, also those of @pool.
 */
void co_pool_shutdown(struct co_pool *pool, enum co_shutdown how);

/*
 * Wait until every thread of @pool has ended, which needs a shutdown, before
 * or meanwhile. All work that was taken has run or was dropped then. Any
 * number of threads may join, and again.
 *
 * Context: any thread but those of @pool: one of them stops at a CO_ASSERT
 *          ("from its own thread"), for it would wait for itself.
 */
void co_pool_join(struct co_pool *pool);

/*
 * Shut down NOW, join, and free @pool. NULL is fine. To finish what is queued,
 * shut down with DRAIN and join first.
 *
 * Ownership: takes @pool.
 * Context:   as co_pool_join(), and nobody else uses @pool any more.
 */
void co_pool_destroy(struct co_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
