/* SPDX-License-Identifier: MIT */
/*
 * What the two files of the parser share.
 */
#ifndef EXAMPLES_HTTP_FIELD_H
#define EXAMPLES_HTTP_FIELD_H

#include "request.h"

/* The request is done: it gets @status, and the connection ends. */
void http__refuse(struct http_request *request, int status);

/* A field is whole, its name and value as far as there was room for them. */
void http__take_field(struct http_request *request);

static inline bool http__is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool http__is_digit(char c)
{
	return c >= '0' && c <= '9';
}

#endif
