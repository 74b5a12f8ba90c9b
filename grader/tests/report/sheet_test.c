// SPDX-License-Identifier: MIT
/* Sheets: written, and filled in without touching anything else. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "report_test.h"

#define MOODLE_HEADER                                                          \
	"\xef\xbb\xbfIdentifier,\"Full name\",\"Email address\",Status,Grade," \
	"\"Maximum Grade\",\"Feedback comments\"\r\n"

static const char moodle[] = MOODLE_HEADER
	"\"Participant 17\",\"King, \"\"A\"\" of\",k@x.org,ok,,100.00,\r\n"
	"\"Participant 4711\",\"Ada Lovelace\",ada@x.org,ok, 12 ,100.00,\"old,"
	"\r\nnews\"\r\n"
	"\"Participant 471\",Bob,bob@x.org,ok,,100.00,";

static const char canvas[] =
	"Student,ID,SIS Login ID,Section,Lab 1 (31),Lab 10 (99),Final\n"
	"    Points Possible,,,,100,100,\n"
	"\"Lovelace, Ada\",5,ada,S1,,7,80\n"
	"\"Babbage, Ch\",6,ch,S1,3,8,81\n";

static int fill(struct grading *g, const char *sheet, const char *who,
	char **result, char **why)
{
	char path[512];
	int error, files;

	snprintf(path, sizeof(path), "%s/sheet.csv", scratch_begin());
	scratch_write("sheet.csv", sheet);
	error = report_fill_sheet(g, path, who, why);
	*result = scratch_read("sheet.csv");
	files = scratch_count();
	scratch_end();
	grading_free(g);
	return files == 1 ? error : -ENOTEMPTY;
}

static enum greatest_test_res filled(struct grading *g, const char *sheet,
	const char *who, const char *expected)
{
	char *result, *why;
	int error = fill(g, sheet, who, &result, &why);

	ASSERT_EQ_FMTm(why, 0, error, "%d");
	ASSERT_STR_EQ(expected, result);
	free(result);
	PASS();
}

static enum greatest_test_res refused(struct grading *g, const char *sheet,
	const char *who, int expected, const char *because)
{
	char *result, *why;
	int error = fill(g, sheet, who, &result, &why);

	ASSERT_EQ_FMT(expected, error, "%d");
	ASSERT_NEQ(NULL, why);
	ASSERTm(why, strstr(why, because));
	ASSERT_STR_EQ(sheet, result);
	free(result);
	free(why);
	PASS();
}

TEST moodle_row_is_filled_in_and_the_rest_stays(void)
{
	static const char expected[] = MOODLE_HEADER
		"\"Participant 17\",\"King, \"\"A\"\" of\",k@x.org,ok,,100.00,"
		"\r\n\"Participant 4711\",\"Ada Lovelace\",ada@x.org,ok,90,"
		"100.00,\"All 5 public tests pass, but 1 of 3 hidden ones does "
		"not.\"\r\n"
		"\"Participant 471\",Bob,bob@x.org,ok,,100.00,";

	CHECK_CALL(filled(fixture_public(), moodle, "4711", expected));
	CHECK_CALL(filled(fixture_public(), moodle, "ada@x.org", expected));
	CHECK_CALL(filled(fixture_public(), moodle, "ada lovelace", expected));
	CHECK_CALL(filled(fixture_public(), moodle,
		"Ada Lovelace_4711_assignsubmission_file_", expected));
	PASS();
}

TEST moodle_sheet_that_does_not_fit_is_refused(void)
{
	static const char tens[] = "Identifier,Grade,Maximum Grade\n"
				   "Participant 1,,10\n";
	static const char twice[] = "Identifier,Grade\n1,\n1,\n";

	CHECK_CALL(refused(fixture_passed(), moodle, "47", -ENOENT,
		"sheet.csv: no student is \"47\""));
	CHECK_CALL(refused(fixture_passed(), twice, "1", -EEXIST,
		"more than one student is \"1\""));
	CHECK_CALL(refused(fixture_passed(), tens, "1", -EINVAL,
		"the most one can get is 10 in the sheet and 100 here"));
	CHECK_CALL(refused(fixture_skipped(), moodle, "4711", -EAGAIN,
		"the score of \"4711\" is not final: 1 tests could not run"));
	CHECK_CALL(refused(fixture_passed(), "Identifier,Grade\n\"x", "x",
		-EINVAL, "a quote is not closed"));
	CHECK_CALL(refused(fixture_passed(), "", "x", -EINVAL, "neither"));
	CHECK_CALL(refused(fixture_passed(), "Identifier,Grade\n1\n", "1",
		-EINVAL, "too short"));
	PASS();
}

TEST canvas_row_is_filled_in_and_the_rest_stays(void)
{
	CHECK_CALL(filled(fixture_public(), canvas, "ada",
		"Student,ID,SIS Login ID,Section,Lab 1 (31),Lab 10 (99),Final\n"
		"    Points Possible,,,,100,100,\n"
		"\"Lovelace, Ada\",5,ada,S1,90,7,80\n"
		"\"Babbage, Ch\",6,ch,S1,3,8,81\n"));
	/* Without a name, it is the submission's: hand-in/ada. */
	CHECK_CALL(refused(fixture_course(), canvas, NULL, -ENOENT,
		"no column is called \"Lab 2\""));
	PASS();
}

