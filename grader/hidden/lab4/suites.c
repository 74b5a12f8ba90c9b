// SPDX-License-Identifier: MIT
#include "suites.h"

void co_test_suites(void)
{
	RUN_SUITE(sockets);
	RUN_SUITE(threads);
	RUN_SUITE(misuse);
	RUN_SUITE(limits);
}
