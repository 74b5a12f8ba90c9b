// SPDX-License-Identifier: MIT
#include "suites.h"

void co_test_suites(void)
{
	RUN_SUITE(part_a);
	RUN_SUITE(part_b);
	RUN_SUITE(part_c);
	RUN_SUITE(part_d);
	RUN_SUITE(part_d_then);
	RUN_SUITE(part_e);
	RUN_SUITE(challenge);
}
