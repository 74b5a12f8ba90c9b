/* SPDX-License-Identifier: MIT */
/*
 * A piece of work, and the interface of whoever runs it.
 *
 * Lab 1 only needs to know that an executor exists: a task that belongs to one
 * is resumed by posting it there. Lab 2 builds executors behind this interface.
 */
#ifndef CO_WORK_H
#define CO_WORK_H

#include "co/base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_timers;
struct co_work;

/*
 * Run @work, or learn that it never will run: @error is 0, or -ECANCELED when
 * the executor drops its queue. Called once for each time it was posted.
 */
typedef void co_work_fn(struct co_work *work, int error);

/*
 * Work is intrusive: it sits in the frame, the timer, the request it belongs
 * to, so posting it allocates nothing. @next is NULL while nobody has it.
 */
struct co_work {
	struct co_work *next;
	co_work_fn *run;
};

struct co_executor {
	/*
	 * Take @work and run it later.
	 *
	 * Ownership: borrows @work until its function is called.
	 * Context:   any thread.
	 * Returns:   0; -ESHUTDOWN when it takes no more work, -EINVAL for no
	 *            work, -EBUSY for work that is posted already, -EAGAIN or
	 *            -ENOMEM when a thread or memory is lacking. After an
	 *            error @work was not taken and nothing has changed.
	 */
	int (*post)(struct co_executor *executor, struct co_work *work);
	const char *name;

	/* Where its tasks sleep (lab 3); NULL: on the common delay thread. */
	const struct co_timers *timers;
};

/*
 * The executor whose work this thread is running, or NULL. An executor sets it
 * around the work it runs.
 */
extern __thread struct co_executor *co__executor_here;

#ifdef __cplusplus
}
#endif

#endif
