// SPDX-License-Identifier: MIT
/*
 * Cancellation: a flag, a list of those who want to hear, and the promise that
 * a callback which was deregistered does not run.
 */
#include "co/cancel.h"

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

/* Under the lock, or by the requester: is this inside the callback? */
static bool runs_here(const struct co_cancel_token *t)
{
	return pthread_equal(t->requester, pthread_self());
}

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

/* Under the lock. */
static void link_last(
	struct co_cancel_token *t, struct co_cancel_callback *callback)
{
	callback->next = NULL;
	callback->link = t->last;
	*t->last = callback;
	t->last = &callback->next;
}

/* Under the lock. */
static void take_out(
	struct co_cancel_token *t, struct co_cancel_callback *callback)
{
	*callback->link = callback->next;
	if (callback->next)
		callback->next->link = callback->link;
	else
		t->last = callback->link;
	callback->link = NULL;
}

/*
 * Run the callbacks one by one, the lock open meanwhile. Once one has run it
 * may be gone: @running is compared with by address, and never looked into.
 * Even @t may be gone, by our own hand; then only our stack can tell.
 */
static void run_callbacks(struct co_cancel_token *t)
{
	struct co_cancel_callback *callback;
	bool gone = false;

	pthread_mutex_lock(&t->lock);
	t->requester = pthread_self();
	t->gone = &gone;
	while ((callback = t->first)) {
		take_out(t, callback);
		t->running = callback;
		pthread_mutex_unlock(&t->lock);
		callback->fn(callback);
		if (gone)
			return;
		pthread_mutex_lock(&t->lock);
		t->running = NULL;
		pthread_cond_broadcast(&t->callback_ended);
	}
	pthread_mutex_unlock(&t->lock);
}

int co__cancel_request(struct co_cancel_source *source)
{
	struct co_cancel_token *t = &source->token;
	bool before;

	/*
	 * Under the lock: who registers has done so before, or sees it.
	 * Release: pairs with the acquire in co_cancel_requested().
	 */
	pthread_mutex_lock(&t->lock);
	before = atomic_exchange_explicit(
		&t->requested, 1, memory_order_acq_rel);
	pthread_mutex_unlock(&t->lock);
	if (before)
		return -EALREADY;
	run_callbacks(t);
	return 0;
}

int co_cancel_register(struct co_cancel_token *t,
	struct co_cancel_callback *callback, co_cancel_fn *fn)
{
	bool requested;

	callback->fn = fn;
	callback->token = t;
	callback->link = NULL;
	if (!t)
		return 0;
	pthread_mutex_lock(&t->lock);
	/* The lock decides: the request sees the callback, or we see it. */
	requested = atomic_load_explicit(&t->requested, memory_order_relaxed);
	if (!requested)
		link_last(t, callback);
	pthread_mutex_unlock(&t->lock);
	if (!requested)
		return 0;
	fn(callback);
	return -ECANCELED;
}

void co_cancel_deregister(struct co_cancel_callback *callback)
{
	struct co_cancel_token *t = callback->token;

	if (!t)
		return;
	callback->token = NULL;
	pthread_mutex_lock(&t->lock);
	if (callback->link)
		take_out(t, callback);
	/* From inside itself it cannot wait for its own end. */
	while (t->running == callback && !runs_here(t))
		pthread_cond_wait(&t->callback_ended, &t->lock);
	pthread_mutex_unlock(&t->lock);
}

/* Merging: a callback on each token that asks the common source. */

static void ask_merged(struct co_cancel_callback *callback)
{
	struct co_cancel_link *link = co_container_of(
		callback, struct co_cancel_link, callback);

	co_cancel_request(&link->merge->source);
}

int co_cancel_merge_init(struct co_cancel_merge *merge,
	struct co_cancel_token *const *tokens, unsigned count)
{
	unsigned i;

	if (count > sizeof(merge->links) / sizeof(merge->links[0]))
		return -E2BIG;
	co_cancel_source_init(&merge->source);
	merge->count = count;
	for (i = 0; i < count; i++) {
		merge->links[i].merge = merge;
		co_cancel_register(
			tokens[i], &merge->links[i].callback, ask_merged);
	}
	return 0;
}

void co_cancel_merge_fini(struct co_cancel_merge *merge)
{
	unsigned i;

	for (i = 0; i < merge->count; i++)
		co_cancel_deregister(&merge->links[i].callback);
	co_cancel_source_fini(&merge->source);
}
