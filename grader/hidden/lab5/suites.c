// SPDX-License-Identifier: MIT
#include "suites.h"

void co_test_suites(void)
{
	RUN_SUITE(many);
	RUN_SUITE(misuse);
	RUN_SUITE(manager);
	RUN_SUITE(chains);
	RUN_SUITE(managed_io);
}
