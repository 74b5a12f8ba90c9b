// SPDX-License-Identifier: MIT
/* The Redis protocol: requests however they are cut, and replies. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lab5-scheduler/examples/kv/resp.h"
#include "../trace/count.h"

#define SET_HEAD "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n"
#define TEN_ARGS                                                               \
	"*10\r\n$1\r\n0\r\n$1\r\n1\r\n$1\r\n2\r\n$1\r\n3\r\n$1\r\n4\r\n"       \
	"$1\r\n5\r\n$1\r\n6\r\n$1\r\n7\r\n$1\r\n8\r\n$0\r\n\r\n"

enum {
	TEXT = 4096
};

/* What a stream of requests comes to, as text: "[GET|name][]! why". */
struct reader {
	struct resp_parser parser;
	char *data; /* exactly what has come, so that a byte too far is seen */
	size_t start, size;
	bool ended;
	char text[TEXT];
	size_t length;
};

static void note(struct reader *r, const char *at, size_t size)
{
	if (size < TEXT - r->length) {
		memcpy(r->text + r->length, at, size);
		r->length += size;
	}
}

static void note_request(struct reader *r, const char *from)
{
	struct resp_bytes arg;
	size_t i;

	note(r, "[", 1);
	for (i = 0; i < r->parser.count; i++) {
		arg = resp_arg(&r->parser, from, i);
		note(r, i ? "|" : "", i ? 1 : 0);
		note(r, arg.at, arg.size);
	}
	note(r, "]", 1);
}

static void reader_feed(struct reader *r, const char *bytes, size_t size)
{
	enum resp_result result;
	char *data = malloc(r->size + size);
	const char *from;

	if (r->size)
		memcpy(data, r->data, r->size);
	memcpy(data + r->size, bytes, size);
	free(r->data);
	r->data = data;
	r->size += size;
	while (!r->ended) {
		from = data + r->start;
		result = resp_parse(&r->parser, from, r->size - r->start);
		if (result == RESP_MORE)
			return;
		if (result == RESP_REQUEST) {
			note_request(r, from);
			r->start += r->parser.at;
			resp_parser_next(&r->parser);
			continue;
		}
		note(r, "! ", 2);
		note(r, r->parser.error, strlen(r->parser.error));
		r->ended = true;
	}
}

static void reader_init(struct reader *r)
{
	memset(r, 0, sizeof(*r));
	resp_parser_init(&r->parser);
}

static void reader_fini(struct reader *r)
{
	resp_parser_fini(&r->parser);
	free(r->data);
}

/* @stream whole, in bytes, and cut in two at every place. */
static enum greatest_test_res reads(const char *stream, const char *expected)
{
	static struct reader r;
	size_t size = strlen(stream);
	size_t cut, i;

	for (cut = 0; cut <= size; cut++) {
		reader_init(&r);
		if (cut)
			reader_feed(&r, stream, cut);
		if (cut < size)
			reader_feed(&r, stream + cut, size - cut);
		reader_fini(&r);
		ASSERT_STR_EQ(expected, r.text);
	}
	reader_init(&r);
	for (i = 0; i < size; i++)
		reader_feed(&r, stream + i, 1);
	reader_fini(&r);
	ASSERT_STR_EQ(expected, r.text);
	PASS();
}

#define READS(stream, expected) CHECK_CALL(reads(stream, expected))

TEST array_cut_anywhere_is_one_request(void)
{
	READS("*1\r\n$4\r\nPING\r\n", "[PING]");
	READS("*2\r\n$3\r\nGET\r\n$4\r\nname\r\n", "[GET|name]");
	READS(SET_HEAD "$4\r\n\r\n$1\r\n", "[SET|k|\r\n$1]");
	READS(SET_HEAD "$0\r\n\r\n", "[SET|k|]");
	READS(TEN_ARGS, "[0|1|2|3|4|5|6|7|8|]");
	PASS();
}

TEST line_cut_anywhere_is_one_request(void)
{
	READS("PING\r\n", "[PING]");
	READS("  SET\ta  b \n", "[SET|a|b]");
	READS("a b c d e f g h i j k\r\n", "[a|b|c|d|e|f|g|h|i|j|k]");
	PASS();
}

TEST requests_in_a_row_keep_their_order(void)
{
	READS("PING\r\n*1\r\n$1\r\na\r\n" TEN_ARGS "GET b\r\n",
		"[PING][a][0|1|2|3|4|5|6|7|8|][GET|b]");
	PASS();
}

TEST empty_requests_have_no_words(void)
{
	READS("\r\n \n*0\r\n*-1\r\nPING\r\n", "[][][][][PING]");
	PASS();
}

TEST unfinished_request_waits(void)
{
	READS("*2\r\n$3\r\nGET\r\n$4\r\nnam", "");
	READS("*2\r\n$3\r\nGET\r\n$4\r\nname\r", "");
	READS("PING\r\nPIN", "[PING]");
	PASS();
}

TEST malformed_array_is_an_error(void)
{
	READS("*x\r\n", "! Protocol error: invalid multibulk length");
	READS("*\r\n", "! Protocol error: invalid multibulk length");
	READS("*1\n", "! Protocol error: invalid multibulk length");
	READS("*1\rx", "! Protocol error: invalid multibulk length");
	READS("*99999999999\r\n", "! Protocol error: invalid multibulk length");
	READS("*1\r\nPING\r\n", "! Protocol error: expected '$'");
	READS("*1\r\n:1\r\n", "! Protocol error: expected '$'");
	READS("*1\r\n$x\r\n", "! Protocol error: invalid bulk length");
	READS("*1\r\n$-1\r\n", "! Protocol error: invalid bulk length");
	READS("*1\r\n$4\r\nPINGPONG",
		"! Protocol error: expected the end of a bulk");
	PASS();
}

