// SPDX-License-Identifier: MIT
/*
 * The checks that say more than "false": they put both values into words.
 */
#include <stdio.h>

#include "co/check.h"

void co__check_eq(const char *file, int line, const char *what,
	long long expected, long long actual)
{
	char want[32];
	char have[32];

	if (expected == actual)
		return;
	snprintf(want, sizeof(want), "%lld", expected);
	snprintf(have, sizeof(have), "%lld", actual);
	co__check_failed(file, line, what, want, have);
}

void co__check_str(const char *file, int line, const char *what,
	const char *expected, const char *actual)
{
	if (!actual)
		actual = "(NULL)";
	if (strcmp(expected, actual))
		co__check_failed(file, line, what, expected, actual);
}
