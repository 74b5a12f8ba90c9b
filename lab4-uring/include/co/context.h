/* SPDX-License-Identifier: MIT */
/*
 * The context: a thread, an engine and an event loop (lab 4, part C).
 *
 *	        +--------------------------------------------------+
 *	start ->| run ready work -> done and nothing left? -> poll |-> end
 *	        +------^-----------------------------------------|-+
 *	               '-----------------------------------------'
 *
 * A context is an executor: what labs 1 to 3 do on a looper they do here. It
 * keeps its own timers, so co_sleep_ms() waits in the ring, in the same system
 * call as all the I/O.
 *
 * The rules of the interface:
 *  - It ends by itself when no submitted task lives, no work is queued, no
 *    timer is armed and no I/O is in flight; unless it is held. Work that comes
 *    from outside after that is kept for the next start: who posts from
 *    outside, holds.
 *  - stop() ends it as soon as it can: nothing is taken any more, what is
 *    queued is dropped, timers are dropped, I/O in flight is cancelled, and the
 *    tasks that waited for it end as cancelled once the kernel has let go.
 *  - After join() it may be submitted to and started again.
 */
#ifndef CO_CONTEXT_H
#define CO_CONTEXT_H

#include "co/engine.h"
#include "co/promise.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_context;

/*
 * Make a context; its thread does not run yet.
 *
 * Ownership: the caller's, until co_context_destroy(); @name as for
 *            co_executor_init().
 * Context:   any thread.
 * Returns:   0; -EINVAL when @entries is 0; -ENOMEM; -EMFILE when there is no
 *            descriptor for its wake-up. *@out is unchanged then.
 */
int co_context_create(
	const char *name, unsigned entries, struct co_context **out);

/* The executor inside; lives as long as @context. */
struct co_executor *co_context_executor(struct co_context *context);

/* The context whose thread this is, or NULL. */
struct co_context *co_context_here(void);

/*
 * Start the thread.
 *
 * Context: any thread; of several at once one succeeds.
 * Returns: 0 once the ring is there and the loop runs; -EBUSY when it runs
 *          already; -EAGAIN when the system refuses the thread; or what
 *          co_engine_open() says. After an error it may be started again, and
 *          what was submitted is kept.
 */
int co_context_start(struct co_context *context);

/*
 * Bind @task to @context and start it there. While it lives the context does
 * not end by itself.
 *
 * Ownership: borrows @task until it has ended.
 * Context:   any thread, before the start and while it runs. Submitting a task
 *            that is not freshly created stops at a CO_ASSERT.
 * Returns:   0; -ESHUTDOWN between a stop and the join; -ENOMEM. Nothing has
 *            changed then.
 */
int co_context_submit(struct co_context *context, struct co_task *task);

/*
 * Keep the context from ending by itself, and let it again.
 *
 * Context: any thread. Releasing what is not held stops at a CO_ASSERT.
 */
void co_context_hold(struct co_context *context);
void co_context_release(struct co_context *context);

/*
 * See the rules above. Does not wait; when it does not run, does nothing.
 *
 * Context: any thread, also its own.
 */
void co_context_stop(struct co_context *context);

/*
 * Wait until the thread has ended, by itself or by a stop. Returns at once when
 * it does not run.
 *
 * Context: any thread but its own (CO_ASSERT, "from its own thread").
 */
void co_context_join(struct co_context *context);

/*
 * Stop, join, drop what is queued and armed, and free @context. NULL is fine.
 *
 * Ownership: takes @context. No task that belongs to it is woken any more.
 * Context:   as co_context_join(), and nobody else uses @context any more.
 */
void co_context_destroy(struct co_context *context);

#ifdef __cplusplus
}
#endif

#endif
