/* SPDX-License-Identifier: MIT */
/*
 * Generators: a task that yields values (lab 1, part E).
 *
 * The generator writes a value into its frame and says CO_YIELD; the consumer
 * reads it there. Any task may be consumed so.
 */
#ifndef CO_GENERATOR_H
#define CO_GENERATOR_H

#include "co/task.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Run @generator to its next CO_YIELD.
 *
 * Context: the owner, outside or inside a coroutine. For a generator that
 *          awaits nothing: one that is left suspended on an await stops at a
 *          CO_ASSERT; use co_generator_await() for it.
 * Returns: 1 when it yielded; 0 when it ended; its error when it failed. After
 *          the end it is not run again and the answer stays the same.
 */
int co_generator_next(struct co_task *generator);

/*
 * Await the next value of @generator, which may itself await on the way.
 * The result is as that of co_generator_next().
 *
 * Ownership: borrows @generator until the await ends.
 * Context:   inside a coroutine, as the operand of CO_AWAIT or CO_TRY.
 */
struct co_awaiter *co_generator_await(struct co_task *generator);

#ifdef __cplusplus
}
#endif

#endif
