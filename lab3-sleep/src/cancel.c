// SPDX-License-Identifier: MIT
/*
 * Part D: cancellation. Its contract: include/co/cancel.h.
 */
#include "co/cancel.h"

/* Given. */
void co_cancel_source_init(struct co_cancel_source *source)
{
	struct co_cancel_token *t = &source->token;

	atomic_init(&t->requested, 0);
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->callback_ended, NULL);
	t->first = NULL;
	t->last = &t->first;
	t->running = NULL;
	t->gone = NULL;
}

/* Given. Under the lock, or by the requester: is this inside the callback? */
static bool runs_here(const struct co_cancel_token *t)
{
	return pthread_equal(t->requester, pthread_self());
}

/* Given. */
void co_cancel_source_fini(struct co_cancel_source *source)
{
	struct co_cancel_token *t = &source->token;

	CO_ASSERT(!t->first && (!t->running || runs_here(t)),
		"a cancel source goes away while somebody listens to it");
	/* The request that we are inside of must not look at us again. */
	if (t->running)
		*t->gone = true;
	pthread_cond_destroy(&t->callback_ended);
	pthread_mutex_destroy(&t->lock);
}

int co__cancel_request(struct co_cancel_source *source)
{
	/*
	 * TODO(lab3.D): @source is asked, and each callback that was registered
	 * has run, once, here, in order, with no lock held. A callback may end
	 * anything: itself, others, and, if *gone says so, @source.
	 */
	CO_NOT_STARTED("lab3.D");
	(void)source;
	return -ENOSYS;
}

int co_cancel_register(struct co_cancel_token *t,
	struct co_cancel_callback *callback, co_cancel_fn *fn)
{
	/*
	 * TODO(lab3.D): the request will run @callback, or it was made before
	 * and the callback has run. There is no third case.
	 */
	CO_NOT_STARTED("lab3.D");
	(void)t;
	(void)callback;
	(void)fn;
	return -ENOSYS;
}

void co_cancel_deregister(struct co_cancel_callback *callback)
{
	/*
	 * TODO(lab3.D): @callback does not run and never will; on the thread
	 * that runs it, this returns at once.
	 */
	CO_NOT_STARTED("lab3.D");
	(void)callback;
}

int co_cancel_merge_init(struct co_cancel_merge *merge,
	struct co_cancel_token *const *tokens, unsigned count)
{
	/* TODO(lab3.D): @merge is asked when one of @tokens is, or was. */
	CO_NOT_STARTED("lab3.D");
	(void)merge;
	(void)tokens;
	(void)count;
	return -ENOSYS;
}

void co_cancel_merge_fini(struct co_cancel_merge *merge)
{
	/*
	 * TODO(lab3.D): @merge hears of nothing any more, and its source is
	 * gone.
	 */
	CO_NOT_STARTED("lab3.D");
	(void)merge;
}
