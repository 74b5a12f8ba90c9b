/* SPDX-License-Identifier: MIT */
/* Who waited for what when a test ended: from its trace. */
#ifndef GRADE_STUCK_H
#define GRADE_STUCK_H

#include "arena.h"

/* In words, with async stacks; NULL when nobody waited or nothing is known. */
const char *stuck_read(struct arena *arena, const char *trace);

#endif