TEST sheet_keeps_who_may_read_it(void)
{
	struct grading *g = fixture_public();
	char path[512], *why;
	struct stat st;
	int error;

	snprintf(path, sizeof(path), "%s/sheet.csv", scratch_begin());
	scratch_write("sheet.csv", canvas);
	ASSERT_EQ(0, chmod(path, 0600));
	error = report_fill_sheet(g, path, "ada", &why);
	ASSERT_EQ_FMT(0, error, "%d");
	ASSERT_EQ(0, stat(path, &st));
	ASSERT_EQ_FMT(0600u, st.st_mode & 0777u, "%o");
	scratch_end();
	grading_free(g);
	PASS();
}

static enum greatest_test_res writes(
	report_writer *write, struct grading *g, const char *expected)
{
	char *text = written(write, g);

	ASSERT_STR_EQ(expected, text);
	free(text);
	grading_free(g);
	PASS();
}

TEST sheets_with_one_row_are_as_expected(void)
{
	struct grading *g = fixture_passed();

	CHECK_CALL(writes(report_write_canvas, fixture_public(),
		"Student,ID,SIS Login ID,Section,Lab 1\n"
		"Points Possible,,,,100\nada,,ada,,90\n"));
	g->submission = "all/Ada L_4711_assignsubmission_file";
	CHECK_CALL(writes(report_write_moodle, g,
		"Identifier,Grade,Maximum Grade,Feedback comments\n"
		"Participant 4711,100,100,\"All 5 public tests pass, and so do "
		"all 3 hidden ones.\"\n"));
	PASS();
}

TEST sheets_leave_out_a_score_that_is_not_final(void)
{
	CHECK_CALL(writes(report_write_canvas, fixture_skipped(),
		"Student,ID,SIS Login ID,Section,Lab 1\n"
		"Points Possible,,,,100\nada,,ada,,\n"));
	PASS();
}

SUITE(sheet_suite)
{
	RUN_TEST(moodle_row_is_filled_in_and_the_rest_stays);
	RUN_TEST(moodle_sheet_that_does_not_fit_is_refused);
	RUN_TEST(canvas_row_is_filled_in_and_the_rest_stays);
	RUN_TEST(sheet_keeps_who_may_read_it);
	RUN_TEST(sheets_with_one_row_are_as_expected);
	RUN_TEST(sheets_leave_out_a_score_that_is_not_final);
}
