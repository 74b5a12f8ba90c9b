// SPDX-License-Identifier: MIT
#include "suites.h"

void co_test_suites(void)
{
	RUN_SUITE(work);
	RUN_SUITE(tasks);
	RUN_SUITE(misuse);
}
