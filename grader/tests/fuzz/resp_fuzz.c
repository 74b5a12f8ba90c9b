// SPDX-License-Identifier: MIT
/*
 * The Redis request parser: bytes that come in pieces give what the same bytes
 * give at once, and every request that is whole has one reply.
 */
#include "fuzz.h"

#include <string.h>

#include "../../../lab5-scheduler/examples/kv/command.h"

const char *const fuzz_words[] = {"*1\r\n", "*2\r\n", "*3\r\n", "*9\r\n", "*",
	"$", "\r\n", "\r", "\n", "$0\r\n\r\n", "$1\r\na\r\n", "$3\r\nGET\r\n",
	"$3\r\nset\r\n", "$4\r\nINCR\r\n", "$4\r\nMGET\r\n", "$3\r\nDEL\r\n",
	"$6\r\nEXISTS\r\n", "$1\r\n1\r\n", "$2\r\n-1\r\n", "*0\r\n", "*-1\r\n",
	"$-1\r\n", "65536", "65537", "67108864", "67108865", "99999999999", "-",
	"0", "PING\r\n", "QUIT\r\n", "FLUSHALL\r\n", "DBSIZE\r\n", "ECHO ",
	"CONFIG GET save\r\n", "SELECT 0\r\n", "COMMAND\r\n", " ", "\t", "a",
	"9223372036854775807", "\x01", "\xff", NULL};

const char *const fuzz_seeds[] = {"PING\r\nSET a 1\r\nINCR a\r\nGET a\r\n",
	"*3\r\n$3\r\nSET\r\n$1\r\na\r\n$4\r\nb\r\nc\r\n",
	"*2\r\n$3\r\nGET\r\n$1\r\na\r\n*2\r\n$4\r\nINCR\r\n$1\r\na\r\n",
	"*9\r\n$4\r\nMGET\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n$1\r\nd\r\n"
	"$1\r\ne\r\n$1\r\nf\r\n$1\r\ng\r\n$1\r\nh\r\n",
	"*3\r\n$3\r\nDEL\r\n$1\r\na\r\n$1\r\nb\r\n*1\r\n$6\r\nDBSIZE\r\n",
	"*1\r\n$67108865\r\n", NULL};

/* What the server would see of an input. */
struct seen {
	uint64_t digest;
	size_t taken;
	unsigned requests;
	const char *error;
};

static void note(struct seen *seen, const void *data, size_t size)
{
	const unsigned char *at = data;

	for (; size--; at++)
		seen->digest = (seen->digest ^ *at) * 1099511628211u;
}

static void note_request(
	struct seen *seen, const struct resp_parser *p, const char *from)
{
	struct resp_bytes arg;
	size_t i;

	seen->requests++;
	FUZZ_CHECK(p->count <= RESP_ARGS_MAX);
	for (i = 0; i < p->count; i++) {
		arg = resp_arg(p, from, i);
		FUZZ_CHECK(arg.at >= from && arg.at + arg.size < from + p->at);
		note(seen, &arg.size, sizeof(arg.size));
		note(seen, arg.at, arg.size);
	}
}

static struct store *store;

/* Where the reply that begins at @at ends. */
static size_t reply_end(const struct resp_writer *w, size_t at)
{
	char *line = memchr(w->data + at, '\n', w->size - at);
	char type = w->data[at];
	long n = strtol(w->data + at + 1, NULL, 10);
	size_t next;

	FUZZ_CHECK(line && line[-1] == '\r' && memchr("+-:$*", type, 5));
	next = (size_t)(line - w->data) + 1;
	if (type == '$' && n >= 0)
		next += (size_t)n + 2;
	for (; type == '*' && n > 0; n--)
		next = reply_end(w, next);
	FUZZ_CHECK(next <= w->size);
	return next;
}

/* Carry the request out; returns whether the connection goes on. */
static bool carry_out(const struct resp_parser *p, const char *from)
{
	struct resp_writer reply;
	struct kv_call call = {store, NULL, NULL, p, from, &reply, false};
	bool open;

	FUZZ_CHECK(!resp_writer_init(&reply, 16, RESP_TOTAL_MAX));
	open = kv_command_run(&call);
	FUZZ_CHECK(!reply.error);
	FUZZ_CHECK(p->count ? reply_end(&reply, 0) == reply.size : !reply.size);
	resp_writer_fini(&reply);
	return open;
}

/* All that is whole; returns whether the stream goes on. */
static bool feed(struct seen *seen, struct resp_parser *p, const char *data,
	size_t size, bool run)
{
	enum resp_result result;
	const char *from;

	for (;;) {
		from = data + seen->taken;
		result = resp_parse(p, from, size - seen->taken);
		if (result == RESP_ERROR)
			seen->error = p->error;
		if (result != RESP_REQUEST)
			return result == RESP_MORE;
		/* A request is at least one byte: this comes to an end. */
		FUZZ_CHECK(p->at && p->at <= size - seen->taken);
		note_request(seen, p, from);
		if (run && !carry_out(p, from))
			run = false;
		seen->taken += p->at;
		resp_parser_next(p);
	}
}

/* Pieces of 1 to @most bytes, as @seed says; 0: all at once, and run. */
static struct seen parse(
	const uint8_t *data, size_t size, size_t most, uint32_t seed)
{
	struct seen seen = {.digest = 14695981039346656037u};
	struct resp_parser p;
	size_t there = 0;

	resp_parser_init(&p);
	do {
		seed = seed * 1664525u + 1013904223u;
		there += most ? 1 + (seed >> 8) % most : size;
		if (there > size)
			there = size;
		if (!feed(&seen, &p, (const char *)data, there, !most))
			break;
	} while (there < size);
	resp_parser_fini(&p);
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
	if (!store)
		store = store_create();
	whole = parse(data, size, 0, 0);
	store_clear(store);
	for (i = 0; i < sizeof(most) / sizeof(most[0]); i++) {
		pieces = parse(data, size, most[i], seed);
		FUZZ_CHECK(pieces.requests == whole.requests);
		FUZZ_CHECK(pieces.taken == whole.taken);
		FUZZ_CHECK(pieces.digest == whole.digest);
		FUZZ_CHECK(pieces.error == whole.error);
	}
	return 0;
}
