// SPDX-License-Identifier: MIT
#include "suites.h"

void co_test_suites(void)
{
	RUN_SUITE(bad_input);
	RUN_SUITE(collecting);
	RUN_SUITE(costs);
	RUN_SUITE(destroyed);
	RUN_SUITE(leaving);
	RUN_SUITE(misuse);
	RUN_SUITE(refused);
}
