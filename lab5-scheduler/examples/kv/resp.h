/* SPDX-License-Identifier: MIT */
/*
 * The Redis protocol, version 2: requests read, replies written.
 *
 * A request comes as an array of binary strings, or as a line of words:
 *
 *	*2\r\n$3\r\nGET\r\n$4\r\nname\r\n        GET name\r\n
 *
 * It comes in pieces, however the network cuts it. The parser keeps offsets
 * into the caller's buffer and no bytes, so nothing is copied, and the buffer
 * may move between two calls. It never looks at a byte of a value.
 *
 *	buffer  |*2\r\n$3\r\nGET\r\n$4\r\nna       |
 *	         ^ the request       ^ at          ^ size
 *
 * The rules of the interface:
 *  - What is malformed or over a limit is an error that ends this stream:
 *    where the next request would begin nobody knows.
 *  - Limits hold before anything is allocated for what a client announces.
 */
#ifndef KV_RESP_H
#define KV_RESP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of one string; of the strings of a request; of a line of words. */
#define RESP_BULK_MAX   ((size_t)64 << 20)
#define RESP_ARGS_MAX   ((size_t)64 << 10)
#define RESP_INLINE_MAX ((size_t)64 << 10)
/* Of a whole request, and of the reply to it. */
#define RESP_TOTAL_MAX (RESP_BULK_MAX + ((size_t)1 << 20))

enum resp_result {
	RESP_MORE,    /* all is well, and it goes on behind the buffer */
	RESP_REQUEST, /* one request is whole: see @count, @args and @at */
	RESP_ERROR,   /* see @error */
};

/* Bytes that belong to somebody else. */
struct resp_bytes {
	const char *at;
	size_t size;
};

struct resp_parser {
	size_t at;    /* behind what was parsed, from the request's start */
	size_t left;  /* strings that are still to come */
	size_t bulk;  /* size of the string at @at, or RESP_NO_BULK */
	bool started; /* the head of an array was read */

	size_t count;
	size_t room; /* of @args */
	struct resp_span {
		size_t at, size;
	} * args, few[8];

	const char *error; /* a constant string, without "ERR" */
};

#define RESP_NO_BULK SIZE_MAX

/* Make a parser that waits for its first request. */
void resp_parser_init(struct resp_parser *parser);

/* Release what it holds. Twice is fine. */
void resp_parser_fini(struct resp_parser *parser);

/*
 * Parse on. @from is where the request begins, and @size how much is there of
 * it and what follows: never less than at the call before, and the same bytes.
 *
 * Returns: see enum resp_result. A request without a word, such as an empty
 *          line, is one with @count 0. Without memory the result is an error.
 */
enum resp_result resp_parse(
	struct resp_parser *parser, const char *from, size_t size);

/* The request is dealt with: the next begins @at bytes further. */
void resp_parser_next(struct resp_parser *parser);

/* Argument @i of the request at @from, valid as long as the buffer. */
static inline struct resp_bytes resp_arg(
	const struct resp_parser *parser, const char *from, size_t i)
{
	return (struct resp_bytes){
		from + parser->args[i].at, parser->args[i].size};
}

/* Replies, one behind the other, in memory that grows. */
struct resp_writer {
	char *data;
	size_t size;
	size_t room;
	size_t limit; /* of @size */
	int error;    /* 0; -ENOMEM; -EMSGSIZE: over the limit */
};

/*
 * Make a writer of at most @limit bytes, with @room bytes to begin with.
 *
 * Returns: 0; -ENOMEM, and then it holds nothing.
 */
int resp_writer_init(struct resp_writer *writer, size_t room, size_t limit);

/* Release what it holds. Twice is fine. */
void resp_writer_fini(struct resp_writer *writer);

/* Forget all from @size on, and the error; memory over @room goes back. */
void resp_writer_cut(struct resp_writer *writer, size_t size, size_t room);

/*
 * Append a reply. When it does not fit, @error is set, and what was written
 * of it stands until it is cut off.
 */
void resp_put_simple(struct resp_writer *writer, const char *text);
void resp_put_error(struct resp_writer *writer, const char *text);
void resp_put_protocol_error(struct resp_writer *writer, const char *text);
void resp_put_integer(struct resp_writer *writer, int64_t n);
void resp_put_bulk(struct resp_writer *writer, const void *at, size_t size);
void resp_put_nil(struct resp_writer *writer);
void resp_put_nil_array(struct resp_writer *writer);
void resp_put_array(struct resp_writer *writer, size_t count);

/* @n in decimal, without a zero at the end. Returns how long; at most 20. */
size_t resp_format(char *to, int64_t n);

#endif
