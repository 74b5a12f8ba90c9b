// SPDX-License-Identifier: MIT
/*
 * Verdicts from crafted records: only a whole record with a pass is a pass.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"

#include "grade/explorer.h"
#include "grade/judge.h"
#include "grade/objects.h"

static const struct rubric_test open_test = {.name = "t", .points = 3};
static const struct rubric_test hidden_test = {
	.name = "t", .points = 3, .visibility = RUBRIC_HIDDEN};

/* What becomes of a process that wrote @text and exited with @code. */
static struct run judged(struct arena *a, const char *text, int code,
	const struct rubric_test *test)
{
	struct job job = {.ready = true, .exited = true, .exit_code = code};
	struct lines crash = {0};
	struct run run = {0};

	strcpy(job.nonce, "n");
	job.record.data = (char *)(uintptr_t)text;
	job.record.size = strlen(text);
	judge_run(a, test, &job, &run, &crash);
	return run;
}

#define JUDGE(expected, code, text)                                            \
	do {                                                                   \
		struct arena *a = arena_create();                              \
		struct run r = judged(a, text, code, &open_test);              \
		const char *verdict = verdict_name(r.verdict);                 \
		arena_destroy(a);                                              \
		ASSERT_STR_EQ(expected, verdict);                              \
	} while (0)

TEST whole_record_with_pass_passes(void)
{
	JUDGE("passed", 0, "n 0 begin\tt\nn 1 step\tx\nn 2 end\tpassed\n");
	PASS();
}

TEST record_without_end_fails(void)
{
	JUDGE("failed", 0, "n 0 begin\tt\n");
	JUDGE("failed", 0, "");
	JUDGE("failed", 0, "n 0 begin\tt\nn 1 end\tpassed");
	PASS();
}

TEST wrong_nonce_or_number_is_tampering(void)
{
	JUDGE("refused", 0, "x 0 begin\tt\nx 1 end\tpassed\n");
	JUDGE("refused", 0, "n 0 begin\tt\nx 1 end\tpassed\n");
	JUDGE("refused", 0, "n 0 begin\tt\nn 2 end\tpassed\n");
	JUDGE("refused", 0, "n 0 begin\tt\nn 1 end\tpassed\nn 1 end\tpassed\n");
	JUDGE("refused", 0, "n 0 end\tpassed\n");
	JUDGE("refused", 0, "n 0 begin\tother\nn 1 end\tpassed\n");
	JUDGE("refused", 0, "end\tpassed\n");
	JUDGE("refused", 0, "n 0 begin\tt\nn 1 bless\tt\nn 2 end\tpassed\n");
	JUDGE("refused", 0, "n 0 begin\tt\nn 1 end\tfailed\nn 2 end\tpassed\n");
	PASS();
}

TEST pass_needs_clean_exit(void)
{
	JUDGE("failed", 1, "n 0 begin\tt\nn 1 end\tpassed\n");
	JUDGE("crashed", EXIT_SANITIZER, "n 0 begin\tt\nn 1 end\tpassed\n");
	PASS();
}

TEST failed_check_outweighs_end(void)
{
	JUDGE("failed", 0,
		"n 0 begin\tt\nn 1 fail\tf.c\t1\tx\t1\t2\nn 2 end\tpassed\n");
	JUDGE("failed", 76,
		"n 0 begin\tt\nn 1 fail\tf.c\t1\tx\t1\t2\n"
		"n 2 not-started\tlab1.A\tf.c\t3\n");
	PASS();
}

TEST other_ends_have_their_verdicts(void)
{
	JUDGE("not started", 76,
		"n 0 begin\tt\nn 1 not-started\tlab1.A\ts.c\t3\n");
	JUDGE("skipped", 77, "n 0 begin\tt\nn 1 end\tskipped\n");
	JUDGE("failed", 0, "n 0 begin\tt\nn 1 end\tskipped\n");
	JUDGE("failed", 1,
		"n 0 begin\tt\nn 1 assert\ts.c\t3\tno\nn 2 end\tfailed\n");
	PASS();
}

TEST hidden_check_shows_neither_place_nor_expression(void)
{
	struct arena *a = arena_create();
	struct run r = judged(a,
		"n 0 begin\tt\n"
		"n 1 fail\tgrader/hidden/lab1/x.c\t7\tsecret(x)\t1\t2\n"
		"n 2 end\tfailed\n",
		1, &hidden_test);
	bool leaks = strstr(r.message, "secret") || r.failures[0].file ||
		     r.failures[0].what;
	bool tells = !strcmp(r.failures[0].expected, "1") &&
		     !strcmp(r.failures[0].actual, "2");

	arena_destroy(a);
	ASSERT_FALSE(leaks);
	ASSERT(tells);
	PASS();
}

