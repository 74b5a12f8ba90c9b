// SPDX-License-Identifier: MIT
#include "suites.h"

void co_test_suites(void)
{
	RUN_SUITE(heap);
	RUN_SUITE(timers);
	RUN_SUITE(cancelling);
	RUN_SUITE(tasks);
}
