// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum {
	REPLACEMENT = 0xfffd,
	LAST_CHARACTER = 0x10ffff,
	EXIT_ENVIRONMENT = 3,
};

/* How many bytes follow @first, and the bits of it that count; -1: none can. */
static int bytes_after(unsigned char first, uint32_t *bits)
{
	if ((first & 0xe0) == 0xc0) {
		*bits = first & 0x1f;
		return 1;
	}
	if ((first & 0xf0) == 0xe0) {
		*bits = first & 0x0f;
		return 2;
	}
	if ((first & 0xf8) == 0xf0) {
		*bits = first & 0x07;
		return 3;
	}
	return -1;
}

static bool is_character(uint32_t c, int more)
{
	static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};

	return c >= least[more] && c <= LAST_CHARACTER &&
	       !(c >= 0xd800 && c <= 0xdfff);
}

uint32_t text_decode(const char *at, size_t *length)
{
	const unsigned char *s = (const unsigned char *)at;
	uint32_t c;
	int more, i;

	*length = 1;
	if (*s < 0x80)
		return *s;
	more = bytes_after(*s, &c);
	/* A NUL is no continuation byte, so this stops at the end. */
	for (i = 1; i <= more; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return REPLACEMENT;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (more < 0 || !is_character(c, more))
		return REPLACEMENT;
	*length = (size_t)more + 1;
	return c;
}

static bool turns_direction(uint32_t c)
{
	return c == 0x61c || c == 0x200e || c == 0x200f ||
	       (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static bool is_dropped(uint32_t c)
{
	return (c < ' ' && c != '\n' && c != '\t') ||
	       (c >= 0x7f && c <= 0x9f) || (c & 0xfffe) == 0xfffe;
}

void text_put_char(FILE *out, uint32_t c)
{
	if (c < 0x80) {
		fputc((int)c, out);
	} else if (c < 0x800) {
		fputc((int)(0xc0 | c >> 6), out);
		fputc((int)(0x80 | (c & 0x3f)), out);
	} else if (c < 0x10000) {
		fputc((int)(0xe0 | c >> 12), out);
		fputc((int)(0x80 | (c >> 6 & 0x3f)), out);
		fputc((int)(0x80 | (c & 0x3f)), out);
	} else {
		fputc((int)(0xf0 | c >> 18), out);
		fputc((int)(0x80 | (c >> 12 & 0x3f)), out);
		fputc((int)(0x80 | (c >> 6 & 0x3f)), out);
		fputc((int)(0x80 | (c & 0x3f)), out);
	}
}

static void put_filtered(
	FILE *out, uint32_t c, void (*put)(FILE *out, uint32_t c))
{
	char spelled[16];
	size_t i;

	if (is_dropped(c))
		return;
	if (!turns_direction(c)) {
		put(out, c);
		return;
	}
	snprintf(spelled, sizeof(spelled), "<U+%04X>", (unsigned)c);
	for (i = 0; spelled[i]; i++)
		put(out, (unsigned char)spelled[i]);
}

static void put_all(
	FILE *out, const char *text, void (*put)(FILE *out, uint32_t c))
{
	size_t length;

	for (; text && *text; text += length)
		put_filtered(out, text_decode(text, &length), put);
}

static void put_markup(FILE *out, uint32_t c)
{
	switch (c) {
	case '&':
		fputs("&amp;", out);
		break;
	case '<':
		fputs("&lt;", out);
		break;
	case '>':
		fputs("&gt;", out);
		break;
	case '"':
		fputs("&quot;", out);
		break;
	case '\'':
		fputs("&#39;", out);
		break;
	default:
		text_put_char(out, c);
	}
}

static void put_json(FILE *out, uint32_t c)
{
	if (c == '\n')
		fputs("\\n", out);
	else if (c == '\t')
		fputs("\\t", out);
	else if (c == '"' || c == '\\')
		fprintf(out, "\\%c", (int)c);
	else
		text_put_char(out, c);
}

void text_put_markup_char(FILE *out, uint32_t c)
{
	put_filtered(out, c, put_markup);
}

void text_put_markup(FILE *out, const char *text)
{
	put_all(out, text, put_markup);
}

void text_put_json(FILE *out, const char *text)
{
	fputc('"', out);
	put_all(out, text, put_json);
	fputc('"', out);
}

void *text_must(void *memory)
{
	if (memory)
		return memory;
	fputs("grade: out of memory\n", stderr);
	exit(EXIT_ENVIRONMENT);
}

void text_open(struct text *t)
{
	t->string = NULL;
	t->out = text_must(open_memstream(&t->string, &t->size));
}

char *text_close(struct text *t)
{
	if (fclose(t->out))
		text_must(NULL);
	return text_must(t->string);
}

char *text_clean(const char *text)
{
	struct text t;

	text_open(&t);
	put_all(t.out, text, text_put_char);
	return text_close(&t);
}

static void put_argument(FILE *out, const char **fmt, va_list *args)
{
	switch (**fmt) {
	case 's':
		text_put_markup(out, va_arg(*args, const char *));
		break;
	case 'd':
		fprintf(out, "%d", va_arg(*args, int));
		break;
	case 'u':
		fprintf(out, "%u", va_arg(*args, unsigned));
		break;
	case 'z':
		++*fmt;
		fprintf(out, "%zu", va_arg(*args, size_t));
		break;
	default:
		fputc('%', out);
	}
}

void markup(FILE *out, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	for (; *fmt; fmt++) {
		if (*fmt != '%') {
			fputc(*fmt, out);
			continue;
		}
		fmt++;
		put_argument(out, &fmt, &args);
	}
	va_end(args);
}

int text_finish(FILE *out)
{
	errno = 0;
	if (fflush(out) || ferror(out))
		return errno ? -errno : -EIO;
	return 0;
}
