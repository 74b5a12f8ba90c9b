/* SPDX-License-Identifier: MIT */
/*
 * The looper as the seed has it, in C (lab 2, part C, the warm-up).
 *
 * It is the same algorithm line by line, with an intrusive queue in place of
 * std::queue. It has passed many a review and works for days. src/seed_loop.c
 * says what to do with it.
 */
#ifndef CO_SEED_LOOP_H
#define CO_SEED_LOOP_H

#include "co/executor.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_seed_loop;

/*
 * Make a loop and start its thread.
 *
 * Returns: 0; -ENOMEM or -EAGAIN, and then *@out is unchanged.
 */
int co_seed_loop_create(struct co_seed_loop **out);

/* The executor inside; its post() gives -ESHUTDOWN after a shutdown. */
struct co_executor *co_seed_loop_executor(struct co_seed_loop *loop);

/* Take no more work; what was taken still runs. Context: any thread. */
void co_seed_loop_shutdown(struct co_seed_loop *loop);

/* Shut down, wait until all that was taken has run, and free @loop. */
void co_seed_loop_destroy(struct co_seed_loop *loop);

#ifdef __cplusplus
}
#endif

#endif
