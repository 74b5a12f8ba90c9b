// SPDX-License-Identifier: MIT
/*
 * What a submission may bring, and what is refused.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suites.h"

#include "grade/fs.h"
#include "grade/intake.h"

static const char *const files[] = {"a.c", NULL};
static const struct rubric_part parts[] = {{"A", "All"}, {0}};
static const struct rubric_test tests[] = {{0}};
static const struct rubric_lab lab = {.number = 1,
	.folder = "lab1-task",
	.files = files,
	.parts = parts,
	.tests = tests};

static struct context context;
static struct grading *grading;
static struct lab_result *result;
static char folder[64];
static char source[128];

static void set_up(void *arg)
{
	(void)arg;
	strcpy(folder, "/tmp/corolab-intake-XXXXXX");
	if (!mkdtemp(folder))
		abort();
	grading = grading_create();
	result = grading_add_lab(grading, &lab);
	memset(&context, 0, sizeof(context));
	context.arena = grading->arena;
	context.root = arena_printf(grading->arena, "%s/root", folder);
	context.work = arena_printf(grading->arena, "%s/work", folder);
	context.options.submission = arena_printf(
		grading->arena, "%s/sub", folder);
	snprintf(source, sizeof(source), "%s/sub/lab1-task/src/a.c", folder);
	fs_make_folders(
		arena_printf(grading->arena, "%s/sub/lab1-task/src", folder));
	fs_make_folders(
		arena_printf(grading->arena, "%s/root/lab1-task/src", folder));
	fs_write(arena_printf(
			 grading->arena, "%s/root/lab1-task/src/a.c", folder),
		"skeleton", 8);
}

static void tear_down(void *arg)
{
	(void)arg;
	fs_remove(folder);
	grading_free(grading);
}

static int take(void)
{
	struct intake in;
	int err = intake_open(&in, &context, grading);

	if (!err)
		err = intake_lab(&in, &lab, result);
	if (!err)
		intake_close(&in);
	return err;
}

/* What lies in the box where the student's file goes. */
static const char *boxed(void)
{
	char *data = "";
	size_t size;

	fs_read(grading->arena,
		arena_printf(grading->arena, "%s/box/lab1-task/src/a.c",
			context.work),
		1 << 20, &data, &size);
	return data;
}

TEST regular_file_is_taken(void)
{
	int err;

	fs_write(source, "mine", 4);
	err = take();
	ASSERT_EQ_FMT(0, err, "%d");
	ASSERT_STR_EQ("mine", boxed());
	ASSERT_EQ_FMT((size_t)0, result->refusal_count, "%zu");
	PASS();
}

TEST missing_file_is_the_skeletons(void)
{
	int err = take();

	ASSERT_EQ_FMT(0, err, "%d");
	ASSERT_STR_EQ("skeleton", boxed());
	ASSERT_EQ_FMT((size_t)1, result->notes.count, "%zu");
	ASSERT(strstr(result->notes.at[0], "missing"));
	PASS();
}

static bool refused_with(const char *word)
{
	return !take() && result->refusal_count == 1 &&
	       strstr(result->refusals[0].what, word) &&
	       !strcmp(boxed(), "skeleton");
}

TEST link_is_refused(void)
{
	ASSERT_EQ(0, symlink("/etc/passwd", source));
	ASSERT(refused_with("symbolic link"));
	PASS();
}

TEST fifo_is_refused_without_waiting(void)
{
	ASSERT_EQ(0, mkfifo(source, 0600));
	ASSERT(refused_with("FIFO"));
	PASS();
}

TEST folder_is_refused(void)
{
	ASSERT_EQ(0, mkdir(source, 0700));
	ASSERT(refused_with("folder"));
	PASS();
}

TEST huge_file_is_refused_unread(void)
{
	fs_write(source, "", 0);
	ASSERT_EQ(0, truncate(source, 10LL << 30));
	ASSERT(refused_with("10737418240"));
	PASS();
}

TEST other_bytes_than_utf8_are_noted_and_taken(void)
{
	int err;

	fs_write(source, "/* gr\xfc\xdf */", 10);
	err = take();
	ASSERT_EQ_FMT(0, err, "%d");
	ASSERT_EQ_FMT((size_t)1, result->notes.count, "%zu");
	ASSERT(strstr(result->notes.at[0], "UTF-8"));
	ASSERT_STR_EQ("/* gr\xfc\xdf */", boxed());
	PASS();
}

TEST other_files_are_named_as_ignored(void)
{
	fs_write(source, "mine", 4);
	fs_write(arena_printf(grading->arena, "%s/sub/Makefile", folder), "x",
		1);
	ASSERT_EQ(0, take());
	ASSERT_EQ_FMT((size_t)2, grading->ignored.count, "%zu");
	ASSERT_STR_EQ("Makefile", grading->ignored.at[0]);
	PASS();
}

TEST hash_follows_the_content(void)
{
	const char *first;

	fs_write(source, "mine", 4);
	ASSERT_EQ(0, take());
	first = grading->hash;
	ASSERT_EQ(0, take());
	ASSERT_STR_EQ(first, grading->hash);
	fs_write(source, "more", 4);
	ASSERT_EQ(0, take());
	ASSERT(strcmp(first, grading->hash));
	PASS();
}

SUITE(intake_suite)
{
	SET_SETUP(set_up, NULL);
	SET_TEARDOWN(tear_down, NULL);
	RUN_TEST(regular_file_is_taken);
	RUN_TEST(missing_file_is_the_skeletons);
	RUN_TEST(link_is_refused);
	RUN_TEST(fifo_is_refused_without_waiting);
	RUN_TEST(folder_is_refused);
	RUN_TEST(huge_file_is_refused_unread);
	RUN_TEST(other_bytes_than_utf8_are_noted_and_taken);
	RUN_TEST(other_files_are_named_as_ignored);
	RUN_TEST(hash_follows_the_content);
}
