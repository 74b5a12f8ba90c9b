/* SPDX-License-Identifier: MIT */
#ifndef LAB5_SUITES_H
#define LAB5_SUITES_H

#include "co/harness.h"

SUITE_EXTERN(part_a);
SUITE_EXTERN(part_b);
SUITE_EXTERN(part_c);
SUITE_EXTERN(part_d);
SUITE_EXTERN(part_d_then);
SUITE_EXTERN(part_e);
SUITE_EXTERN(challenge);

#endif
