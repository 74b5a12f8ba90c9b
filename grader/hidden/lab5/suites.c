// SPDX-License-Identifier: MIT
#include "suites.h"

void co_test_suites(void)
{
	RUN_SUITE(many);
	RUN_SUITE(misuse);
}
