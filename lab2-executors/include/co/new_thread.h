/* SPDX-License-Identifier: MIT */
/*
 * A new thread for each work item (lab 2, part B).
 *
 * The seed detaches its threads and forgets them: then nobody can tell when
 * the last one is out of the code and the data that is about to go. This one
 * knows its threads and waits for them when it is destroyed.
 */
#ifndef CO_NEW_THREAD_H
#define CO_NEW_THREAD_H

#include "co/executor.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_new_thread;

/*
 * Make an executor that runs each work item in a thread of its own. Its post()
 * returns -EAGAIN when the system gives no thread and -ENOMEM when there is no
 * memory for one: then the work was not taken.
 *
 * Ownership: the caller's, until co_new_thread_destroy().
 * Context:   any thread.
 * Returns:   0; -ENOMEM, and then *@out is unchanged.
 */
int co_new_thread_create(struct co_new_thread **out);

/* The executor inside; lives as long as @e. */
struct co_executor *co_new_thread_executor(struct co_new_thread *e);

/*
 * Take no more work (post: -ESHUTDOWN), wait until every thread has ended, and
 * free @e. NULL is fine.
 *
 * Ownership: takes @e.
 * Context:   any thread but those of @e: one of them stops at a CO_ASSERT
 *            ("from its own thread"), for it would wait for itself.
 */
void co_new_thread_destroy(struct co_new_thread *e);

#ifdef __cplusplus
}
#endif

#endif
