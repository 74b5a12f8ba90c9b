// SPDX-License-Identifier: MIT
/*
 * Requests read.
 */
#include <stdlib.h>
#include <string.h>

#include "resp.h"

enum {
	FEW = 8,     /* of struct resp_parser */
	DIGITS = 10, /* of a number in a head: over every limit */
};

static void begin(struct resp_parser *p)
{
	p->at = 0;
	p->left = 0;
	p->bulk = RESP_NO_BULK;
	p->started = false;
	p->count = 0;
}

void resp_parser_init(struct resp_parser *p)
{
	begin(p);
	p->args = p->few;
	p->room = FEW;
	p->error = NULL;
}

void resp_parser_fini(struct resp_parser *p)
{
	if (p->args != p->few)
		free(p->args);
	p->args = p->few;
	p->room = FEW;
}

void resp_parser_next(struct resp_parser *p)
{
	/* A big array of arguments is rare: nobody keeps it. */
	if (p->args != p->few)
		resp_parser_fini(p);
	begin(p);
}

static enum resp_result fail(struct resp_parser *p, const char *why)
{
	p->error = why;
	return RESP_ERROR;
}

static bool make_room(struct resp_parser *p)
{
	size_t room = p->room * 2;
	struct resp_span *args = realloc(
		p->args == p->few ? NULL : p->args, room * sizeof(*args));

	if (!args)
		return false;
	if (p->args == p->few)
		memcpy(args, p->few, sizeof(p->few));
	p->args = args;
	p->room = room;
	return true;
}

static bool add_arg(struct resp_parser *p, size_t at, size_t size)
{
	if (p->count == p->room && !make_room(p))
		return false;
	p->args[p->count++] = (struct resp_span){at, size};
	return true;
}

/*
 * The number of a head, at @p->at and behind its first character: "*2\r\n".
 * Read again from its start when the rest comes: it is short.
 */
static enum resp_result read_number(struct resp_parser *p, const char *from,
	size_t size, long *number, const char *wrong)
{
	size_t i = p->at + 1;
	bool minus = i < size && from[i] == '-';
	size_t first = i += minus;
	long n = 0;

	for (; i < size && from[i] >= '0' && from[i] <= '9'; i++) {
		if (i - first == DIGITS)
			return fail(p, wrong);
		n = n * 10 + (from[i] - '0');
	}
	if (i == size)
		return RESP_MORE;
	if (i == first || from[i] != '\r')
		return fail(p, wrong);
	if (++i == size)
		return RESP_MORE;
	if (from[i] != '\n')
		return fail(p, wrong);
	*number = minus ? -n : n;
	p->at = i + 1;
	return RESP_REQUEST;
}

static enum resp_result read_array_head(
	struct resp_parser *p, const char *from, size_t size)
{
	static const char wrong[] = "Protocol error: invalid multibulk length";
	enum resp_result result;
	long n;

	result = read_number(p, from, size, &n, wrong);
	if (result != RESP_REQUEST)
		return result;
	if (n > (long)RESP_ARGS_MAX)
		return fail(p, wrong);
	p->started = true;
	/* None, or none at all, is an empty request: as in Redis. */
	p->left = n > 0 ? (size_t)n : 0;
	return RESP_REQUEST;
}

static enum resp_result read_bulk_head(
	struct resp_parser *p, const char *from, size_t size)
{
	static const char wrong[] = "Protocol error: invalid bulk length";
	enum resp_result result;
	long n;

	if (p->at == size)
		return RESP_MORE;
	if (from[p->at] != '$')
		return fail(p, "Protocol error: expected '$'");
	result = read_number(p, from, size, &n, wrong);
	if (result != RESP_REQUEST)
		return result;
	if (n < 0 || n > (long)RESP_BULK_MAX)
		return fail(p, wrong);
	if (p->at + (size_t)n + 2 > RESP_TOTAL_MAX)
		return fail(p, "Protocol error: too big request");
	p->bulk = (size_t)n;
	return RESP_REQUEST;
}

static enum resp_result read_bulk(
	struct resp_parser *p, const char *from, size_t size)
{
	size_t end;

	if (p->bulk == RESP_NO_BULK) {
		enum resp_result result = read_bulk_head(p, from, size);

		if (result != RESP_REQUEST)
			return result;
	}
	end = p->at + p->bulk;
	if (size < end + 2)
		return RESP_MORE;
	if (from[end] != '\r' || from[end + 1] != '\n')
		return fail(p, "Protocol error: expected the end of a bulk");
	if (!add_arg(p, p->at, p->bulk))
		return fail(p, "out of memory");
	p->at = end + 2;
	p->bulk = RESP_NO_BULK;
	p->left--;
	return RESP_REQUEST;
}

/* The words of the line that ends before @end. There is no quoting. */
static bool split_words(struct resp_parser *p, const char *from, size_t end)
{
	size_t i = 0;
	size_t first;

	while (i < end) {
		while (i < end && (from[i] == ' ' || from[i] == '\t'))
			i++;
		for (first = i; i < end && from[i] != ' ' && from[i] != '\t';)
			i++;
		if (i > first && !add_arg(p, first, i - first))
			return false;
	}
	return true;
}

/* @at is how far the end of the line was looked for. */
static enum resp_result read_inline(
	struct resp_parser *p, const char *from, size_t size)
{
	static const char wrong[] = "Protocol error: too big inline request";
	const char *end = memchr(from + p->at, '\n', size - p->at);
	size_t length = end ? (size_t)(end - from) : size;

	if (length > RESP_INLINE_MAX)
		return fail(p, wrong);
	p->at = length;
	if (!end)
		return RESP_MORE;
	p->at++;
	if (length && from[length - 1] == '\r')
		length--;
	if (!split_words(p, from, length))
		return fail(p, "out of memory");
	return RESP_REQUEST;
}

enum resp_result resp_parse(
	struct resp_parser *p, const char *from, size_t size)
{
	enum resp_result result;

	if (p->error)
		return RESP_ERROR;
	if (!size)
		return RESP_MORE;
	if (*from != '*')
		return read_inline(p, from, size);
	if (!p->started) {
		result = read_array_head(p, from, size);
		if (result != RESP_REQUEST)
			return result;
	}
	while (p->left) {
		result = read_bulk(p, from, size);
		if (result != RESP_REQUEST)
			return result;
	}
	return RESP_REQUEST;
}
