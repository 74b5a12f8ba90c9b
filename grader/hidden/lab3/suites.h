/* SPDX-License-Identifier: MIT */
#ifndef LAB3_HIDDEN_SUITES_H
#define LAB3_HIDDEN_SUITES_H

#include "co/harness.h"

SUITE_EXTERN(heap);
SUITE_EXTERN(timers);
SUITE_EXTERN(cancelling);
SUITE_EXTERN(tasks);

#endif
