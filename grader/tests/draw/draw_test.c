// SPDX-License-Identifier: MIT
/* The drawings: deterministic, folded, unbreakable, and right. */
#include "draw.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "count.h"
#include "fixture.h"
#include "greatest.h"

static struct fixture fx;
static struct trace *trace, *other;
static char *dot, *svg, *why;

static void tear_down(void *unused)
{
	(void)unused;
	trace_close(trace);
	trace_close(other);
	trace = other = NULL;
	free(dot);
	free(svg);
	free(why);
	dot = svg = why = NULL;
	fixture_fini(&fx);
	memset(&fx, 0, sizeof(fx));
}

static int draw(enum draw_kind kind, bool picture)
{
	free(dot);
	free(svg);
	free(why);
	svg = NULL;
	return draw_graph(
		trace, other, kind, NULL, &dot, picture ? &svg : NULL, &why);
}

static int count(const char *text, const char *part)
{
	int n = 0;

	while ((text = strstr(text, part))) {
		text += strlen(part);
		n++;
	}
	return n;
}

/* A parent that awaits @n children called @name, one after the other. */
static void parent_of(int n, const char *name)
{
	int i;

	fixture_thread(&fx, 0, "prog");
	fixture_start(&fx, 0, 0x8, "parent");
	for (i = 0; i < n; i++) {
		uint64_t at = 0x100 + (uint64_t)i * 16;

		fixture_await(&fx, 0, 0x8, at, 7);
		fixture_start(&fx, 0, at, name);
		fixture_finish(&fx, 0, at, 0);
		fixture_resume(&fx, 0, 0x8);
	}
	fixture_finish(&fx, 0, 0x8, 0);
}

/* Two threads, an executor, a lock that is wanted: a bit of everything. */
static void rich_run(void)
{
	fixture_thread(&fx, 0, "prog");
	fixture_thread(&fx, 1, "worker");
	fixture_start(&fx, 0, 0x10, "root");
	fixture_event(&fx, 0, CO_TRACE_TASK_CREATED, 0x20, 0, "job", 0, 0);
	fixture_event(&fx, 0, CO_TRACE_POST, 0x20, 0xe0, "looper", 0, 0);
	fixture_await(&fx, 0, 0x10, 0x20, 4);
	fixture_event(&fx, 1, CO_TRACE_RUN, 0x20, 0xe0, "looper", 0, 0);
	fixture_event(&fx, 1, CO_TRACE_TASK_STARTED, 0x20, 0, "job", 9, 0);
	fixture_event(&fx, 1, CO_TRACE_LOCK_ACQUIRED, 0x20, 0x70, "m", 0, 0);
	fixture_event(&fx, 1, CO_TRACE_LOCK_REQUESTED, 0x20, 0x70, "m", 0, 0);
	fixture_suspend(&fx, 1, 0x20, "mutex", 10);
}

TEST same_events_elsewhere_give_the_same_bytes(int kind)
{
	char *first, *first_svg;

	fixture_init(&fx, 2, 32);
	rich_run();
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(kind, true), "%d");
	first = dot;
	first_svg = svg;
	dot = svg = NULL;
	trace_close(trace);
	fixture_fini(&fx);

	fixture_init(&fx, 2, 32);
	fx.base = 0x7f0011220000;
	fx.now = 987654;
	fx.header->pid = 4711;
	fx.rings[0].tid = 4711;
	rich_run();
	fx.events[0].arg = 4711;
	fx.header->ticks[1] = 3333;
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(kind, true), "%d");
	ASSERT_STR_EQ(first, dot);
	ASSERT_STR_EQ(first_svg, svg);
	free(first);
	free(first_svg);
	PASS();
}

TEST await_graph_shows_edges_and_boxes(void)
{
	fixture_init(&fx, 2, 32);
	rich_run();
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(DRAW_AWAIT, false), "%d");
	ASSERT(strstr(dot, "executor looper"));
	ASSERT(strstr(dot, "thread main"));
	ASSERT_EQ_FMT(1, count(dot, "class=await"), "%d");
	ASSERT_EQ_FMT(2, count(dot, "class=waiting"), "%d");
	ASSERT(strstr(dot, "suspended on mutex\\ndemo.c:10"));
	PASS();
}

TEST siblings_fold_into_one_node_with_a_count(void)
{
	fixture_init(&fx, 1, 1024);
	parent_of(100, "child");
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(101, trace->ntasks, "%d");
	ASSERT_EQ_FMT(0, draw(DRAW_AWAIT, false), "%d");
	ASSERT(strstr(dot, "child  \xc3\x97"
			   "100"));
	ASSERT_EQ_FMT(2, count(dot, "class=done"), "%d");
	PASS();
}

