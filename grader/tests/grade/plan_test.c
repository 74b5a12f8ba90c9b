// SPDX-License-Identifier: MIT
/* What of a schedule a drawing may show: the student's places, no others. */
#include <string.h>

#include "suites.h"

#include "grade/plan.h"

static struct arena *arena;
static json_t *root;

static const struct lines nowhere;
static const char *frames[] = {"lab2-executors/src/looper.c:41 in co_post"};
static const struct lines in_looper = {.at = frames, .count = 1};

static void set_up(void *unused)
{
	(void)unused;
	arena = arena_create();
	root = json_pack("{s:s,s:s,s:s,s:i,s:[{s:s,s:s,s:i},{s:s}]}", "kind",
		"check", "message", "secret(x)", "file", "hidden.c", "line", 7,
		"steps", "op", "loads", "file", "hidden.c", "line", 8, "op",
		"stores");
}

static void tear_down(void *unused)
{
	(void)unused;
	json_decref(root);
	arena_destroy(arena);
}

TEST place_of_the_student_replaces_the_explorers(void)
{
	plan_place(root, &in_looper);
	ASSERT_STR_EQ("lab2-executors/src/looper.c",
		json_string_value(json_object_get(root, "file")));
	ASSERT_EQ_FMT(41,
		(int)json_integer_value(json_object_get(root, "line")), "%d");
	plan_place(root, &nowhere);
	ASSERT_FALSE(json_object_get(root, "file"));
	ASSERT_FALSE(json_object_get(root, "line"));
	PASS();
}

TEST hidden_check_shows_neither_place_nor_expression(void)
{
	const struct lines places[] = {nowhere, nowhere};
	const char *text;

	plan_place(json_array_get(json_object_get(root, "steps"), 0), &nowhere);
	text = plan_text(arena, root, 0, places, true);
	ASSERT(text);
	ASSERT(strstr(text, "loads"));
	ASSERT_FALSE(strstr(text, "hidden.c"));
	ASSERT_FALSE(strstr(text, "secret"));
	PASS();
}

TEST public_check_keeps_its_place(void)
{
	const struct lines places[] = {nowhere, nowhere};
	const char *text = plan_text(arena, root, 1, places, false);

	ASSERT(text);
	ASSERT(strstr(text, "hidden.c\",\"line\":7"));
	ASSERT(strstr(text, "secret(x)"));
	ASSERT_FALSE(strstr(text, "loads"));
	ASSERT(strstr(text, "stores"));
	PASS();
}

TEST object_is_renamed_in_its_phrase_too(void)
{
	json_t *wait = json_pack("{s:s,s:s}", "object", "heap(0x40:0)+8", "for",
		"wants to lock heap(0x40:0)+8, held by thread 2");

	plan_object(arena, wait, "heap(looper.c:9:0)+8");
	ASSERT_STR_EQ("wants to lock heap(looper.c:9:0)+8, held by thread 2",
		json_string_value(json_object_get(wait, "for")));
	ASSERT_STR_EQ("heap(looper.c:9:0)+8",
		json_string_value(json_object_get(wait, "object")));
	json_decref(wait);
	PASS();
}

SUITE(plan_suite)
{
	GREATEST_SET_SETUP_CB(set_up, NULL);
	GREATEST_SET_TEARDOWN_CB(tear_down, NULL);
	RUN_TEST(place_of_the_student_replaces_the_explorers);
	RUN_TEST(hidden_check_shows_neither_place_nor_expression);
	RUN_TEST(public_check_keeps_its_place);
	RUN_TEST(object_is_renamed_in_its_phrase_too);
}
