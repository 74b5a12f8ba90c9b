/* SPDX-License-Identifier: MIT */
/* Do the record and the trace of a run tell the same story? */
#ifndef GRADE_CLAIM_H
#define GRADE_CLAIM_H

#include <stdbool.h>

#include "result.h"

/*
 * Whether the steps that @run claims stand in the trace at @path as well. The
 * harness writes both; whoever forges a record has to forge the other too.
 * True also when the trace lost events, or cannot be read: then it is no
 * witness.
 */
bool claim_holds(const struct run *run, const char *path);

#endif
