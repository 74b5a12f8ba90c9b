// SPDX-License-Identifier: MIT
/*
 * The HTTP request parser: bytes that come in pieces give what the same bytes
 * give at once, and every request that is done can be answered.
 */
#include "fuzz.h"

#include <string.h>

#include "../../../lab4-uring/examples/http/request.h"

const char *const fuzz_words[] = {"GET", "HEAD", "POST", "BREW", " ", "/", "*",
	"http://a/", "?", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "\r\n", "\r",
	"\n", "\r\n\r\n", "Host: a\r\n",
	"Content-Length: ", "content-length:", "0", "5", "65536", "65537",
	"18446744073709551621", "Transfer-Encoding: chunked",
	"Connection: close", "Connection: keep-alive, close , x",
	"Expect: ", "100-continue", ":", "\t", ",",
	"X-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	"a-name-that-is-longer-than-any-we-know", "\x01", "\x7f", "\xff",
	"body", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", NULL};

const char *const fuzz_seeds[] = {"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
	"GET /x?y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
	"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
	"PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
	"PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
	"Content-Length: 5\r\n\r\nhello",
	"\r\nHEAD http://a/ HTTP/1.0\r\n\r\n", NULL};

/* What the server would see of an input: every request and how it ended. */
struct seen {
	uint64_t digest;
	size_t taken;
	unsigned requests;
};

static void note(struct seen *seen, const void *data, size_t size)
{
	const unsigned char *at = data;

	for (; size--; at++)
		seen->digest = (seen->digest ^ *at) * 1099511628211u;
}

static void note_request(struct seen *seen, const struct http_request *r)
{
	FUZZ_CHECK(r->status == 0 || (r->status >= 400 && r->status < 600));
	FUZZ_CHECK(!r->status || r->close);
	seen->requests++;
	note(seen, &r->status, sizeof(r->status));
	if (r->status)
		return;
	FUZZ_CHECK(r->method != HTTP_UNKNOWN);
	FUZZ_CHECK(r->target_size && r->target_size <= HTTP_TARGET_MAX);
	FUZZ_CHECK(strlen(r->target) == r->target_size);
	FUZZ_CHECK(r->head <= HTTP_HEAD_MAX && r->fields <= HTTP_FIELDS_MAX);
	note(seen, &r->method, sizeof(r->method));
	note(seen, &r->close, sizeof(r->close));
	note(seen, r->target, r->target_size);
}

/* Feed one piece; returns whether the connection goes on. */
static bool feed(struct seen *seen, struct http_request *r, const uint8_t *data,
	size_t size)
{
	size_t n;

	while (size) {
		n = http_request_feed(r, data, size);
		FUZZ_CHECK(n <= size);
		FUZZ_CHECK(n == size || http_request_is_done(r));
		seen->taken += n;
		data += n;
		size -= n;
		if (!http_request_is_done(r))
			continue;
		/* A request is at least one byte: this comes to an end. */
		FUZZ_CHECK(n > 0 && http_request_has_begun(r));
		note_request(seen, r);
		if (r->close)
			return false;
		http_request_init(r);
	}
	return true;
}

/* Pieces of 1 to @most bytes, as @seed says; 0: all at once. */
static struct seen parse(
	const uint8_t *data, size_t size, size_t most, uint32_t seed)
{
	struct seen seen = {.digest = 14695981039346656037u};
	struct http_request r;
	size_t n;

	memset(&r, 0xa5, sizeof(r));
	http_request_init(&r);
	for (; size; data += n, size -= n) {
		seed = seed * 1664525u + 1013904223u;
		n = most ? 1 + (seed >> 8) % most : size;
		n = n < size ? n : size;
		if (!feed(&seen, &r, data, n))
			break;
	}
	note(&seen, &r.state, sizeof(r.state));
	return seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const size_t most[] = {1, 7, 100};
	struct seen whole, pieces;
	uint32_t seed = 0;
	size_t i;

	if (size) {
		seed = *data++;
		size--;
	}
	whole = parse(data, size, 0, 0);
	for (i = 0; i < sizeof(most) / sizeof(most[0]); i++) {
		pieces = parse(data, size, most[i], seed);
		FUZZ_CHECK(pieces.requests == whole.requests);
		FUZZ_CHECK(pieces.taken == whole.taken);
		FUZZ_CHECK(pieces.digest == whole.digest);
	}
	return 0;
}
