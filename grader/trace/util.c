// SPDX-License-Identifier: MIT
/* Growing arrays and messages, for the reader alone. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

int trace__fail(char **why, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(why, fmt, ap) < 0)
		*why = NULL;
	va_end(ap);
	return err;
}

void *trace__room(void *array, int count, size_t size)
{
	/* Full whenever the count is a power of two (or the array is empty). */
	if ((count & (count - 1)) == 0) {
		size_t room = count ? 2 * (size_t)count : 1;
		void *bigger = realloc(array, room * size);

		if (!bigger)
			return NULL;
		array = bigger;
	}
	memset((char *)array + (size_t)count * size, 0, size);
	return array;
}
