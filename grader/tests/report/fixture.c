// SPDX-License-Identifier: MIT
#include <string.h>

#include "fixture.h"
#include "rubric_fixture.h"

const char fixture_hostile[] =
	"<script>document.title='owned'</script>\"'><img src=x "
	"onerror=alert(1)>"
	"]]>&lt;b&gt;\x1b[31mred\x01\xff\xc3(\xe2\x80\xae"
	"desrever\xe2\x81\xa6</textarea></style><!-- #not a comment\\";

struct test_result *fixture_test(struct grading *g, const char *name)
{
	return lab_find(&g->labs[0], name);
}

static struct grading *begin(size_t labs)
{
	struct grading *g = grading_create();
	size_t i;

	g->submission = "hand-in/ada";
	g->hash = "8f7664bd4e6083e9";
	g->sandbox = "bubblewrap";
	g->wall_ms = 1830;
	g->finished = true;
	for (i = 0; i < labs; i++)
		grading_add_lab(g, &rubric_fixture[i]);
	return g;
}

static struct run *add_run(
	struct test_result *t, enum build build, enum verdict verdict)
{
	struct run *r = &t->runs[t->run_count++];

	r->build = build;
	r->verdict = verdict;
	r->message = "";
	r->wall_ms = 12;
	r->memory_kb = 4200;
	return r;
}

static struct run *judge(struct grading *g, struct test_result *t,
	enum verdict verdict, const char *message)
{
	struct run *r;

	t->verdict = verdict;
	t->message = message;
	t->points = verdict == VERDICT_PASSED ? t->rubric->points : 0;
	t->again = arena_printf(g->arena,
		"make grade LAB=1 ONLY=%s SUBMISSION=hand-in/ada",
		t->rubric->name);
	t->run_count = 0;
	t->decisive = NULL;
	if (verdict == VERDICT_PENDING || verdict == VERDICT_BLOCKED ||
		verdict == VERDICT_SKIPPED)
		return NULL;
	r = add_run(
		t, t->rubric->program ? BUILD_EXPLORE : BUILD_PLAIN, verdict);
	r->message = message;
	if (verdict != VERDICT_PASSED)
		t->decisive = r;
	return r;
}

static void judge_all(
	struct grading *g, enum verdict verdict, const char *message)
{
	size_t i, j;

	for (i = 0; i < g->lab_count; i++)
		for (j = 0; j < g->labs[i].test_count; j++)
			judge(g, &g->labs[i].tests[j], verdict, message);
	grading_tally(g);
}

static void draw(struct grading *g, struct test_result *t)
{
	t->graph = arena_printf(g->arena, "%s.svg", t->rubric->name);
	t->chrome = arena_printf(g->arena, "%s.json", t->rubric->name);
}

struct grading *fixture_passed(void)
{
	struct grading *g = begin(1);
	size_t i;

	judge_all(g, VERDICT_PASSED, "");
	for (i = 0; i < g->labs[0].test_count; i++)
		draw(g, &g->labs[0].tests[i]);
	return g;
}

struct grading *fixture_skeleton(void)
{
	struct grading *g = begin(1);
	size_t i;

	judge_all(g, VERDICT_NOT_STARTED, "lab1.A is not started");
	for (i = 0; i < g->labs[0].test_count; i++)
		if (g->labs[0].tests[i].rubric->parent)
			judge(g, &g->labs[0].tests[i], VERDICT_BLOCKED,
				"waits for its parent");
	grading_tally(g);
	return g;
}

struct grading *fixture_public(void)
{
	struct grading *g = begin(1);
	struct failure *f = arena_zalloc(g->arena, sizeof(*f));
	struct run *r;

	judge_all(g, VERDICT_PASSED, "");
	r = judge(g, fixture_test(g, "finish_resumes_the_one_who_waits"),
		VERDICT_FAILED, "the parent was resumed twice");
	f->expected = "1 resume";
	f->actual = "2 resumes";
	r->failures = f;
	r->failure_count = 1;
	grading_tally(g);
	return g;
}

