// SPDX-License-Identifier: MIT
/*
 * The parser: a state and a byte make the next state.
 */
#include <string.h>

#include "field.h"

void http__refuse(struct http_request *r, int status)
{
	r->status = status;
	r->close = true;
	r->state = HTTP_DONE;
}

/* A character of a token, by RFC 9110: what methods and names consist of. */
static bool is_token(unsigned char c)
{
	if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
		return true;
	if (c >= '0' && c <= '9')
		return true;
	return c && strchr("!#$%&'*+-.^_`|~", c);
}

/* Names are kept as far as there is room: what is longer is none we know. */
static void add_to_name(struct http_request *r, unsigned char c)
{
	if (r->name_size < sizeof(r->name))
		r->name[r->name_size] = (char)c;
	r->name_size++;
}

/* The request line. */

static enum http_method method_of(const struct http_request *r)
{
	static const struct {
		const char *name;
		enum http_method method;
	} methods[] = {
		{"GET", HTTP_GET},
		{"HEAD", HTTP_HEAD},
		{"POST", HTTP_OTHER},
		{"PUT", HTTP_OTHER},
		{"DELETE", HTTP_OTHER},
		{"CONNECT", HTTP_OTHER},
		{"OPTIONS", HTTP_OTHER},
		{"TRACE", HTTP_OTHER},
		{"PATCH", HTTP_OTHER},
	};
	size_t i;

	for (i = 0; i < sizeof(methods) / sizeof(methods[0]); i++)
		if (r->name_size == strlen(methods[i].name) &&
			!memcmp(r->name, methods[i].name, r->name_size))
			return methods[i].method;
	return HTTP_UNKNOWN;
}

static void in_method(struct http_request *r, unsigned char c)
{
	if (is_token(c)) {
		r->state = HTTP_IN_METHOD;
		add_to_name(r, c);
	} else if (c == ' ' && r->name_size) {
		r->state = HTTP_IN_TARGET;
		r->method = method_of(r);
	} else {
		http__refuse(r, 400);
	}
}

static void in_target(struct http_request *r, unsigned char c)
{
	if (c > ' ' && c < 0x7f) {
		if (r->target_size == HTTP_TARGET_MAX)
			http__refuse(r, 414);
		else
			r->target[r->target_size++] = (char)c;
	} else if (c == ' ' && r->target_size) {
		r->target[r->target_size] = '\0';
		r->name_size = 0;
		r->state = HTTP_IN_VERSION;
	} else {
		http__refuse(r, 400);
	}
}

static void take_version(struct http_request *r)
{
	const char *v = r->name;

	if (r->name_size != 8 || memcmp(v, "HTTP/", 5) || v[6] != '.' ||
		!http__is_digit(v[5]) || !http__is_digit(v[7]))
		http__refuse(r, 400);
	else if (v[5] != '1')
		http__refuse(r, 505);
	else
		r->minor = (unsigned)(v[7] - '0');
}

static void in_version(struct http_request *r, unsigned char c)
{
	if (c == '\r') {
		r->state = HTTP_AT_LINE_END;
		take_version(r);
	} else if (r->name_size == 8) {
		http__refuse(r, 400);
	} else {
		add_to_name(r, c);
	}
}

/* Fields. */

static void at_field(struct http_request *r, unsigned char c)
{
	if (c == '\r') {
		r->state = HTTP_AT_HEAD_END;
	} else if (!is_token(c)) {
		http__refuse(r, 400); /* also a line that goes on: obsolete */
	} else if (++r->fields > HTTP_FIELDS_MAX) {
		http__refuse(r, 431);
	} else {
		r->state = HTTP_IN_NAME;
		r->name_size = 0;
		add_to_name(r, c);
	}
}

static void in_name(struct http_request *r, unsigned char c)
{
	if (c == ':') {
		r->state = HTTP_IN_VALUE;
		r->value_size = 0;
	} else if (is_token(c)) {
		add_to_name(r, c);
	} else {
		http__refuse(r, 400);
	}
}

static void in_value(struct http_request *r, unsigned char c)
{
	if (c == '\r') {
		r->state = HTTP_AT_FIELD_END;
	} else if ((c < ' ' && c != '\t') || c == 0x7f) {
		http__refuse(r, 400);
	} else if (r->value_size || !http__is_blank((char)c)) {
		if (r->value_size < sizeof(r->value))
			r->value[r->value_size] = (char)c;
		r->value_size++;
	}
}

/* The head is there: what is it, and what follows? */
static void take_head(struct http_request *r)
{
	r->state = r->body ? HTTP_IN_BODY : HTTP_DONE;
	if ((!r->has_host && r->minor) || (r->has_length && r->has_coding))
		http__refuse(r, 400);
	else if (r->has_coding || r->method == HTTP_UNKNOWN)
		http__refuse(r, 501);
	else if (r->body > HTTP_BODY_MAX)
		http__refuse(r, 413);
	else if (!r->minor)
		r->close = true;
	/*
	 * The client asks before it sends the body, and we need none: it is
	 * answered now, and then nobody knows whether the body comes.
	 */
	if (r->state == HTTP_IN_BODY && r->expects) {
		r->close = true;
		r->state = HTTP_DONE;
	}
}

/* A line ends with CR and LF, and with nothing else. */
static bool at_end(struct http_request *r, unsigned char c)
{
	if (c != '\n')
		http__refuse(r, 400);
	return c == '\n';
}

static void step(struct http_request *r, unsigned char c)
{
	switch (r->state) {
	case HTTP_AT_START:
		if (c == '\r')
			r->state = HTTP_IN_EMPTY_LINE;
		else
			in_method(r, c);
		break;
	case HTTP_IN_EMPTY_LINE:
		if (at_end(r, c))
			r->state = HTTP_AT_START;
		break;
	case HTTP_IN_METHOD:
		in_method(r, c);
		break;
	case HTTP_IN_TARGET:
		in_target(r, c);
		break;
	case HTTP_IN_VERSION:
		in_version(r, c);
		break;
	case HTTP_AT_LINE_END:
		if (at_end(r, c))
			r->state = HTTP_AT_FIELD;
		break;
	case HTTP_AT_FIELD:
		at_field(r, c);
		break;
	case HTTP_IN_NAME:
		in_name(r, c);
		break;
	case HTTP_IN_VALUE:
		in_value(r, c);
		break;
	case HTTP_AT_FIELD_END:
		if (at_end(r, c)) {
			r->state = HTTP_AT_FIELD;
			http__take_field(r);
		}
		break;
	case HTTP_AT_HEAD_END:
		if (at_end(r, c))
			take_head(r);
		break;
	case HTTP_IN_BODY:
	case HTTP_DONE:
		break;
	}
}

void http_request_init(struct http_request *r)
{
	memset(r, 0, offsetof(struct http_request, target));
	r->target[0] = '\0';
}

static size_t pass_body(struct http_request *r, size_t size)
{
	if (size > r->body)
		size = (size_t)r->body;
	r->body -= size;
	if (!r->body)
		r->state = HTTP_DONE;
	return size;
}

size_t http_request_feed(struct http_request *r, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	size_t i = 0;

	while (i < size && r->state != HTTP_DONE) {
		if (r->state == HTTP_IN_BODY) {
			i += pass_body(r, size - i);
			continue;
		}
		if (++r->head > HTTP_HEAD_MAX)
			http__refuse(r, 431);
		else
			step(r, at[i]);
		i++;
	}
	return i;
}
