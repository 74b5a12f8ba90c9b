/* SPDX-License-Identifier: MIT */
/*
 * Text from anywhere into a format, so that it stays text.
 *
 * Everything goes through one filter: what is not UTF-8 becomes U+FFFD, control
 * characters but newline and tab are dropped, and a character that turns the
 * direction of what follows is spelled out, as in <U+202E>, for it could show
 * code in an order in which it does not stand.
 *
 * As with the arena, there is no error of memory to handle: a grader without
 * memory says so and exits with status 3.
 */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The first character of @at, whose length goes into *@length; 0 at the end. */
uint32_t text_decode(const char *at, size_t *length);

void text_put_char(FILE *out, uint32_t c);

/* @text, filtered, with & < > " and ' escaped: for HTML and XML. NULL: "". */
void text_put_markup(FILE *out, const char *text);

/* One character, filtered and escaped likewise. */
void text_put_markup_char(FILE *out, uint32_t c);

/* @text, filtered, as a JSON string (which YAML reads too), with the quotes. */
void text_put_json(FILE *out, const char *text);

/* A filtered copy of @text, for free(). */
char *text_clean(const char *text);

/* A stream into memory: what was written to it is the string, for free(). */
struct text {
	FILE *out;
	char *string;
	size_t size;
};

void text_open(struct text *t);
char *text_close(struct text *t);

/* @memory, or the end of the program when there is none. */
void *text_must(void *memory);

/*
 * printf for markup: %s is escaped, %d, %u, %zu and %% are as usual, and there
 * is nothing else. Markup comes from @fmt alone.
 */
void markup(FILE *out, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The error of @out, flushed: 0 or -errno. */
int text_finish(FILE *out);

#endif