static void fail(struct grading *g, const char *name)
{
	struct test_result *t = fixture_test(g, name);
	struct failure *f = arena_zalloc(g->arena, sizeof(*f));
	struct run *r = judge(
		g, t, VERDICT_FAILED, "the body ran twice after one resume");

	f->file = "lab1-task/tests/task.c";
	f->line = 41;
	f->what = "f->runs == 1";
	f->expected = "1";
	f->actual = "2";
	r->failures = f;
	r->failure_count = 1;
	lines_add(g->arena, &r->steps, "create a task whose body counts");
	lines_add(g->arena, &r->steps, "resume it once");
	lines_add(g->arena, &r->steps, "look at the count");
	r->output = "count: 1\ncount: 2\n";
	draw(g, t);
}

static void crash(struct grading *g, const char *name)
{
	struct test_result *t = fixture_test(g, name);
	struct run *r;

	judge(g, t, VERDICT_PASSED, "");
	r = add_run(t, BUILD_ASAN, VERDICT_CRASHED);
	t->verdict = VERDICT_CRASHED;
	t->points = 0;
	t->message = r->message = "heap-use-after-free in co_destroy";
	t->decisive = r;
	r->signal = 6;
	r->report = "ERROR: AddressSanitizer: heap-use-after-free on address "
		    "0x602000000010\n"
		    "READ of size 8 at 0x602000000010 thread T0\n"
		    "    #0 in co_destroy src/task.c:88\n"
		    "freed by thread T0 here:\n"
		    "    #0 in co_destroy src/task.c:86\n";
	lines_add(g->arena, &r->where, "src/task.c:88 in co_destroy");
	lines_add(g->arena, &r->where, "src/task.c:120 in co_resume");
}

static void deadlock(struct grading *g, const char *name)
{
	struct test_result *t = fixture_test(g, name);
	struct run *r = judge(g, t, VERDICT_TIMED_OUT,
		"nothing can run any more: a wake-up was lost");

	r->schedule = "--seed 0,0,1,1,0";
	r->story = "   1  thread 0  lock looper.lock  looper.c:31\n"
		   "   2  thread 0  read looper.head = 0  looper.c:33\n"
		   "   3  thread 1  write looper.head = 140712  looper.c:52\n"
		   "   4  thread 1  signal looper.wake  looper.c:55\n"
		   "   5  thread 0  wait looper.wake  looper.c:36\n";
	r->stuck = "task worker waits on condition looper.wake\n"
		   "  awaited by main (demo.c:20)\n"
		   "lock looper.lock is held by nobody\n";
	draw(g, t);
}

struct grading *fixture_mixed(void)
{
	struct grading *g = begin(1);

	judge_all(g, VERDICT_PASSED, "");
	draw(g, fixture_test(g, "finish_resumes_the_one_who_waits"));
	fail(g, "resume_of_fresh_task_runs_body");
	crash(g, "destroy_of_suspended_task_frees_frame");
	deadlock(g, "post_wakes_the_looper");
	judge(g, fixture_test(g, "shutdown_drains_queue"), VERDICT_NOT_STARTED,
		"lab1.B is not started");
	judge(g, fixture_test(g, "post_after_shutdown_is_refused"),
		VERDICT_BLOCKED, "shutdown_drains_queue does not pass");
	judge(g, fixture_test(g, "read_through_the_ring"), VERDICT_SKIPPED,
		"io_uring is refused here: Operation not permitted");
	judge(g, fixture_test(g, "a_million_tasks_need_no_stack"),
		VERDICT_REFUSED, "calls fork");
	lines_add(g->arena, &g->warnings,
		"bubblewrap is refused here: Landlock and limits instead");
	lines_add(g->arena, &g->ignored, "lab1-task/Makefile");
	lines_add(g->arena, &g->ignored, "lab1-task/src/notes.txt");
	grading_tally(g);
	return g;
}

struct grading *fixture_compile(void)
{
	struct grading *g = begin(1);

	judge_all(g, VERDICT_FAILED, "the lab does not compile");
	g->labs[0].compile_error =
		"src/task.c: In function 'co_resume':\n"
		"src/task.c:12:9: error: 'bdy' undeclared (first use in this "
		"function); did you mean 'body'?\n"
		"   12 |         bdy(self);\n"
		"      |         ^~~\n"
		"      |         body\n";
	return g;
}

struct grading *fixture_refused(void)
{
	struct grading *g = begin(1);
	struct lab_result *lab = &g->labs[0];

