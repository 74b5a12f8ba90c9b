/* SPDX-License-Identifier: MIT */
/*
 * Then: one step after the other, as data (lab 5, part D).
 *
 * A chain is a task. co_then() makes a longer one of it: a link, which awaits
 * the chain so far and then calls a function with what that has yielded. The
 * function yields a value, or another task, which is put into the chain there
 * and then, and whose value is the link's:
 *
 *	struct co_task *chain = fetch;
 *
 *	err = co_then(&chain, parse, NULL);      a value
 *	if (!err)
 *		err = co_then(&chain, store, db); a task: the write
 *
 *	fetch <--awaits-- parse <--awaits-- store --awaits--> the write
 *
 * The rules of the interface:
 *  - A link whose upstream fails does not call its function: it ends with the
 *    same error, and so does the rest of the chain.
 *  - A link owns its upstream and the task that its function yields. It
 *    destroys the one before it starts the other.
 *  - A chain is awaited, detached, managed or killed like any other task, and
 *    may be as long as memory allows.
 */
#ifndef CO_THEN_H
#define CO_THEN_H

#include "co/promise.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the function of a link gets, and what it gives. */
struct co_then_step {
	/* Given to it. */
	void *data;               /* as in co_then() */
	struct co_task *upstream; /* done; its frame goes after the call */

	/* What upstream has yielded (NULL if it is no link); what this does. */
	void *value;

	/*
	 * NULL, or the task to be run next, freshly created; the link owns it.
	 * Its value is what *@next_value, in its frame, holds at its end, or
	 * with NULL for that, @value as it stands.
	 */
	struct co_task *next;
	void **next_value;
};

/*
 * Do one step.
 *
 * Context: inside the link's coroutine, on its executor: it must not block.
 * Returns: 0; or an error, with which the link ends: then a @next that was set
 *          is destroyed.
 */
typedef int co_then_fn(struct co_then_step *step);

/*
 * Make *@chain longer by a link that calls @fn with @data.
 *
 * Ownership: the new *@chain owns the old one; borrows @data until it has
 *            ended.
 * Context:   any thread; *@chain is freshly created (CO_ASSERT).
 * Returns:   0; -EINVAL without a chain or a function; -ENOMEM. After an error
 *            *@chain is as before.
 */
int co_then(struct co_task **chain, co_then_fn *fn, void *data);

/*
 * Where the last link of @chain leaves its value: to be a next_value, and for
 * whoever awaits the chain. After a failure there is none: NULL.
 *
 * Ownership: lies in the frame of @chain.
 * Context:   any thread; @chain is a link (CO_ASSERT). Read it when the chain
 *            has ended.
 */
void **co_then_value(struct co_task *chain);

#ifdef __cplusplus
}
#endif

#endif
