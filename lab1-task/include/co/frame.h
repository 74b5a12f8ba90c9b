/* SPDX-License-Identifier: MIT */
/*
 * Where frames come from (lab 1, part D).
 *
 * A coroutine that awaits a child makes and frees a frame for each await: the
 * allocator is on the hot path of everything. Frames come in a few sizes and
 * die young, so free lists by size class serve them, one set for each thread:
 * no lock and no atomic on the way.
 *
 *      thread 1            the depot             thread 2
 *    +----------+      (under a mutex)         +----------+
 *    | 64  -> o -> o |                         | 64  -> o |
 *    | 128 -> o |      128: [o o o] [o o o]    | 128 ->   |   takes a batch
 *    | ...      |  --> a full list gives       | ...      | <-- when empty
 *    +----------+      half of it away         +----------+
 */
#ifndef CO_FRAME_H
#define CO_FRAME_H

#include "co/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Allocate a frame of at least @size bytes, aligned to 16.
 *
 * Ownership: the caller's, until co_frame_free() with the same @size. The
 *            content is not initialised.
 * Context:   any thread.
 * Returns:   the frame; NULL when there is no memory, or @size is 0.
 */
void *co_frame_alloc(size_t size);

/*
 * Give a frame back.
 *
 * Ownership: takes @frame; @size is what it was allocated with. NULL is fine.
 * Context:   any thread, also another than the one that allocated it. However
 *            long one thread allocates and another frees, the memory in use
 *            stays bounded; and what a thread kept is not lost when it ends.
 */
void co_frame_free(void *frame, size_t size);

#ifdef __cplusplus
}
#endif

#endif