	judge_all(g, VERDICT_REFUSED, "calls fork");
	lab->refusals = arena_zalloc(g->arena, 2 * sizeof(*lab->refusals));
	lab->refusals[0].file = "lab1-task/src/task.c";
	lab->refusals[0].what = "calls fork";
	lab->refusals[1].what = "has a section .init_array";
	lab->refusal_count = 2;
	return g;
}

struct grading *fixture_skipped(void)
{
	struct grading *g = begin(1);

	judge_all(g, VERDICT_PASSED, "");
	judge(g, fixture_test(g, "read_through_the_ring"), VERDICT_SKIPPED,
		"io_uring is refused here: Operation not permitted");
	grading_tally(g);
	return g;
}

struct grading *fixture_pending(void)
{
	struct grading *g = begin(1);

	judge(g, &g->labs[0].tests[0], VERDICT_PASSED, "");
	g->finished = false;
	grading_tally(g);
	return g;
}

struct grading *fixture_empty(void)
{
	return begin(0);
}

struct grading *fixture_hostility(void)
{
	struct grading *g = begin(1);
	struct lab_result *lab = &g->labs[0];
	struct test_result *t = &lab->tests[0];
	struct run *r;

	judge_all(g, VERDICT_FAILED, fixture_hostile);
	r = judge(g, t, VERDICT_FAILED, fixture_hostile);
	r->failures = arena_zalloc(g->arena, sizeof(*r->failures));
	r->failure_count = 1;
	r->failures->file = r->failures->what = fixture_hostile;
	r->failures->expected = r->failures->actual = fixture_hostile;
	r->report = r->output = r->stuck = fixture_hostile;
	r->story = r->schedule = fixture_hostile;
	lines_add(g->arena, &r->steps, fixture_hostile);
	lines_add(g->arena, &r->where, fixture_hostile);
	t->again = fixture_hostile;
	draw(g, t);
	lab->compile_error = lab->blame = fixture_hostile;
	lab->refusals = arena_zalloc(g->arena, sizeof(*lab->refusals));
	lab->refusals->file = lab->refusals->what = fixture_hostile;
	lab->refusal_count = 1;
	lab->tests[1].graph = "javascript:alert(1)";
	lab->tests[1].chrome = "javascript:alert(1)";
	lab->tests[2].graph = "../../../etc/passwd";
	lab->tests[3].runs[0].story = arena_printf(g->arena,
		"1 thread 0 %.60s\n2 thread 1 %.60s  <b>:1\n", fixture_hostile,
		fixture_hostile);
	lines_add(g->arena, &lab->notes, fixture_hostile);
	lines_add(g->arena, &g->warnings, fixture_hostile);
	lines_add(g->arena, &g->ignored, fixture_hostile);
	g->submission = g->hash = g->sandbox = fixture_hostile;
	return g;
}

struct grading *fixture_course(void)
{
	struct grading *g = begin(RUBRIC_LABS);

	judge_all(g, VERDICT_PASSED, "");
	judge(g, &g->labs[2].tests[3], VERDICT_FAILED,
		"one schedule in 40 "
		"loses a wake-up");
	judge(g, &g->labs[4].tests[2], VERDICT_FAILED, "resumed twice");
	g->own_stack = true;
	g->labs[4].blamed_lab = 3;
	g->labs[4].blame = "With the reference in place of your lab 3 this "
			   "lab passes: look there first.";
	grading_tally(g);
	return g;
}

struct grading *fixture_challenge(void)
{
	struct grading *g = begin(0);
	size_t i;

	grading_add_lab(g, &rubric_with_challenge);
	judge_all(g, VERDICT_PASSED, "");
	for (i = 3; i < g->labs[0].test_count; i++)
		judge(g, &g->labs[0].tests[i], VERDICT_NOT_STARTED,
			"lab1.B is not started");
	grading_tally(g);
	return g;
}

const struct fixture_kind fixture_kinds[] = {
	{"passed", fixture_passed},
	{"skeleton", fixture_skeleton},
	{"mixed", fixture_mixed},
	{"public", fixture_public},
	{"compile", fixture_compile},
	{"refused", fixture_refused},
	{"skipped", fixture_skipped},
	{"pending", fixture_pending},
	{"empty", fixture_empty},
	{"hostile", fixture_hostility},
	{"course", fixture_course},
	{"challenge", fixture_challenge},
	{0},
};
