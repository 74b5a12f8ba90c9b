/* SPDX-License-Identifier: MIT */
#ifndef LAB4_HIDDEN_SUITES_H
#define LAB4_HIDDEN_SUITES_H

#include "co/harness.h"

SUITE_EXTERN(sockets);
SUITE_EXTERN(threads);
SUITE_EXTERN(misuse);
SUITE_EXTERN(limits);

#endif