TEST unlike_sibling_is_not_folded_away(void)
{
	fixture_init(&fx, 1, 1024);
	parent_of(50, "child");
	fixture_start(&fx, 0, 0x9990, "child");
	fixture_finish(&fx, 0, 0x9990, -EPIPE);
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(DRAW_AWAIT, false), "%d");
	ASSERT_EQ_FMT(1, count(dot, "class=failed"), "%d");
	ASSERT(strstr(dot, "failed: -EPIPE"));
	PASS();
}

TEST all_unlike_stay_below_the_limit(void)
{
	char name[16];
	int i;

	fixture_init(&fx, 1, 4096);
	for (i = 0; i < 600; i++) {
		snprintf(name, sizeof(name), "t%d", i);
		fixture_start(&fx, 0, 0x100 + (uint64_t)i * 16, name);
		fixture_finish(&fx, 0, 0x100 + (uint64_t)i * 16, i == 599);
	}
	trace = fixture_open(&fx);
	ASSERTm(fx.why, trace);
	ASSERT_EQ_FMT(0, draw(DRAW_AWAIT, false), "%d");
	ASSERT_EQ_FMT(149, count(dot, "class=done"), "%d");
	/* The last one, which failed, has its place. */
	ASSERT_EQ_FMT(1, count(dot, "class=failed"), "%d");
	ASSERT(strstr(dot, "450 more tasks\\nare left out"));
	PASS();
}

/* Looks for what XML does not allow and for tags that were not closed. */
static bool is_well_formed(const char *text)
{
	int depth = 0;

	for (; *text; text++) {
		if ((unsigned char)*text < 0x20 && *text != '\n')
			return false;
		if (*text != '<' || text[1] == '?')
			continue;
		depth += text[1] == '/' ? -1 : 1;
		text += strcspn(text, ">");
		depth -= text[-1] == '/';
	}
	return depth == 0;
}

TEST hostile_names_break_nothing(int kind)
{
	static const char *const names[] = {"\"];evil [label=\"x",
		"</title><script>alert(1)</script>", "\\N\\G\\E\\T\\H\\L\\",
		"&#1;&lt;&quot;&bogus;", "<b>bold</b>",
		"a\001\002\033[31m\xff\xfe", "]]>-->", "' onload='alert(1)",
		"javascript:alert(1)", "%s%n%s", ""};
	size_t i;

	fixture_init(&fx, 1, 256);
	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		uint64_t at = 0x100 + i * 16;

		fixture_start(&fx, 0, at, names[i]);
		fixture_event(&fx, 0, CO_TRACE_POST, at, 0x9000 + i * 16,
			names[i], 0, 0);
		fixture_event(&fx, 0, CO_TRACE_LOCK_REQUESTED, at,
			0xa000 + i * 16, names[i], 0, 0);
		fixture_suspend(&fx, 0, at, names[i], 3);
	}
	trace = fixture_open(&fx);
	ASSERTm(fx.why, trace);
	ASSERT_EQ_FMT(0, draw(kind, true), "%d");
	ASSERT(is_well_formed(svg));
	ASSERT_FALSE(strstr(svg, "<script"));
	ASSERT_FALSE(strstr(svg, "<b>"));
	ASSERT_FALSE(strstr(svg, "href"));
	ASSERT_FALSE(strstr(svg, "<a "));
	ASSERT(strstr(svg, "&lt;script&gt;"));
	/* Shown as it was written, not expanded and not decoded. */
	ASSERT(strstr(svg, "\\N\\G\\E\\T\\H\\L\\"));
	ASSERT(strstr(svg, "&amp;#1;&amp;lt;"));
	PASS();
}

TEST ids_carry_the_prefix(void)
{
	struct draw_options opt = {.prefix = "lab1-t7"};

	fixture_init(&fx, 2, 32);
	rich_run();
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0,
		draw_graph(trace, NULL, DRAW_AWAIT, &opt, &dot, &svg, &why),
		"%d");
	ASSERT(count(svg, " id=\"") > 5);
	ASSERT_EQ_FMT(count(svg, " id=\""), count(svg, " id=\"lab1-t7"), "%d");
	ASSERT(strstr(svg, "currentColor"));
	ASSERT_FALSE(strstr(svg, "\"black\""));
	ASSERT_FALSE(strstr(svg, "<?xml"));
	PASS();
}

TEST circle_is_red_and_the_rest_is_not(void)
{
	fixture_init(&fx, 2, 64);
	rich_run();
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(DRAW_WAITS, false), "%d");
	ASSERT(strstr(dot, "Deadlock"));
	/* job wants m, m is held by job; root only awaits job. */
	ASSERT_EQ_FMT(2, count(dot, "class=fault"), "%d");
	ASSERT_EQ_FMT(1, count(dot, "class=await"), "%d");
	ASSERT(strstr(dot, "Async stacks"));
	PASS();
}