TEST nothing_is_read_behind_an_error(void)
{
	READS("PING\r\n*1\r\n$x\r\nPING\r\n",
		"[PING]! Protocol error: invalid bulk length");
	PASS();
}

/* The head alone is refused: nothing of the rest has to come. */
TEST limits_hold_for_what_is_announced(void)
{
	READS("*65537\r\n", "! Protocol error: invalid multibulk length");
	READS("*65536\r\n", "");
	READS(SET_HEAD "$67108864\r\n", "");
	READS(SET_HEAD "$67108865\r\n",
		"! Protocol error: invalid bulk length");
	PASS();
}

TEST request_over_the_total_is_an_error(void)
{
	size_t half = (RESP_BULK_MAX >> 1) + 1;
	char head[64];
	size_t size = (size_t)sprintf(head, "*3\r\n$%zu\r\n", RESP_BULK_MAX);
	size_t total = size + RESP_BULK_MAX + 2;
	char *data = calloc(1, total + 32);
	struct resp_parser p;
	enum resp_result result;

	ASSERT(data);
	memcpy(data, head, size);
	memcpy(data + total - 2, "\r\n", 2);
	sprintf(data + total, "$%zu\r\n", half);
	resp_parser_init(&p);
	result = resp_parse(&p, data, total + strlen(data + total));
	free(data);
	ASSERT_EQ_FMT(RESP_ERROR, result, "%d");
	ASSERT_STR_EQ("Protocol error: too big request", p.error);
	PASS();
}

TEST line_over_the_limit_is_an_error(void)
{
	size_t size = RESP_INLINE_MAX + 1;
	char *line = malloc(size + 1);
	struct resp_parser p;
	enum resp_result least, most;

	ASSERT(line);
	memset(line, 'a', size);
	line[RESP_INLINE_MAX] = '\n';
	resp_parser_init(&p);
	most = resp_parse(&p, line, size);
	resp_parser_next(&p);
	line[RESP_INLINE_MAX] = 'a';
	least = resp_parse(&p, line, size);
	free(line);
	ASSERT_EQ_FMT(RESP_REQUEST, most, "%d");
	ASSERT_EQ_FMT(RESP_ERROR, least, "%d");
	PASS();
}

/* Replies. */

static bool is_written(struct resp_writer *w, const char *expected)
{
	bool good = w->size == strlen(expected) &&
		    !memcmp(w->data, expected, w->size);

	if (!good)
		fprintf(stderr, "written: %.*s\n", (int)w->size, w->data);
	return good;
}

TEST replies_follow_each_other(void)
{
	struct resp_writer w;
	bool good;

	ASSERT_EQ_FMT(0, resp_writer_init(&w, 1, 1000), "%d");
	resp_put_array(&w, 3);
	resp_put_simple(&w, "OK");
	resp_put_error(&w, "ERR no");
	resp_put_integer(&w, INT64_MIN);
	resp_put_integer(&w, INT64_MAX);
	resp_put_bulk(&w, "a\r\nb", 4);
	resp_put_bulk(&w, "", 0);
	resp_put_nil(&w);
	good = is_written(&w, "*3\r\n+OK\r\n-ERR no\r\n"
			      ":-9223372036854775808\r\n"
			      ":9223372036854775807\r\n"
			      "$4\r\na\r\nb\r\n$0\r\n\r\n$-1\r\n");
	resp_writer_fini(&w);
	ASSERT(good);
	PASS();
}

TEST reply_over_the_limit_is_cut_off(void)
{
	struct resp_writer w;
	bool good;
	int err;

	ASSERT_EQ_FMT(0, resp_writer_init(&w, 4, 100), "%d");
	resp_put_simple(&w, "OK");
	resp_put_bulk(&w, "", 0);
	resp_put_bulk(&w, w.data, 90);
	err = w.error;
	resp_put_simple(&w, "not after an error");
	resp_writer_cut(&w, 5, 4);
	good = !w.error && is_written(&w, "+OK\r\n");
	resp_writer_fini(&w);
	ASSERT_EQ_FMT(-EMSGSIZE, err, "%d");
	ASSERT(good);
	PASS();
}

SUITE(resp)
{
	RUN_TEST(array_cut_anywhere_is_one_request);
	RUN_TEST(line_cut_anywhere_is_one_request);
	RUN_TEST(requests_in_a_row_keep_their_order);
	RUN_TEST(empty_requests_have_no_words);
	RUN_TEST(unfinished_request_waits);
	RUN_TEST(malformed_array_is_an_error);
	RUN_TEST(nothing_is_read_behind_an_error);
	RUN_TEST(limits_hold_for_what_is_announced);
	RUN_TEST(request_over_the_total_is_an_error);
	RUN_TEST(line_over_the_limit_is_an_error);
	RUN_TEST(replies_follow_each_other);
	RUN_TEST(reply_over_the_limit_is_cut_off);
}

SUITE_EXTERN(store);
GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(resp);
	RUN_SUITE(store);
	return count_tests();
}
