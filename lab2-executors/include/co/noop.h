/* SPDX-License-Identifier: MIT */
/*
 * Noop: run the work here and now, inside post() (lab 2, part B).
 *
 * There is no queue and no thread, so nothing is ever late, and nothing is
 * ever dropped. The price is re-entrancy: when post() returns, the work has
 * run, and so has all work that it posted, each inside the other. Whoever posts
 * must be ready for that: it holds no lock that the work may want, it has
 * finished what it was changing, and it does not post from work from work
 * without end, for each level takes stack.
 */
#ifndef CO_NOOP_H
#define CO_NOOP_H

#include "co/executor.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The noop executor. There is one; it has no state.
 *
 * Ownership: lives for ever.
 * Context:   any thread.
 * Returns:   an executor whose post() runs the work before it returns: 0, or
 *            -EINVAL or -EBUSY for work that cannot be taken, which then did
 *            not run.
 */
struct co_executor *co_noop_executor(void);

#ifdef __cplusplus
}
#endif

#endif
