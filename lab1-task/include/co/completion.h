/* SPDX-License-Identifier: MIT */
/*
 * Completions: an awaitable that ordinary code completes (lab 1, part E).
 *
 * A callback of some C library, a signal, another thread: whoever holds a
 * producer's reference may complete it, once. A coroutine awaits it, before or
 * after. If the last producer goes away without a word, the coroutine does not
 * hang: it goes on with -ECANCELED.
 */
#ifndef CO_COMPLETION_H
#define CO_COMPLETION_H

#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_completion {
	struct co_awaiter awaiter;

	/* Written by the one that completes, before @state says so. */
	int error;
	void *value;

	/* Atomic. @state: nobody waits, a task waits, or complete. */
	CO_ATOMIC(struct co_task *) state;
	CO_ATOMIC(unsigned) claimed;   /* somebody completes it */
	CO_ATOMIC(unsigned) producers; /* references that may complete it */
	CO_ATOMIC(unsigned) refs;      /* producers, and 1 for the consumer */
};

/*
 * Make a completion with one consumer, the caller, and one producer.
 *
 * Ownership: the consumer gives its part back with co_completion_destroy(),
 *            the producer with co_completion_drop(); the memory goes with the
 *            last of them.
 * Context:   any thread.
 * Returns:   0; -ENOMEM, and then *@out is unchanged.
 */
int co_completion_create(struct co_completion **out);

/* One more producer. Context: a producer. Returns: @c. */
struct co_completion *co_completion_hold(struct co_completion *c);

/*
 * Complete: with a value, with an error (negative), or as killed. The waiter
 * is resumed where it belongs.
 *
 * Ownership: @value is passed through, untouched; references stay as they are.
 * Context:   a producer, any thread.
 * Returns:   0; -EALREADY when it was complete, and then nothing has changed.
 */
int co_completion_set(struct co_completion *c, void *value);
int co_completion_fail(struct co_completion *c, int error);
int co_completion_kill(struct co_completion *c);

/*
 * A producer goes away. When it is the last and nobody completed, the waiter
 * goes on with -ECANCELED.
 *
 * Ownership: takes the producer's reference. NULL is fine.
 * Context:   any thread.
 */
void co_completion_drop(struct co_completion *c);

/*
 * Await it: the result is 0, or the error it failed with.
 *
 * Context: inside a coroutine; one at a time (a second waiter: CO_ASSERT).
 */
struct co_awaiter *co_completion_await(struct co_completion *c);

/* The value that was set. Context: the consumer, after the await. */
static inline void *co_completion_value(const struct co_completion *c)
{
	return c->value;
}

/*
 * The consumer goes away; nobody may be waiting (CO_ASSERT). NULL is fine.
 *
 * Ownership: takes the consumer's reference.
 */
void co_completion_destroy(struct co_completion *c);

#ifdef __cplusplus
}
#endif

#endif
