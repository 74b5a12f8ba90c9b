// SPDX-License-Identifier: MIT
/* Whole, cut, spoilt: what the reader makes of a trace file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "count.h"
#include "fixture.h"
#include "greatest.h"

static struct fixture fx;

/* Open @fx, which must be refused for a reason that contains @reason. */
static enum greatest_test_res refused(const char *reason)
{
	struct trace *t = fixture_open(&fx);

	if (t) {
		trace_close(t);
		FAILm("a spoilt trace was accepted");
	}
	ASSERT(fx.why);
	if (!strstr(fx.why, reason))
		fprintf(stderr, "expected \"%s\" in: %s\n", reason, fx.why);
	ASSERT(strstr(fx.why, reason));
	ASSERT(!strncmp(fx.why, fx.path, strlen(fx.path)));
	PASS();
}

static void small_trace(void)
{
	fixture_init(&fx, 2, 8);
	fixture_thread(&fx, 0, "prog");
	fixture_start(&fx, 0, 0x10, "greet");
	fixture_finish(&fx, 0, 0x10, 0);
}

TEST whole_trace_is_read(void)
{
	struct trace *t;

	small_trace();
	t = fixture_open(&fx);
	ASSERTm(fx.why, t);
	ASSERT_EQ_FMT(4, t->nevents, "%d");
	ASSERT_EQ_FMT(1, t->nthreads, "%d");
	ASSERT_STR_EQ("main", t->threads[0].id);
	ASSERT_EQ_FMT(0, (int)t->lost, "%d");
	ASSERT_STR_EQ("greet", t->tasks[0].id);
	ASSERT_STR_EQ("src/demo.c", t->tasks[0].file);
	trace_close(t);
	fixture_fini(&fx);
	PASS();
}

TEST empty_ring_file_is_a_trace_without_events(void)
{
	struct trace *t;

	fixture_init(&fx, 1, 2);
	t = fixture_open(&fx);
	ASSERTm(fx.why, t);
	ASSERT_EQ_FMT(0, t->nevents, "%d");
	trace_close(t);
	fixture_fini(&fx);
	PASS();
}

TEST truncated_anywhere_is_refused(void)
{
	size_t cuts[] = {0, 1, sizeof(struct co_trace_header) - 1,
		sizeof(struct co_trace_header), 0, 0, 0, 0};
	struct trace *t = NULL;
	size_t i;

	small_trace();
	cuts[4] = fx.header->strings_at - 1;
	cuts[5] = fx.header->events_at - 1;
	cuts[6] = fx.header->events_at + 1;
	cuts[7] = fx.size - 1;
	for (i = 0; i < sizeof(cuts) / sizeof(*cuts); i++) {
		char *why = NULL;
		int err;

		fixture_write(&fx, cuts[i]);
		err = trace_open(fx.path, &t, &why);
		ASSERT_EQ_FMT(-EINVAL, err, "%d");
		ASSERT(strstr(why, cuts[i] ? "truncated" : "empty"));
		free(why);
	}
	fixture_fini(&fx);
	PASS();
}

TEST header_spoilt_is_refused(
	uint64_t offset, uint64_t value, int size, const char *reason)
{
	enum greatest_test_res res;

	small_trace();
	memcpy(fx.bytes + offset, &value, (size_t)size);
	res = refused(reason);
	fixture_fini(&fx);
	return res;
}

#define SPOIL(field, value, reason)                                            \
	RUN_TESTp(header_spoilt_is_refused,                                    \
		offsetof(struct co_trace_header, field), (value),              \
		(int)sizeof(((struct co_trace_header *)0)->field), reason)

TEST file_of_another_kind_is_refused(void)
{
	struct trace *t = NULL;
	char *why = NULL;
	int err;

	err = trace_open("/nowhere/at/all", &t, &why);
	ASSERT_EQ_FMT(-ENOENT, err, "%d");
	ASSERT_STR_EQ("/nowhere/at/all: No such file or directory", why);
	free(why);
	err = trace_open("/dev/null", &t, &why);
	ASSERT_EQ_FMT(-EINVAL, err, "%d");
	ASSERT_STR_EQ("/dev/null: not a regular file", why);
	free(why);
	PASS();
}

