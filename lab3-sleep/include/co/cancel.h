/* SPDX-License-Identifier: MIT */
/*
 * Cancellation: asking a task to stop (lab 3, part D).
 *
 * As in folly: a *source* asks, a *token* is asked, a *callback* hears of it.
 * Nobody is stopped by force: what waits registers a callback, and the callback
 * ends the wait with -ECANCELED. A task that is awaited has its parent's token
 * unless it has one of its own, so one request reaches a whole tree.
 *
 * The rules of the interface:
 *  - A request is for ever, and made once: the first call runs the callbacks.
 *  - A callback runs at most once. It runs on the thread that requests, or at
 *    once on the thread that registers when the request was made before.
 *  - When deregistering returns, the callback does not run and never will: it
 *    has ended, or it is prevented. (From inside itself it just returns.)
 *  - No lock is held while a callback runs.
 *  - A callback may be the end of the source itself: it wakes a task that has
 *    no executor, the task ends here and now, and takes the source along.
 */
#ifndef CO_CANCEL_H
#define CO_CANCEL_H

#include <pthread.h>

#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_cancel_callback;

typedef void co_cancel_fn(struct co_cancel_callback *callback);

/* Intrusive: it sits in the awaiter that wants to hear. */
struct co_cancel_callback {
	co_cancel_fn *fn;
	struct co_cancel_token *token; /* NULL: not registered */

	/* Under the token's lock. */
	struct co_cancel_callback *next;
	struct co_cancel_callback **link; /* what points here; NULL: nothing */
};

/*
 * The state that a source and all who listen share. It lives in the source's
 * memory; whoever holds the source keeps it alive while anybody listens.
 */
struct co_cancel_token {
	CO_ATOMIC(unsigned) requested;

	pthread_mutex_t lock;
	pthread_cond_t callback_ended;

	/* Under @lock. */
	struct co_cancel_callback *first;
	struct co_cancel_callback **last; /* where the next one is linked */
	struct co_cancel_callback *running;
	pthread_t requester; /* valid while @running */
	bool *gone;          /* likewise: on the requester's stack */
};

struct co_cancel_source {
	struct co_cancel_token token;
};

/*
 * Make a source, with nobody listening and nothing requested.
 *
 * Ownership: the caller's memory, until co_cancel_source_fini().
 */
void co_cancel_source_init(struct co_cancel_source *source);

/*
 * The source goes away. Nobody is registered any more, and no callback runs
 * but one that this is called from (CO_ASSERT).
 *
 * Context: any thread; also inside the last callback of a request.
 */
void co_cancel_source_fini(struct co_cancel_source *source);

/* The token of @source; lives as long as it. */
static inline struct co_cancel_token *co_cancel_token_of(
	struct co_cancel_source *source)
{
	return &source->token;
}

/* Whether @token, which may be NULL (never), was asked. Context: any thread. */
static inline bool co_cancel_requested(const struct co_cancel_token *token)
{
	/* Acquire: pairs with the release of the request. */
	return token &&
	       atomic_load_explicit(&token->requested, memory_order_acquire);
}

/* The half that part D writes; the inline below traces. */
int co__cancel_request(struct co_cancel_source *source);

/*
 * Ask all that listen, now and later, to stop. Runs their callbacks here, one
 * after the other, in the order in which they registered.
 *
 * Context: any thread, also inside a coroutine or a callback.
 * Returns: 0; -EALREADY when it was requested before, and then it does not
 *          wait for the callbacks that still run.
 */
static inline int co_cancel_request(struct co_cancel_source *source)
{
	co_trace(CO_TRACE_CANCEL, co_current(), &source->token, NULL, 0);
	return co__cancel_request(source);
}

/*
 * Have @fn called when @token is asked; at once, here, if it was before.
 *
 * Ownership: borrows @callback until co_cancel_deregister(), which must follow
 *            in every case. A NULL token is never asked.
 * Context:   any thread.
 * Returns:   0; -ECANCELED when the request was made before, and then the
 *            callback has run.
 */
int co_cancel_register(struct co_cancel_token *token,
	struct co_cancel_callback *callback, co_cancel_fn *fn);

/*
 * Hear no more. When it returns the callback has ended or will never run.
 *
 * Ownership: @callback is the caller's again.
 * Context:   any thread, once co_cancel_register() has returned; and inside
 *            the callback, where it does not wait. On another thread than the
 *            callback's it waits for it to end, so hold no lock that the
 *            callback takes. A second call does nothing.
 */
void co_cancel_deregister(struct co_cancel_callback *callback);

/*
 * Given: @task, which is freshly created, and all that it awaits hear of
 * @token: folly's co_withCancellation. NULL: never. Returns @task.
 */
static inline struct co_task *co_with_cancel(
	struct co_task *task, struct co_cancel_token *token)
{
	task->cancel = token;
	return task;
}

/* One source that is asked when any of several tokens is. */
struct co_cancel_merge {
	struct co_cancel_source source;
	struct co_cancel_link {
		struct co_cancel_callback callback;
		struct co_cancel_merge *merge;
	} links[4];
	unsigned count;
};

/*
 * Make @merge hear of @count tokens, any of which may be NULL.
 *
 * Ownership: the caller's memory, until co_cancel_merge_fini().
 * Returns:   0; -E2BIG when there are more than it has links for: then
 *            nothing was registered.
 */
int co_cancel_merge_init(struct co_cancel_merge *merge,
	struct co_cancel_token *const *tokens, unsigned count);

/* Hear no more. Context: as co_cancel_deregister() and ..._source_fini(). */
void co_cancel_merge_fini(struct co_cancel_merge *merge);

#ifdef __cplusplus
}
#endif

#endif