TEST waiters_of_like_tasks_fold_too(void)
{
	uint64_t i;

	fixture_init(&fx, 1, 256);
	for (i = 1; i <= 20; i++) {
		fixture_start(&fx, 0, i * 32, "session");
		fixture_await(&fx, 0, i * 32, i * 32 + 8, 5);
		fixture_start(&fx, 0, i * 32 + 8, "read");
		fixture_suspend(&fx, 0, i * 32 + 8, "recv", 6);
	}
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(DRAW_WAITS, false), "%d");
	ASSERT_EQ_FMT(2, count(dot, "class=waiting"), "%d");
	ASSERT_EQ_FMT(3,
		count(dot, "\xc3\x97"
			   "20 alike"),
		"%d");
	PASS();
}

TEST timeline_has_a_lane_for_each_thread(void)
{
	fixture_init(&fx, 2, 32);
	rich_run();
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(DRAW_TIMELINE, false), "%d");
	ASSERT_EQ_FMT(2, count(dot, "label=\"thread\\n"), "%d");
	ASSERT_EQ_FMT(1, count(dot, "class=post"), "%d");
	ASSERT(strstr(dot, "root\\nawaits job"));
	PASS();
}

TEST long_timeline_leaves_out_its_middle(void)
{
	int i;

	fixture_init(&fx, 2, 4096);
	fixture_thread(&fx, 0, "prog");
	fixture_start(&fx, 0, 0x10, "left");
	fixture_start(&fx, 1, 0x20, "right");
	for (i = 0; i < 500; i++) {
		fixture_suspend(&fx, 0, 0x10, "x", 3);
		fixture_suspend(&fx, 1, 0x20, "x", 3);
		fixture_resume(&fx, 0, 0x10);
		fixture_resume(&fx, 1, 0x20);
	}
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(DRAW_TIMELINE, false), "%d");
	ASSERT_EQ_FMT(58, count(dot, "class=waiting"), "%d");
	ASSERT_EQ_FMT(2, count(dot, "class=running"), "%d");
	ASSERT(strstr(dot, "942 slices in the middle are left out"));
	PASS();
}

/* What should happen: root awaits ping, then pong, and both end. */
static void write_expected(bool pong)
{
	fixture_start(&fx, 0, 0x10, "root");
	fixture_await(&fx, 0, 0x10, 0x20, 4);
	fixture_start(&fx, 0, 0x20, "ping");
	fixture_finish(&fx, 0, 0x20, 0);
	fixture_resume(&fx, 0, 0x10);
	if (pong) {
		fixture_await(&fx, 0, 0x10, 0x30, 5);
		fixture_start(&fx, 0, 0x30, "pong");
		fixture_finish(&fx, 0, 0x30, 0);
		fixture_resume(&fx, 0, 0x10);
	}
	fixture_finish(&fx, 0, 0x10, 0);
}

TEST missing_await_is_the_first_difference(void)
{
	fixture_init(&fx, 1, 64);
	write_expected(true);
	other = fixture_open(&fx);
	fixture_fini(&fx);
	fixture_init(&fx, 1, 64);
	fx.base = 0x1000;
	write_expected(false);
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(DRAW_DIFF, false), "%d");
	ASSERT(strstr(dot, "expected: awaits pong at demo.c:5\\l"));
	ASSERT(strstr(dot, "this run: ends: done\\l"));
	ASSERT(strstr(dot, "pong\\nis missing"));
	/* The edge itself, and the line to the note. */
	ASSERT_EQ_FMT(2, count(dot, "class=fault"), "%d");
	ASSERT_EQ_FMT(1, count(dot, "class=await"), "%d");
	PASS();
}

TEST extra_task_is_a_difference(void)
{
	fixture_init(&fx, 1, 64);
	write_expected(false);
	other = fixture_open(&fx);
	fixture_fini(&fx);
	fixture_init(&fx, 1, 64);
	write_expected(true);
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(DRAW_DIFF, false), "%d");
	ASSERT(strstr(dot, "pong\\nis not expected"));
	ASSERT_EQ_FMT(1, count(dot, "class=extra"), "%d");
	PASS();
}

static char *recall_kept(void *kept, const char *engine, const char *text)
{
	char **svg_kept = kept;

	(void)engine;
	(void)text;
	return *svg_kept ? strdup(*svg_kept) : NULL;
}

static void keep_one(
	void *kept, const char *engine, const char *text, const char *layout)
{
	(void)engine;
	(void)text;
	*(char **)kept = strdup(layout);
}