TEST fifo_does_not_block_the_reader(void)
{
	char path[] = "/tmp/corolab-fifo-XXXXXX";
	struct trace *t = NULL;
	char *why = NULL;
	int err;

	ASSERT(mkdtemp(path));
	rmdir(path);
	ASSERT_EQ_FMT(0, mkfifo(path, 0600), "%d");
	err = trace_open(path, &t, &why);
	unlink(path);
	ASSERT_EQ_FMT(-EINVAL, err, "%d");
	ASSERT(strstr(why, "not a regular file"));
	free(why);
	PASS();
}

TEST impossible_head_is_refused(void)
{
	enum greatest_test_res res;

	small_trace();
	fx.rings[0].head = UINT64_MAX;
	res = refused("ring 0 counts 18446744073709551615 events");
	fixture_fini(&fx);
	return res;
}

TEST events_without_a_thread_are_refused(void)
{
	enum greatest_test_res res;

	small_trace();
	fx.rings[0].tid = 0;
	res = refused("ring 0 has events but no thread");
	fixture_fini(&fx);
	return res;
}

TEST head_past_the_written_events_is_refused(void)
{
	enum greatest_test_res res;

	small_trace();
	fx.rings[0].head = 6;
	res = refused("ring 0, event 4: unknown type 0");
	fixture_fini(&fx);
	return res;
}

TEST unknown_event_type_is_refused(void)
{
	enum greatest_test_res res;

	small_trace();
	fx.events[2].type = CO_TRACE_TYPES;
	res = refused("ring 0, event 2: unknown type");
	fixture_fini(&fx);
	return res;
}

TEST string_outside_the_table_is_refused(uint32_t offset)
{
	enum greatest_test_res res;

	small_trace();
	fx.events[1].name = offset;
	res = refused("ring 0, event 1: there is no string");
	fixture_fini(&fx);
	return res;
}

TEST unterminated_string_is_refused(void)
{
	enum greatest_test_res res;

	small_trace();
	fx.strings[fx.header->strings_used - 1] = 'x';
	res = refused("the last string does not end");
	fixture_fini(&fx);
	return res;
}

TEST hostile_names_come_out_clean(void)
{
	struct trace *t;

	fixture_init(&fx, 1, 16);
	fixture_start(&fx, 0, 0x10, "a\033[2Jb\x7f\xff\xc3");
	fixture_start(&fx, 0, 0x20, "\xe2\x80\xae gpj.exe");
	fixture_start(&fx, 0, 0x30, "gr\xc3\xbc\xc3\x9f \xe2\x82\xac");
	fixture_start(&fx, 0, 0x40, "\xed\xa0\x80\xf4\x90\x80\x80");
	t = fixture_open(&fx);
	ASSERTm(fx.why, t);
	ASSERT_STR_EQ("a?[2Jb???", t->tasks[0].name);
	ASSERT_STR_EQ("??? gpj.exe", t->tasks[1].name);
	ASSERT_STR_EQ("gr\xc3\xbc\xc3\x9f \xe2\x82\xac", t->tasks[2].name);
	ASSERT_STR_EQ("???????", t->tasks[3].name);
	trace_close(t);
	fixture_fini(&fx);
	PASS();
}

TEST long_name_is_cut_between_characters(void)
{
	char name[4000];
	struct trace *t;
	size_t i;

	for (i = 0; i + 2 < sizeof(name); i += 2)
		memcpy(name + i, "\xc3\xbc", 3);
	fixture_init(&fx, 1, 4);
	fixture_start(&fx, 0, 0x10, name);
	t = fixture_open(&fx);
	ASSERTm(fx.why, t);
	ASSERT_EQ_FMT((size_t)1027, strlen(t->tasks[0].name), "%zu");
	ASSERT_EQ_FMT((size_t)43, strlen(t->tasks[0].id), "%zu");
	ASSERT_STR_EQ("\xc3\xbc...", t->tasks[0].id + 38);
	trace_close(t);
	fixture_fini(&fx);
	PASS();
}

