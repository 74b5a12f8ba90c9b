/* SPDX-License-Identifier: MIT */
#ifndef LAB5_HIDDEN_SUITES_H
#define LAB5_HIDDEN_SUITES_H

#include "co/harness.h"

SUITE_EXTERN(many);
SUITE_EXTERN(misuse);
SUITE_EXTERN(manager);
SUITE_EXTERN(chains);
SUITE_EXTERN(managed_io);

#endif
