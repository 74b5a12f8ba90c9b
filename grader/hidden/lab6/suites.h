/* SPDX-License-Identifier: MIT */
#ifndef LAB6_HIDDEN_SUITES_H
#define LAB6_HIDDEN_SUITES_H

#include "co/harness.h"

SUITE_EXTERN(bad_input);
SUITE_EXTERN(collecting);
SUITE_EXTERN(costs);
SUITE_EXTERN(destroyed);
SUITE_EXTERN(leaving);
SUITE_EXTERN(misuse);
SUITE_EXTERN(refused);

#endif
