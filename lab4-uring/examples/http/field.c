// SPDX-License-Identifier: MIT
/*
 * What a field means to us: five of them do.
 */
#include "field.h"

#include <string.h>
#include <strings.h>

static bool name_is(const struct http_request *r, const char *name)
{
	return r->name_size == strlen(name) &&
	       !strncasecmp(r->name, name, r->name_size);
}

/* The value without the blanks behind it. */
static size_t value_size(const struct http_request *r)
{
	size_t n = r->value_size;

	if (n > sizeof(r->value))
		return n;
	while (n && http__is_blank(r->value[n - 1]))
		n--;
	return n;
}

static void take_length(struct http_request *r)
{
	size_t n = value_size(r);
	size_t i;

	/* Two lengths are a disagreement, even when they are equal. */
	if (r->has_length || !n || n > sizeof(r->value)) {
		http__refuse(r, 400);
		return;
	}
	r->has_length = true;
	for (i = 0; i < n; i++) {
		if (!http__is_digit(r->value[i])) {
			http__refuse(r, 400);
			return;
		}
		/* It stays where it is too big: no overflow. */
		if (r->body <= HTTP_BODY_MAX)
			r->body = r->body * 10 + (uint64_t)(r->value[i] - '0');
	}
}

/* Whether the @size bytes at @text are @word, but for blanks around it. */
static bool is_word(const char *text, size_t size, const char *word)
{
	while (size && http__is_blank(*text)) {
		text++;
		size--;
	}
	while (size && http__is_blank(text[size - 1]))
		size--;
	return size == strlen(word) && !strncasecmp(text, word, size);
}

/* Whether @word is one of the words of the value, between commas. */
static bool value_has(const struct http_request *r, const char *word)
{
	const char *at = r->value;
	const char *end = at + value_size(r);
	const char *comma;

	while ((comma = memchr(at, ',', (size_t)(end - at)))) {
		if (is_word(at, (size_t)(comma - at), word))
			return true;
		at = comma + 1;
	}
	return is_word(at, (size_t)(end - at), word);
}

static void take_connection(struct http_request *r)
{
	/* A list that is too long for us may say anything. */
	if (value_size(r) > sizeof(r->value) || value_has(r, "close"))
		r->close = true;
}

void http__take_field(struct http_request *r)
{
	if (name_is(r, "host")) {
		if (r->has_host)
			http__refuse(r, 400);
		r->has_host = true;
	} else if (name_is(r, "content-length")) {
		take_length(r);
	} else if (name_is(r, "transfer-encoding")) {
		r->has_coding = true;
	} else if (name_is(r, "connection")) {
		take_connection(r);
	} else if (name_is(r, "expect")) {
		r->expects = true;
	}
}