/*
 * Spoil a few bytes, many times: whatever the reader makes of it, it comes
 * back, and says why when it refuses. The sanitizers watch it.
 */
TEST random_corruption_is_survived(void)
{
	unsigned int seed = 20240229;
	int round, hits, accepted = 0, refusals = 0;

	small_trace();
	for (round = 0; round < 1000; round++) {
		char *good = malloc(fx.size);
		struct trace *t;
		size_t area = round % 2 ? fx.size : fx.header->strings_at;

		ASSERT(good);
		memcpy(good, fx.bytes, fx.size);
		for (hits = 1 + rand_r(&seed) % 4; hits; hits--)
			fx.bytes[(size_t)rand_r(&seed) % area] ^=
				(char)(1 << rand_r(&seed) % 8);
		t = fixture_open(&fx);
		accepted += t != NULL;
		refusals += t == NULL;
		ASSERT(t || fx.why);
		if (t) {
			FILE *null = fopen("/dev/null", "w");

			trace_print_stacks(null, t);
			trace_print_waits(null, t);
			fclose(null);
		}
		trace_close(t);
		memcpy(fx.bytes, good, fx.size);
		free(good);
	}
	fixture_fini(&fx);
	ASSERT(accepted > 100);
	ASSERT(refusals > 100);
	PASS();
}

SUITE(reading)
{
	RUN_TEST(whole_trace_is_read);
	RUN_TEST(empty_ring_file_is_a_trace_without_events);
	RUN_TEST(truncated_anywhere_is_refused);
	SPOIL(magic, 0, "no trace in it yet");
	SPOIL(magic, 42, "not a trace file");
	SPOIL(version, 7, "written by version 7, this reader knows 1");
	SPOIL(event_size, 47, "events of 47 bytes, not 48");
	SPOIL(rings, 0, "0 rings");
	SPOIL(rings, UINT32_MAX, "4294967295 rings");
	SPOIL(capacity, 0, "rings of 0 events");
	SPOIL(capacity, 12, "rings of 12 events");
	SPOIL(capacity, 1u << 31, "rings of 2147483648 events");
	SPOIL(capacity, 1 << 20, "events outside the file");
	SPOIL(rings_at, UINT64_MAX, "rings outside the file");
	SPOIL(strings_at, UINT64_MAX - 8, "strings outside the file");
	SPOIL(strings_size, 0, "strings outside the file");
	SPOIL(strings_size, UINT64_MAX, "strings outside the file");
	SPOIL(events_at, UINT64_MAX, "events outside the file");
	SPOIL(file_size, UINT64_MAX, "truncated");
	SPOIL(strings_used, 0, "0 bytes of strings");
	SPOIL(strings_used, 1 << 30, "1073741824 bytes of strings");
	SPOIL(ticks[0], 2000, "clock runs backwards");
	RUN_TEST(file_of_another_kind_is_refused);
	RUN_TEST(fifo_does_not_block_the_reader);
	RUN_TEST(impossible_head_is_refused);
	RUN_TEST(events_without_a_thread_are_refused);
	RUN_TEST(head_past_the_written_events_is_refused);
	RUN_TEST(unknown_event_type_is_refused);
	RUN_TESTp(string_outside_the_table_is_refused, UINT32_MAX);
	RUN_TESTp(string_outside_the_table_is_refused, 3);
	RUN_TEST(unterminated_string_is_refused);
	RUN_TEST(hostile_names_come_out_clean);
	RUN_TEST(long_name_is_cut_between_characters);
	RUN_TEST(random_corruption_is_survived);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(reading);
	return count_tests();
}
