/* SPDX-License-Identifier: MIT */
/*
 * The scheduler: a context for each core (lab 5, part C).
 *
 *	submit --> dispatch --> context 0: ring, tasks
 *	                   `--> context 1: ring, tasks
 *
 *	co_scheduler_create(NULL, &s);
 *	co_scheduler_submit(s, server);
 *	co_scheduler_loop(s);             returns when all is done
 *	co_scheduler_destroy(s);
 *
 * The rules of the interface:
 *  - No task begins before every context has its ring. What is submitted before
 *    that waits in the scheduler. What a stop has left with a context goes on
 *    as soon as that context runs.
 *  - While a loop runs every context is held: none ends while another may still
 *    send it work.
 *  - The loop returns when no submitted task lives, those included that tasks
 *    submit. Only then, or by co_scheduler_stop().
 *  - What is submitted from outside while the loop returns is done by it, or
 *    kept for the next. Nothing is lost, nothing is begun and left.
 *  - Submitting takes no lock while the loop runs, but for what a context does
 *    to receive it.
 */
#ifndef CO_SCHEDULER_H
#define CO_SCHEDULER_H

#include "co/context.h"
#include "co/detach.h"
#include "co/dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_scheduler;

struct co_scheduler_options {
	unsigned contexts; /* how many; 0: one for each core */
	unsigned entries;  /* of each context's ring */
	enum co_dispatch_kind dispatch;
	co_report_fn *report; /* of errors; NULL: co_report_print() */
	void *report_data;
};

/* Without options: a context a core, least loaded, and rings of this size. */
#define CO_SCHEDULER_ENTRIES 256

/* More contexts than this are a mistake. */
#define CO_SCHEDULER_MOST 1024

/* Given: how many cores this process may use; at least 1. */
unsigned co_cores(void);

/*
 * Make a scheduler. Nothing runs yet.
 *
 * Ownership: the caller's, until co_scheduler_destroy(); copies @options, which
 *            may be NULL.
 * Context:   any thread.
 * Returns:   0; -EINVAL when entries is 0, contexts more than
 *            CO_SCHEDULER_MOST, or dispatch no kind; -ENOMEM; -EMFILE when
 *            there are not enough descriptors. After an error nothing is left
 *            over and *@out is unchanged.
 */
int co_scheduler_create(
	const struct co_scheduler_options *options, struct co_scheduler **out);

/* How many contexts it has, and each of them: it lives as long as @s. */
unsigned co_scheduler_size(const struct co_scheduler *s);
struct co_context *co_scheduler_context(struct co_scheduler *s, unsigned i);

/* How many of @s's tasks have not ended; for looking, not for waiting. */
size_t co_scheduler_live(struct co_scheduler *s);

/*
 * Run @task on one of the contexts; co_scheduler_submit_key() on that of
 * @key, whatever the kind of dispatch: all tasks of a key on one context, in
 * the order in which one thread submits them. Without a key, a task of @s that
 * submits counts as near (co_dispatch_pick_near()).
 *
 * Ownership: takes @task, on success only: it is destroyed when it has ended.
 * Context:   any thread, also inside tasks, before the loop and while it runs.
 *            Submitting a task that is not freshly created stops at a
 *            CO_ASSERT.
 * Returns:   0; -EINVAL without a task; -ENOMEM; -ESHUTDOWN between a stop and
 *            the return of the loop. After an error @task is the caller's, as
 *            before.
 */
int co_scheduler_submit(struct co_scheduler *s, struct co_task *task);
int co_scheduler_submit_key(
	struct co_scheduler *s, struct co_task *task, uint64_t key);

/*
 * Start all contexts, run what was submitted, and return when it is done. May
 * be called again.
 *
 * Context: a plain thread, never inside a coroutine (CO_ASSERT, "with its
 *          thread").
 * Returns: 0 when all is done; -ECANCELED when it was stopped before; -EBUSY
 *          when a loop runs already; or what co_context_start() says of a
 *          context that cannot start, -EINVAL for a ring past the kernel's
 *          limit among others. Then those that had started have ended again,
 *          no task has begun, and all is kept for the next loop.
 */
int co_scheduler_loop(struct co_scheduler *s);

/*
 * Make the loop return as soon as it can: its contexts are stopped, what is
 * queued or waits there ends as cancelled. A task that waits for something else
 * stays; it goes on in the next loop. Does not wait; when no loop runs, does
 * nothing.
 *
 * Context: any thread, also inside tasks.
 */
void co_scheduler_stop(struct co_scheduler *s);

/*
 * Free @s. Tasks that wait to run end as cancelled. NULL is fine.
 *
 * Ownership: takes @s.
 * Context:   a plain thread; no loop runs, nobody else uses @s any more, and no
 *            task of it waits for something that is not its context's
 *            (CO_ASSERT).
 */
void co_scheduler_destroy(struct co_scheduler *s);

#ifdef __cplusplus
}
#endif

#endif
