/* SPDX-License-Identifier: MIT */
/* Layouts of earlier gradings, in the cache: see struct draw_memory. */
#ifndef GRADE_LAYOUTS_H
#define GRADE_LAYOUTS_H

#include "draw/draw.h"

/* A memory in the folder @cache, which must outlive it. */
struct draw_memory layouts_in(const char *cache);

#endif
