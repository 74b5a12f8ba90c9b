// SPDX-License-Identifier: MIT
/* Whatever comes in, text comes out. */
#include <errno.h>
#include <stdlib.h>

#include "report/base64.h"
#include "report/csv.h"
#include "report/file.h"
#include "report/text.h"
#include "report_test.h"

static char *as_markup(const char *text)
{
	struct text t;

	text_open(&t);
	markup(t.out, "<b>%s</b>", text);
	return text_close(&t);
}

static enum greatest_test_res same(const char *expected, char *actual)
{
	ASSERT_STR_EQ(expected, actual);
	free(actual);
	PASS();
}

TEST text_bytes_that_are_not_utf8_are_replaced(void)
{
	/* A lone byte, a cut sequence, an overlong one, a surrogate. */
	CHECK_CALL(same("a\xef\xbf\xbdz", text_clean("a\xffz")));
	CHECK_CALL(same("\xef\xbf\xbd(", text_clean("\xc3(")));
	CHECK_CALL(same("\xef\xbf\xbd\xef\xbf\xbd", text_clean("\xc0\xaf")));
	CHECK_CALL(same("\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd",
		text_clean("\xed\xa0\x80")));
	CHECK_CALL(same("\xef\xbf\xbd", text_clean("\xf0")));
	PASS();
}

TEST text_that_is_utf8_is_kept(void)
{
	const char *kept = "tab\tline\n\xc3\xa9 \xe2\x9c\x93 \xf0\x9f\x98\x80";

	CHECK_CALL(same(kept, text_clean(kept)));
	PASS();
}

TEST text_control_characters_are_dropped(void)
{
	CHECK_CALL(same("[31mred", text_clean("\x1b[31m\x01red\r\x7f")));
	CHECK_CALL(same("ab", text_clean("a\xc2\x85\xef\xbf\xbf"
					 "b")));
	PASS();
}

TEST text_turned_direction_is_spelled_out(void)
{
	CHECK_CALL(same(
		"<U+202E>x<U+2066>", text_clean("\xe2\x80\xaex\xe2\x81\xa6")));
	CHECK_CALL(same("<b>&lt;U+202E&gt;</b>", as_markup("\xe2\x80\xae")));
	PASS();
}

TEST text_in_markup_is_escaped(void)
{
	CHECK_CALL(same("<b>&lt;i a=&quot;&#39;&quot;&gt;&amp;]]&gt;</b>",
		as_markup("<i a=\"'\">&]]>")));
	CHECK_CALL(same("<b></b>", as_markup(NULL)));
	PASS();
}

static char *as_cell(const char *text)
{
	struct text t;

	text_open(&t);
	csv_put(t.out, text);
	return text_close(&t);
}

TEST text_in_a_cell_is_quoted_and_no_formula(void)
{
	CHECK_CALL(same("plain", as_cell("plain")));
	CHECK_CALL(same("\"a,\"\"b\"\"\"", as_cell("a,\"b\"")));
	CHECK_CALL(same("\"'=1+1\"", as_cell("=1+1")));
	CHECK_CALL(same("\"'@x\"", as_cell("@x")));
	PASS();
}

TEST text_as_base64_has_its_padding(void)
{
	static const char *const pairs[][2] = {{"", ""}, {"f", "Zg=="},
		{"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
	size_t i;

	for (i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		struct text t;

		text_open(&t);
		base64_put(t.out, pairs[i][0], strlen(pairs[i][0]));
		CHECK_CALL(same(pairs[i][1], text_close(&t)));
	}
	PASS();
}

TEST file_names_that_leave_the_folder_are_refused(void)
{
	static const char *const names[] = {
		"../x", "/etc/passwd", "a/../../x", "..", ""};
	char *data;
	size_t size, i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		int error = file_read("/tmp", names[i], 100, &data, &size);

		ASSERT_EQ_FMT(-EINVAL, error, "%d");
		ASSERT_EQ(NULL, data);
	}
	PASS();
}

TEST file_way_leads_from_one_folder_to_another(void)
{
	CHECK_CALL(same("./..", file_way("/usr/lib", "/usr")));
	CHECK_CALL(same(".", file_way("/usr", "/usr")));
	CHECK_CALL(same("./../../etc", file_way("/usr/share", "/etc")));
	ASSERT_EQ(NULL, file_way("/usr", "/nowhere/at/all"));
	PASS();
}

SUITE(text_suite)
{
	RUN_TEST(text_bytes_that_are_not_utf8_are_replaced);
	RUN_TEST(text_that_is_utf8_is_kept);
	RUN_TEST(text_control_characters_are_dropped);
	RUN_TEST(text_turned_direction_is_spelled_out);
	RUN_TEST(text_in_markup_is_escaped);
	RUN_TEST(text_in_a_cell_is_quoted_and_no_formula);
	RUN_TEST(text_as_base64_has_its_padding);
	RUN_TEST(file_names_that_leave_the_folder_are_refused);
	RUN_TEST(file_way_leads_from_one_folder_to_another);
}
