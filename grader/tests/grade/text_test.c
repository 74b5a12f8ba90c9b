// SPDX-License-Identifier: MIT
/*
 * What becomes of words from outside: cleaned, cut, hashed.
 */
#include <string.h>

#include "suites.h"

#include "grade/judge.h"
#include "grade/sanitizer.h"
#include "grade/sha256.h"

static struct arena *arena;

static const char *clean(const char *text, size_t max)
{
	return arena_clean(arena, text, strlen(text), max);
}

TEST control_characters_and_bad_utf8_are_replaced(void)
{
	ASSERT_STR_EQ("a?[2Jb\n\tc", clean("a\033[2Jb\n\tc", 100));
	ASSERT_STR_EQ("gr\xc3\xbc\xc3\x9f", clean("gr\xc3\xbc\xc3\x9f", 100));
	ASSERT_STR_EQ("?x", clean("\xffx", 100));
	ASSERT_STR_EQ("??", clean("\xc0\x80", 100));
	ASSERT_STR_EQ("???", clean("\xed\xa0\x80", 100));
	ASSERT_STR_EQ("?", clean("\xc3", 100));
	PASS();
}

TEST cut_never_splits_a_character(void)
{
	ASSERT_STR_EQ("ab...", clean("abc", 2));
	ASSERT_STR_EQ("a...", clean("a\xc3\xbc", 2));
	ASSERT_STR_EQ("ab", clean("ab", 2));
	PASS();
}

static const char *hash(const char *text)
{
	static char hex[SHA256_HEX];
	struct sha256 s;

	sha256_init(&s);
	sha256_add(&s, text, strlen(text));
	sha256_finish(&s, hex);
	return hex;
}

/* The examples of FIPS 180-4. */
TEST sha256_matches_the_standard(void)
{
	ASSERT_STR_EQ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61"
		      "f20015ad",
		hash("abc"));
	ASSERT_STR_EQ("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd4"
		      "19db06c1",
		hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnop"
		     "q"));
	PASS();
}

static struct bytes bytes_of(const char *text)
{
	return (struct bytes){
		.data = (char *)(uintptr_t)text, .size = strlen(text)};
}

TEST output_is_cut_to_its_end_without_noise(void)
{
	struct bytes b = bytes_of("* Suite x:\nhello\nPASS t\n"
				  "grader/hidden/lab1/x.c:3: secret\n");
	const char *open = judge_output(arena, &b, false);
	const char *hidden = judge_output(arena, &b, true);

	ASSERT_STR_EQ("hello\ngrader/hidden/lab1/x.c:3: secret\n", open);
	ASSERT_STR_EQ("hello\n", hidden);
	PASS();
}

TEST sanitizer_report_keeps_kind_and_headings(void)
{
	struct bytes b = bytes_of(
		"noise\n"
		"==7==ERROR: AddressSanitizer: heap-use-after-free on address "
		"0x1 at pc 0x2 bp 0x3 sp 0x4\n"
		"READ of size 8 at 0x1 thread T0\n"
		"    #0 0x2 in f (/test+0x10)\n"
		"0x1 is located 0 bytes inside of 8-byte region\n"
		"freed by thread T0 here:\n"
		"Shadow bytes around the buggy address:\n");
	struct run run = {.verdict = VERDICT_CRASHED};
	bool found = sanitizer_read(arena, &b, NULL, &run);

	ASSERT(found);
	ASSERT_STR_EQ("heap-use-after-free\nREAD of size 8\n"
		      "freed by thread T0 here:\n",
		run.report);
	ASSERT_STR_EQ("heap-use-after-free", run.message);
	PASS();
}

TEST no_report_is_no_report(void)
{
	struct bytes b = bytes_of("all is well\n");
	struct run run = {.verdict = VERDICT_CRASHED, .message = "m"};
	bool found = sanitizer_read(arena, &b, NULL, &run);

	ASSERT_FALSE(found);
	ASSERT_STR_EQ("m", run.message);
	PASS();
}

static void set_up(void *arg)
{
	(void)arg;
	arena = arena_create();
}

static void tear_down(void *arg)
{
	(void)arg;
	arena_destroy(arena);
}

SUITE(text_suite)
{
	SET_SETUP(set_up, NULL);
	SET_TEARDOWN(tear_down, NULL);
	RUN_TEST(control_characters_and_bad_utf8_are_replaced);
	RUN_TEST(cut_never_splits_a_character);
	RUN_TEST(sha256_matches_the_standard);
	RUN_TEST(output_is_cut_to_its_end_without_noise);
	RUN_TEST(sanitizer_report_keeps_kind_and_headings);
	RUN_TEST(no_report_is_no_report);
}
