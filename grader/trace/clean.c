// SPDX-License-Identifier: MIT
/*
 * Make the string table harmless, in place and before anyone reads it.
 *
 * A task's name is the student's to choose. What comes out of here can be sent
 * to a terminal and can stand in XML: UTF-8, no control characters, none of
 * the marks that reverse or hide text, no string without end.
 */
#include <string.h>

#include "internal.h"

enum {
	MAX_STRING = 1024
};

/* Length of the UTF-8 sequence at @s and its code point; 0: not UTF-8. */
static int decode(const unsigned char *s, uint32_t *code)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	int length, i;

	if (s[0] < 0x80) {
		*code = s[0];
		return 1;
	}
	length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc2 ? 2 : 0;
	if (!length || s[0] > 0xf4)
		return 0;
	*code = s[0] & (0x7fu >> length);
	for (i = 1; i < length; i++) {
		/* The NUL at the end of a string stops this too. */
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (s[i] & 0x3fu);
	}
	return *code < least[length] ? 0 : length;
}

static bool is_harmless(uint32_t code)
{
	return code >= 0x20 && !(code >= 0x7f && code < 0xa0) && code != 0xad &&
	       /* zero width, direction marks, line separators */
	       !(code >= 0x200b && code <= 0x200f) &&
	       !(code >= 0x2028 && code <= 0x202e) &&
	       !(code >= 0x2060 && code <= 0x206f) && code != 0xfeff &&
	       /* surrogates, and what XML does not allow */
	       !(code >= 0xd800 && code <= 0xdfff) &&
	       (code & 0xfffe) != 0xfffe && code <= 0x10ffff;
}

static void shorten(char *s)
{
	size_t cut = MAX_STRING;

	while (cut && ((unsigned char)s[cut] & 0xc0) == 0x80)
		cut--;
	memcpy(s + cut, "...", 4);
}

void trace_clean(char *s)
{
	unsigned char *at = (unsigned char *)s;
	uint32_t code = 0;

	while (*at) {
		int length = decode(at, &code);

		if (length && is_harmless(code)) {
			at += length;
			continue;
		}
		memset(at, '?', length ? (size_t)length : 1);
		at += length ? length : 1;
	}
	if (at - (unsigned char *)s > MAX_STRING + 4)
		shorten(s);
}

void trace__clean_strings(struct raw_trace *raw)
{
	uint64_t at = 1;
	size_t length;

	while (at < raw->strings_used) {
		length = strlen(raw->strings + at);
		trace_clean(raw->strings + at);
		at += length + 1;
	}
}