TEST what_supervisor_saw_goes_first(void)
{
	struct arena *a = arena_create();
	struct lines crash = {0};
	struct run run = {0};
	struct job job = {.ready = true, .timed_out = true, .seconds = 1};
	enum verdict slow, killed, ours;

	judge_run(a, &open_test, &job, &run, &crash);
	slow = run.verdict;
	job = (struct job){.ready = true, .signal = SIGSEGV};
	judge_run(a, &open_test, &job, &run, &crash);
	killed = run.verdict;
	job = (struct job){.fault = "no sandbox"};
	judge_run(a, &open_test, &job, &run, &crash);
	ours = run.verdict;
	arena_destroy(a);
	ASSERT_EQ_FMT(VERDICT_TIMED_OUT, slow, "%d");
	ASSERT_EQ_FMT(VERDICT_CRASHED, killed, "%d");
	ASSERT_EQ_FMT(VERDICT_SKIPPED, ours, "%d");
	PASS();
}

TEST one_bad_run_costs_all_points(void)
{
	struct arena *a = arena_create();
	struct test_result t = {.rubric = &open_test, .run_count = 2};

	t.runs[0] = (struct run){.verdict = VERDICT_PASSED, .message = ""};
	t.runs[1] = (struct run){.verdict = VERDICT_CRASHED, .message = "x"};
	judge_test(a, &t);
	ASSERT_EQ_FMT(VERDICT_CRASHED, t.verdict, "%d");
	ASSERT_EQ_FMT(0, t.points, "%d");
	t.runs[1].verdict = VERDICT_PASSED;
	judge_test(a, &t);
	ASSERT_EQ_FMT(3, t.points, "%d");
	arena_destroy(a);
	PASS();
}

/* What becomes of an explorer that wrote @text and exited with @code. */
static const char *explored(const char *text, int code)
{
	struct job job = {.ready = true, .exited = true, .exit_code = code};
	struct arena *a = arena_create();
	struct run run = {0};

	strcpy(job.nonce, "n");
	job.record.data = (char *)(uintptr_t)text;
	job.record.size = strlen(text);
	explorer_judge(a, &open_test, &job, NULL, &run);
	arena_destroy(a);
	return verdict_name(run.verdict);
}

#define PASSED "{\"test\":\"t\",\"verdict\":\"passed\"}\n"
#define OTHER  "{\"test\":\"u\",\"verdict\":\"passed\"}\n"

TEST explorer_is_believed_by_its_nonce(void)
{
	ASSERT_STR_EQ("passed", explored("n " PASSED, 0));
	ASSERT_STR_EQ("failed", explored("n " PASSED, 1));
	ASSERT_STR_EQ("refused", explored(PASSED, 0));
	ASSERT_STR_EQ("refused", explored("x " PASSED, 0));
	ASSERT_STR_EQ("refused", explored(PASSED "n " PASSED, 0));
	ASSERT_STR_EQ("failed", explored("n " PASSED PASSED, 0));
	ASSERT_STR_EQ("failed", explored("n " OTHER, 0));
	ASSERT_STR_EQ("failed", explored("", 0));
	PASS();
}

TEST object_is_named_without_address(void)
{
	const char *at[] = {"lab2-executors/src/looper.c:197 in create"};
	struct lines here = {.at = at, .count = 1}, nowhere = {0};
	struct arena *a = arena_create();
	struct objects o = {0};

	ASSERT_STR_EQ("heap block of looper.c:197 +32",
		objects_name(a, &o, "heap(0x4054a9:0)+32", &here));
	ASSERT_STR_EQ("heap block 1",
		objects_name(a, &o, "heap(0x4000:0)+0", &nowhere));
	ASSERT_STR_EQ("heap block 2 +8",
		objects_name(a, &o, "heap(0x5000:0)+8", &nowhere));
	ASSERT_STR_EQ("heap block 1 +4",
		objects_name(a, &o, "heap(0x4000:0)+4", &nowhere));
	ASSERT_STR_EQ(
		"static variable 1", objects_name(a, &o, "0x4240e8", &nowhere));
	ASSERT_STR_EQ("cond", objects_name(a, &o, "cond", &nowhere));
	arena_destroy(a);
	PASS();
}

SUITE(judge_suite)
{
	RUN_TEST(object_is_named_without_address);
	RUN_TEST(explorer_is_believed_by_its_nonce);
	RUN_TEST(whole_record_with_pass_passes);
	RUN_TEST(record_without_end_fails);
	RUN_TEST(wrong_nonce_or_number_is_tampering);
	RUN_TEST(pass_needs_clean_exit);
	RUN_TEST(failed_check_outweighs_end);
	RUN_TEST(other_ends_have_their_verdicts);
	RUN_TEST(hidden_check_shows_neither_place_nor_expression);
	RUN_TEST(what_supervisor_saw_goes_first);
	RUN_TEST(one_bad_run_costs_all_points);
}