TEST remembered_layout_gives_the_same_drawing(void)
{
	char *kept = NULL, *first;
	struct draw_memory memory = {recall_kept, keep_one, &kept};
	struct draw_options opt = {.memory = &memory};

	fixture_init(&fx, 1, 64);
	parent_of(2, "child");
	trace = fixture_open(&fx);
	draw_graph(trace, NULL, DRAW_AWAIT, &opt, &dot, &first, &why);
	ASSERT(kept);
	free(dot);
	/* A layout that is remembered needs no time. */
	opt.time_limit_ms = 1;
	draw_graph(trace, NULL, DRAW_AWAIT, &opt, &dot, &svg, &why);
	ASSERT_STR_EQ(first, svg);
	free(first);
	free(kept);
	PASS();
}

TEST hidden_files_are_in_no_drawing(void)
{
	char *chrome = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&chrome, &size);

	fixture_init(&fx, 1, 64);
	parent_of(2, "child");
	trace = fixture_open(&fx);
	draw(DRAW_TIMELINE, false);
	ASSERT(count(dot, ".c:") > 0);
	/* Every place of the fixture is in one file. */
	trace_hide_files(trace, "");
	draw(DRAW_AWAIT, false);
	ASSERT_EQ_FMT(0, count(dot, ".c:"), "%d");
	draw(DRAW_TIMELINE, false);
	ASSERT_EQ_FMT(0, count(dot, ".c:"), "%d");
	draw_chrome(trace, out);
	fclose(out);
	ASSERT_EQ_FMT(0, count(chrome, ".c\""), "%d");
	free(chrome);
	PASS();
}

TEST equal_runs_do_not_differ(void)
{
	fixture_init(&fx, 1, 64);
	write_expected(true);
	other = fixture_open(&fx);
	fixture_fini(&fx);
	fixture_init(&fx, 1, 64);
	fx.base = 0x555000;
	fx.now = 77777;
	write_expected(true);
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(0, draw(DRAW_DIFF, false), "%d");
	ASSERT(strstr(dot, "The tasks of both runs did the same."));
	ASSERT_EQ_FMT(0, count(dot, "class=fault"), "%d");
	PASS();
}

TEST layout_that_takes_too_long_leaves_the_dot(void)
{
	struct draw_options opt = {.time_limit_ms = 1};

	fixture_init(&fx, 1, 1024);
	parent_of(12, "child");
	trace = fixture_open(&fx);
	ASSERT_EQ_FMT(-ETIMEDOUT,
		draw_graph(trace, NULL, DRAW_AWAIT, &opt, &dot, &svg, &why),
		"%d");
	ASSERT(dot);
	ASSERT_FALSE(svg);
	ASSERT(strstr(why, "took too long"));
	PASS();
}

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

TEST hundred_thousand_events_are_drawn_in_time(void)
{
	double start;
	int kind;

	fixture_init(&fx, 1, 131072);
	parent_of(16000, "child");
	start = seconds();
	trace = fixture_open(&fx);
	ASSERT(trace->nevents > 90000);
	for (kind = DRAW_AWAIT; kind <= DRAW_WAITS; kind++)
		ASSERT_EQ_FMT(0, draw(kind, true), "%d");
	ASSERT(seconds() - start < 3 * 3.0);
	PASS();
}

SUITE(drawing)
{
	GREATEST_SET_TEARDOWN_CB(tear_down, NULL);
	RUN_TESTp(same_events_elsewhere_give_the_same_bytes, DRAW_AWAIT);
	RUN_TESTp(same_events_elsewhere_give_the_same_bytes, DRAW_TIMELINE);
	RUN_TESTp(same_events_elsewhere_give_the_same_bytes, DRAW_WAITS);
	RUN_TEST(await_graph_shows_edges_and_boxes);
	RUN_TEST(siblings_fold_into_one_node_with_a_count);
	RUN_TEST(unlike_sibling_is_not_folded_away);
	RUN_TEST(all_unlike_stay_below_the_limit);
	RUN_TESTp(hostile_names_break_nothing, DRAW_AWAIT);
	RUN_TESTp(hostile_names_break_nothing, DRAW_TIMELINE);
	RUN_TESTp(hostile_names_break_nothing, DRAW_WAITS);
	RUN_TEST(ids_carry_the_prefix);
	RUN_TEST(circle_is_red_and_the_rest_is_not);
	RUN_TEST(waiters_of_like_tasks_fold_too);
	RUN_TEST(timeline_has_a_lane_for_each_thread);
	RUN_TEST(long_timeline_leaves_out_its_middle);
	RUN_TEST(missing_await_is_the_first_difference);
	RUN_TEST(extra_task_is_a_difference);
	RUN_TEST(equal_runs_do_not_differ);
	RUN_TEST(remembered_layout_gives_the_same_drawing);
	RUN_TEST(hidden_files_are_in_no_drawing);
	RUN_TEST(layout_that_takes_too_long_leaves_the_dot);
	RUN_TEST(hundred_thousand_events_are_drawn_in_time);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(drawing);
	return count_tests();
}
