/* SPDX-License-Identifier: MIT */
/*
 * Moving to another context (lab 5, part E).
 *
 *	CO_TRY(self, co_switch_to(&f->move, disk));   from here on: disk's
 *thread CO_TRY(self, co_read(&f->io, ...));           in disk's ring
 *	CO_TRY(self, co_switch_to(&f->move, home));
 *
 * The rules of the interface:
 *  - It is the task that moves, nobody else: who awaits it stays where it is,
 *    and is resumed there. What it awaits from now on starts at the new place.
 *  - No operation is in flight while a task moves: it can await only one thing
 *    at a time. So I/O never ends on a ring that its task does not belong to.
 *  - A task that cannot go stays, and hears of it where it was.
 */
#ifndef CO_SWITCH_H
#define CO_SWITCH_H

#include "co/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sits in the frame of the task that moves. */
struct co_switch {
	struct co_awaiter awaiter;
	struct co_context *to;
	struct co_work work; /* on its way to @to */
	struct co_task *self;
	struct co_executor *from;
	int result;
};

/*
 * Await being on @to's thread. The task belongs to @to then. When it does
 * already, it goes straight on.
 *
 * The result is 0; -EINVAL when @to is NULL; -ESHUTDOWN when @to is being
 * stopped and takes nothing; -ECANCELED when it took the task, and was stopped
 * before it ran there. After an error the task belongs where it did, and goes
 * on there. A context that does not run keeps the task until it is started: who
 * moves tasks, holds (as a scheduler does).
 *
 * Ownership: borrows @move until the await ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY. The task
 *            cannot be killed on its way (-EBUSY).
 */
struct co_awaiter *co_switch_to(struct co_switch *move, struct co_context *to);

#ifdef __cplusplus
}
#endif

#endif
