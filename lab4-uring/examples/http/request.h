/* SPDX-License-Identifier: MIT */
/*
 * An HTTP/1.1 request, read as it comes.
 *
 *	bytes --> http_request_feed() --> done? --> answer, init, go on
 *
 * The rules of the interface:
 *  - Bytes may come in any pieces: what comes of them is the same.
 *  - It keeps what it must know and nothing else, in a fixed size: no request
 *    makes it grow. Bodies are counted and passed over.
 *  - Whatever the bytes are, a request ends as one to be answered or as one to
 *    be refused. After a refusal nobody can say where the next one begins: so
 *    the connection ends.
 *  - Where RFC 9112 lets a server choose, it is strict: two servers that read
 *    one request differently are how requests are smuggled past one of them.
 */
#ifndef EXAMPLES_HTTP_REQUEST_H
#define EXAMPLES_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	HTTP_TARGET_MAX = 1024, /* bytes of the target: 414 */
	HTTP_HEAD_MAX = 8192,   /* of request line and fields: 431 */
	HTTP_FIELDS_MAX = 64,   /* fields: 431 */
	HTTP_BODY_MAX = 65536,  /* bytes of the body: 413 */
};

enum http_method {
	HTTP_UNKNOWN, /* refused: 501 */
	HTTP_GET,
	HTTP_HEAD,
	HTTP_OTHER, /* known, and nothing for us */
};

enum http_state {
	HTTP_AT_START,
	HTTP_IN_EMPTY_LINE, /* its CR was there */
	HTTP_IN_METHOD,
	HTTP_IN_TARGET,
	HTTP_IN_VERSION,
	HTTP_AT_LINE_END, /* the CR of the request line was there */
	HTTP_AT_FIELD,
	HTTP_IN_NAME,
	HTTP_IN_VALUE,
	HTTP_AT_FIELD_END, /* likewise */
	HTTP_AT_HEAD_END,  /* and of the empty line */
	HTTP_IN_BODY,
	HTTP_DONE,
};

struct http_request {
	/* What it asks for, once it is done. */
	int status; /* 0; or 4xx, 5xx: refused, and nothing below holds */
	enum http_method method;
	bool close; /* the connection ends behind the answer */

	/* The parser's own. */
	enum http_state state;
	unsigned minor;  /* of the version */
	unsigned head;   /* bytes of the head so far */
	unsigned fields; /* so far */
	bool has_host, has_length, has_coding, expects;
	uint64_t body; /* bytes that are still to come */
	unsigned target_size, name_size, value_size;

	/* Not cleared between requests; target ends with a zero byte. */
	char target[HTTP_TARGET_MAX + 1];
	char name[20];  /* method, version or field; longer is none we know */
	char value[64]; /* of a field; @value_size may be more */
};

/* Begin a request. */
void http_request_init(struct http_request *request);

/*
 * Take bytes until the request is done.
 *
 * Returns: how many of @size were taken: all, unless it is done; what is left
 *          belongs to the next request, or to nobody after a refusal.
 */
size_t http_request_feed(
	struct http_request *request, const void *bytes, size_t size);

static inline bool http_request_is_done(const struct http_request *request)
{
	return request->state == HTTP_DONE;
}

/* Whether a part of it is there. */
static inline bool http_request_has_begun(const struct http_request *request)
{
	return request->head > 0;
}

#endif
