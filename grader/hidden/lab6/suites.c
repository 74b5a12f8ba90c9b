// SPDX-License-Identifier: MIT
#include "suites.h"

void co_test_suites(void)
{
	RUN_SUITE(collecting);
	RUN_SUITE(leaving);
	RUN_SUITE(misuse);
	RUN_SUITE(refused);
}
