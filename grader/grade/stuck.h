/* SPDX-License-Identifier: MIT */
/* Who waited for what when a test ended: from its trace. */
#ifndef GRADE_STUCK_H
#define GRADE_STUCK_H

#include "result.h"

/*
 * The async stacks of the tasks that had not ended; with @waits also who waits
 * for what, which SQEs are in flight and who holds which lock. The files of
 * hidden tests are not named: only those of @lab's list are, with @hidden.
 *
 * Returns: NULL when nobody waited or nothing is known.
 */
const char *stuck_read(struct arena *arena, const char *trace, bool waits,
	bool hidden, const struct rubric_lab *lab);

#endif
