/* SPDX-License-Identifier: MIT */
/*
 * Work stealing: going where there is time (lab 5, challenge).
 *
 *	CO_TRY(self, co_offer_to(&f->offer, steal));
 *	...                                on whatever context took it
 *
 * co_switch_to() goes to a context that the task names. Here the task names
 * none: it lies down in the deque of the context where it is, and whichever
 * context has nothing else to do takes it.
 *
 *	context 0: ready ... ready  serve --newest--> run
 *	                              deque [ o o o o ]
 *	                                      |
 *	context 1: (nothing ready)  serve <-oldest--'
 *
 * What serves is a work item of each context: it runs behind all that is ready,
 * takes from its own deque, then from the others', up to CO_STEAL_TURN tasks,
 * and goes to the end of the queue again. When it finds nothing it rests, until
 * somebody has something to offer.
 *
 * The rules of the interface:
 *  - A task can be taken while it offers itself and at no other time. What it
 *    awaits afterwards is awaited where it was taken: I/O is never moved.
 *  - Whose task must stay does not offer it: without that line it runs where it
 *    was submitted, as before.
 *  - While a task lies in a deque, no context rests, or one of those that do
 *    has been called and is on its way. One at a time: it calls the next one,
 *    if there is more than it takes.
 *  - A context rests only while its own deque is empty. So a stop drops what is
 *    in the deques like all that is queued: each context its own.
 *  - A task that is taken counts where it was submitted: the loop waits for it
 *    as for any other.
 */
#ifndef CO_STEAL_H
#define CO_STEAL_H

#include "co/deque.h"
#include "co/scheduler.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_steal;

/* How many tasks may lie at a context, unless said otherwise. */
#define CO_STEAL_ROOM 256

/* How many a context takes before it sees to what is ready and to its I/O. */
#define CO_STEAL_TURN 16

/*
 * Let the contexts of @s take tasks from each other. @room is how many may lie
 * at each, a power of two; 0 stands for CO_STEAL_ROOM.
 *
 * Ownership: the caller's, until co_steal_destroy(); borrows @s.
 * Context:   any thread; no task of it knows it yet.
 * Returns:   0; -EINVAL when @room is no power of two; -ENOMEM. After an error
 *            nothing is left over and *@out is unchanged.
 */
int co_steal_create(struct co_scheduler *s, size_t room, struct co_steal **out);

/*
 * Free @steal, after its scheduler: until that has gone, a context may still
 * have been called. NULL is fine.
 *
 * Ownership: takes @steal.
 * Context:   any thread; nobody offers any more. While a context has been
 *            called, or runs, it stops at a CO_ASSERT ("before its
 *            scheduler").
 */
void co_steal_destroy(struct co_steal *steal);

/* Sits in the frame of the task that offers itself. */
struct co_offer {
	struct co_awaiter awaiter;
	struct co_steal *steal;
	struct co_work work; /* in a deque */
	struct co_task *self;
	int result;
};

/*
 * Await being taken by a context that has time. The task belongs to that one
 * then, also when there was an error.
 *
 * The result is 0; -ECANCELED when the context was stopped first; -EINVAL when
 * @steal is NULL, or the task belongs to no context of its scheduler;
 * -ESHUTDOWN when its context takes nothing any more. When there is no room for
 * it the task goes straight on where it is, with 0.
 *
 * Ownership: borrows @offer until the await ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY. The task
 *            cannot be killed meanwhile (-EBUSY).
 */
struct co_awaiter *co_offer_to(struct co_offer *offer, struct co_steal *steal);

#ifdef __cplusplus
}
#endif

#endif
