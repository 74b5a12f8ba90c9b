// SPDX-License-Identifier: MIT
/* The store: keys, values, counting. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "../../../lab5-scheduler/examples/kv/store.h"
#include "greatest.h"

static struct store *s;

static struct resp_bytes bytes(const char *text)
{
	return (struct resp_bytes){text, strlen(text)};
}

static int set(const char *key, const char *value)
{
	return store_set(s, bytes(key), bytes(value));
}

static bool is(const char *key, const char *expected)
{
	struct value *value = store_get(s, bytes(key));
	bool good = value && value->size == strlen(expected) &&
		    !memcmp(value->bytes, expected, value->size);

	value_put(value);
	return good;
}

static void make(void *unused)
{
	(void)unused;
	s = store_create();
}

static void unmake(void *unused)
{
	(void)unused;
	store_destroy(s);
}

TEST set_value_is_found_until_deleted(void)
{
	ASSERT(!store_get(s, bytes("a")));
	ASSERT_EQ_FMT(0, set("a", "1"), "%d");
	ASSERT(is("a", "1"));
	ASSERT_EQ_FMT(0, set("a", "two"), "%d");
	ASSERT(is("a", "two"));
	ASSERT(store_contains(s, bytes("a")));
	ASSERT(store_delete(s, bytes("a")));
	ASSERT(!store_delete(s, bytes("a")));
	ASSERT(!store_contains(s, bytes("a")));
	PASS();
}

TEST keys_are_bytes_with_a_length(void)
{
	struct resp_bytes zero = {"a\0b", 3};

	ASSERT_EQ_FMT(0, store_set(s, zero, bytes("x")), "%d");
	ASSERT_EQ_FMT(0, set("", "empty"), "%d");
	ASSERT(!store_contains(s, bytes("a")));
	ASSERT(store_contains(s, zero));
	ASSERT(is("", "empty"));
	PASS();
}

TEST value_outlives_its_key(void)
{
	struct value *value;
	bool good;

	ASSERT_EQ_FMT(0, set("a", "kept"), "%d");
	value = store_get(s, bytes("a"));
	ASSERT_EQ_FMT(0, set("a", "new"), "%d");
	store_clear(s);
	good = value && !memcmp(value->bytes, "kept", 4);
	value_put(value);
	ASSERT(good);
	PASS();
}

TEST many_keys_are_all_found(void)
{
	enum {
		KEYS = 20000
	};
	char key[16];
	int i;

	for (i = 0; i < KEYS; i++) {
		sprintf(key, "%d", i);
		ASSERT_EQ_FMT(0, set(key, key), "%d");
	}
	ASSERT_EQ_FMT((size_t)KEYS, store_count(s), "%zu");
	for (i = 0; i < KEYS; i++) {
		sprintf(key, "%d", i);
		ASSERT(is(key, key));
	}
	store_clear(s);
	ASSERT_EQ_FMT((size_t)0, store_count(s), "%zu");
	PASS();
}

TEST add_counts_from_nothing(void)
{
	int64_t sum = 7;

	ASSERT_EQ_FMT(0, store_add(s, bytes("n"), -1, &sum), "%d");
	ASSERT(sum == -1 && is("n", "-1"));
	ASSERT_EQ_FMT(0, set("n", "41"), "%d");
	ASSERT_EQ_FMT(0, store_add(s, bytes("n"), 1, &sum), "%d");
	ASSERT(sum == 42 && is("n", "42"));
	PASS();
}

TEST add_refuses_what_is_no_integer(void)
{
	static const char *const wrong[] = {"", " 1", "1 ", "+1", "01", "-0",
		"0x1", "1.0", "-", "a", "9223372036854775808",
		"-9223372036854775809", "111111111111111111111"};
	int64_t sum;
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		ASSERT_EQ_FMT(0, set("n", wrong[i]), "%d");
		ASSERT_EQ_FMT(-EINVAL, store_add(s, bytes("n"), 1, &sum), "%d");
		ASSERT(is("n", wrong[i]));
	}
	PASS();
}

TEST add_past_the_end_changes_nothing(void)
{
	int64_t sum;

	ASSERT_EQ_FMT(0, set("n", "9223372036854775807"), "%d");
	ASSERT_EQ_FMT(-ERANGE, store_add(s, bytes("n"), 1, &sum), "%d");
	ASSERT(is("n", "9223372036854775807"));
	ASSERT_EQ_FMT(0, set("n", "-9223372036854775808"), "%d");
	ASSERT_EQ_FMT(-ERANGE, store_add(s, bytes("n"), -1, &sum), "%d");
	PASS();
}

enum {
	THREADS = 4,
	ROUNDS = 5000
};

/* Everybody counts one key, and sets, reads and deletes another. */
static void *use(void *unused)
{
	int64_t sum;
	int i;

	(void)unused;
	for (i = 0; i < ROUNDS; i++) {
		store_add(s, bytes("n"), 1, &sum);
		set("shared", "value");
		value_put(store_get(s, bytes("shared")));
		store_delete(s, bytes("shared"));
	}
	return NULL;
}

TEST threads_lose_no_addition(void)
{
	pthread_t threads[THREADS];
	int i;

	for (i = 0; i < THREADS; i++)
		ASSERT(!pthread_create(&threads[i], NULL, use, NULL));
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	ASSERT(is("n", "20000"));
	ASSERT_EQ_FMT((size_t)1, store_count(s), "%zu");
	PASS();
}

SUITE_EXTERN(store);
SUITE(store)
{
	SET_SETUP(make, NULL);
	SET_TEARDOWN(unmake, NULL);
	RUN_TEST(set_value_is_found_until_deleted);
	RUN_TEST(keys_are_bytes_with_a_length);
	RUN_TEST(value_outlives_its_key);
	RUN_TEST(many_keys_are_all_found);
	RUN_TEST(add_counts_from_nothing);
	RUN_TEST(add_refuses_what_is_no_integer);
	RUN_TEST(add_past_the_end_changes_nothing);
	RUN_TEST(threads_lose_no_addition);
}
