/* SPDX-License-Identifier: MIT */
#ifndef LAB2_HIDDEN_SUITES_H
#define LAB2_HIDDEN_SUITES_H

#include "co/harness.h"

SUITE_EXTERN(work);
SUITE_EXTERN(tasks);
SUITE_EXTERN(misuse);

#endif
