/* SPDX-License-Identifier: MIT */
/*
 * Given: make the use of a freed frame visible. With the address sanitizer a
 * freed frame is out of bounds; in debug builds (CO_DEBUG) it is filled with
 * junk that no pointer has; otherwise this costs nothing.
 */
#ifndef CO_POISON_H
#define CO_POISON_H

#include <string.h>

#include "co/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__SANITIZE_ADDRESS__)
#define CO__POISON 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CO__POISON 1
#endif
#endif

#ifdef CO__POISON
void __asan_poison_memory_region(void const volatile *addr, size_t size);
void __asan_unpoison_memory_region(void const volatile *addr, size_t size);
#endif

/* @frame was freed; its first @keep bytes are the allocator's. */
static inline void co__frame_poison(void *frame, size_t size, size_t keep)
{
	char *from = (char *)frame + keep;

	(void)from;
	(void)size;
#ifdef CO_DEBUG
	memset(from, 0x5a, size - keep);
#endif
#ifdef CO__POISON
	__asan_poison_memory_region(from, size - keep);
#endif
}

/* @frame is to be used again. NULL is fine. */
static inline void co__frame_unpoison(void *frame, size_t size)
{
	(void)frame;
	(void)size;
#ifdef CO__POISON
	if (frame)
		__asan_unpoison_memory_region(frame, size);
#endif
}

#ifdef __cplusplus
}
#endif

#endif
