// SPDX-License-Identifier: MIT
#include <stdint.h>

#include "base64.h"

void base64_put(FILE *out, const void *data, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *in = data;
	size_t i, k;

	for (i = 0; i < size; i += 3) {
		size_t have = size - i < 3 ? size - i : 3;
		uint32_t bits = 0;

		for (k = 0; k < 3; k++)
			bits = bits << 8 | (k < have ? in[i + k] : 0);
		for (k = 0; k < 4; k++)
			fputc(k <= have ? digits[bits >> (18 - 6 * k) & 63]
					: '=',
				out);
	}
}
