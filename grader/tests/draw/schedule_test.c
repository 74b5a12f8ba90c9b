// SPDX-License-Identifier: MIT
/* Failing schedules of the explorer: read with suspicion, drawn to be seen. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "draw.h"
#include "greatest.h"

static json_t *root, *steps, *waits;
static const char *folder = "/home/one/labs/";
static int pc_base = 0x401000;
static char *dot, *svg, *why;

/* An empty failure, to which steps and waits are added. */
static void begin(const char *kind, int thread, int line)
{
	json_decref(root);
	steps = json_array();
	waits = json_array();
	root = json_pack("{s:s,s:s,s:s,s:s,s:i,s:s,s:i,s:s,s:o,s:o,s:[],s:[]}",
		"test", "demo", "verdict", "failed", "kind", kind, "message",
		"something broke", "thread", thread, "file", "demo.c", "line",
		line, "object", "", "steps", steps, "waits", waits, "threads",
		"notes");
}

static void put(json_t *at, const char *key, json_t *value)
{
	json_object_set_new(at, key, value);
}

/* A line is a place of its own: it has an address and a file. */
static json_t *place(json_t *at, int line)
{
	char path[128], pc[32];

	snprintf(path, sizeof(path), "%sdemo.c", folder);
	snprintf(pc, sizeof(pc), "%#x", pc_base + line);
	put(at, "file", json_string(path));
	put(at, "line", json_integer(line));
	put(at, "pc", json_string(pc));
	return at;
}

static json_t *step(int thread, const char *op, const char *object, int line)
{
	json_t *s = json_pack(
		"{s:i,s:s,s:s}", "thread", thread, "op", op, "object", object);

	json_array_append_new(steps, s);
	return line ? place(s, line) : s;
}

static void step_value(
	int thread, const char *op, const char *object, int line, long value)
{
	put(step(thread, op, object, line), "value", json_integer(value));
}

static void wait(int thread, const char *what, const char *op,
	const char *object, int holder, int line)
{
	json_t *w = json_pack("{s:i,s:s,s:s,s:s}", "thread", thread, "for",
		what, "op", op, "object", object);

	if (holder >= 0)
		put(w, "holder", json_integer(holder));
	json_array_append_new(waits, place(w, line));
}

static void other(const char *what, int thread, int line)
{
	put(root, "other",
		place(json_pack("{s:s,s:i}", "what", what, "thread", thread),
			line));
}

static void forget(void)
{
	free(dot);
	free(svg);
	free(why);
	dot = svg = why = NULL;
}

static int draw_text(
	const char *json, enum draw_schedule_kind kind, bool picture)
{
	forget();
	return draw_schedule(
		json, kind, NULL, &dot, picture ? &svg : NULL, &why);
}

static int draw(enum draw_schedule_kind kind, bool picture)
{
	char *json = json_dumps(root, 0);
	int err = draw_text(json, kind, picture);

	free(json);
	return err;
}

static void tear_down(void *unused)
{
	(void)unused;
	json_decref(root);
	root = NULL;
	forget();
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

/* Whether the statement of the node or edge with @label has @part. */
static bool has(const char *label, const char *part)
{
	const char *at = strstr(dot, label);
	const char *begin_at = at, *end = at ? strstr(at, "];") : NULL;

	while (begin_at && begin_at > dot && strncmp(begin_at, ";\n", 2) != 0)
		begin_at--;
	return at && end &&
	       memmem(begin_at, (size_t)(end - begin_at), part, strlen(part));
}

#define RED "#e5484d"

static void lost_wakeup(void)
{
	begin("lost-wakeup", 1, 18);
	place(root, 18);
	step_value(0, "creates a thread", "", 28, 1);
	step_value(0, "creates a thread", "", 30, 2);
	step(2, "starts", "", 30);
	step(2, "locks", "m", 36);
	step_value(2, "signals", "c", 38, 0);
	step(2, "unlocks", "m", 39);
	step(2, "ends", "", 0);
	step(1, "starts", "", 28);
	step(1, "locks", "m", 17);
	step(1, "waits on", "c", 18);
	wait(0, "waits for the end of thread 1", "joins", "", 1, 33);
	wait(1, "waits for a signal on c", "wakes up from", "c", -1, 18);
	other("the last signal", 2, 38);
}

static void inversion(void)
{
	begin("deadlock", 2, 0);
	step(1, "locks", "a", 17);
	step(2, "locks", "b", 28);
	wait(0, "waits for the end of thread 1", "joins", "", 1, 33);
	wait(1, "wants to lock b, held by thread 2", "locks", "b", 2, 18);
	wait(2, "wants to lock a, held by thread 1", "locks", "a", 1, 29);
}

TEST timeline_shows_switches_and_handoffs(void)
{
	lost_wakeup();
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	/* From thread 0 to 2: a start, and so a hand-off; from 2 to 1 not. */
	ASSERT_EQ_FMT(1, count(dot, "class=post"), "%d");
	/* Two starts, and the mutex. */
	ASSERT_EQ_FMT(3, count(dot, "class=await"), "%d");
	ASSERT(strstr(dot, "creates thread 1\\ndemo.c:28"));
	ASSERT(strstr(dot, "label=\"thread 2\""));
	ASSERT_FALSE(strstr(dot, "/home"));
	PASS();
}

TEST lost_signal_is_red_in_both(void)
{
	lost_wakeup();
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT(has("signals c (nobody waits)", RED));
	ASSERT(has("waits for a signal on c", RED));
	ASSERT_FALSE(has("waits for the end of thread 1", RED));
	ASSERT_EQ_FMT(1, count(dot, "class=fault"), "%d");
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_WAITS, false), "%d");
	ASSERT(has("heard by nobody", RED));
	ASSERT(has("condition c", RED));
	ASSERT(strstr(dot, "nobody is left to end this wait"));
	ASSERT(strstr(dot, "came before"));
	ASSERT_FALSE(has("thread 0\\nwaits", RED));
	PASS();
}

TEST heard_signal_is_not_blamed(void)
{
	begin("deadlock", 1, 0);
	step(1, "waits on", "c", 5);
	step_value(2, "signals", "c", 9, 1);
	step(1, "wakes up from", "c", 5);
	step(1, "waits on", "c", 5);
	wait(1, "waits for a signal on c", "wakes up from", "c", -1, 5);
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_WAITS, false), "%d");
	ASSERT(strstr(dot, "it let go on: thread 1 at step 3"));
	ASSERT_FALSE(has("it let go on", RED));
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT_EQ_FMT(1, count(dot, "class=await"), "%d");
	PASS();
}

TEST circle_is_red_and_who_joins_is_not(void)
{
	inversion();
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_WAITS, false), "%d");
	/* Two threads, two mutexes, two edges each. */
	ASSERT_EQ_FMT(4, count(dot, "class=fault"), "%d");
	ASSERT_FALSE(has("thread 0", RED));
	ASSERT(has("mutex a", RED));
	ASSERT(strstr(dot, "held since\\nstep 1, demo.c:17"));
	/* The a of "wants" is not the mutex. */
	ASSERT_EQ_FMT(2, count(dot, "label=\"wants to lock"), "%d");
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT(has("locks a\\n", RED));
	ASSERT(has("locks b\\n", RED));
	ASSERT_EQ_FMT(2, count(dot, "class=fault"), "%d");
	PASS();
}

TEST lock_of_a_thread_that_ended_is_red(void)
{
	begin("deadlock", 1, 0);
	step(2, "locks", "a", 5);
	step(2, "ends", "", 0);
	wait(1, "wants to lock a, held by thread 2", "locks", "a", 2, 8);
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_WAITS, false), "%d");
	ASSERT(strstr(dot, "thread 2\\nended at step 2"));
	ASSERT(has("mutex a", RED));
	ASSERT_EQ_FMT(2, count(dot, "class=fault"), "%d");
	PASS();
}

TEST readers_hand_nothing_on(void)
{
	begin("race", 2, 9);
	step(1, "read-locks", "rw", 3);
	step(1, "unlocks", "rw", 4);
	step(2, "read-locks", "rw", 5);
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT_EQ_FMT(0, count(dot, "class=await"), "%d");
	step(2, "unlocks", "rw", 5);
	step(1, "write-locks", "rw", 6);
	step(1, "unlocks", "rw", 7);
	step(2, "read-locks", "rw", 8);
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	/* The writer after the reader, the reader after the writer. */
	ASSERT_EQ_FMT(2, count(dot, "class=await"), "%d");
	PASS();
}

TEST wait_on_a_condition_hands_the_mutex_on(void)
{
	begin("check", 2, 40);
	step(1, "locks", "m", 3);
	step(1, "waits on", "c", 4);
	step(2, "locks", "m", 5);
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT_EQ_FMT(1, count(dot, "class=await"), "%d");
	ASSERT_EQ_FMT(0, count(dot, "class=post"), "%d");
	PASS();
}

TEST failing_step_is_red_itself(void)
{
	begin("foreign-unlock", 1, 7);
	place(root, 7);
	other("locked", 0, 3);
	step(0, "locks", "a", 3);
	step(1, "unlocks", "a", 7);
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT_EQ_FMT(1, count(dot, "class=failed"), "%d");
	ASSERT(has("unlocks a", "class=failed"));
	ASSERT(has("\"locks a", RED));
	ASSERT_FALSE(strstr(dot, "label=end"));
	PASS();
}

TEST race_shows_two_places(void)
{
	begin("race", 2, 9);
	put(root, "message",
		json_string("a read by thread 2 and a write by thread 1, and "
			    "nothing orders them"));
	put(root, "object", json_string("x"));
	other("a write", 1, 5);
	step(1, "starts", "", 1);
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT(has("a read of x\\ndemo.c:9", "class=failed"));
	ASSERT(has("earlier: a write\\ndemo.c:5", RED));
	ASSERT(strstr(dot, "nothing orders the two"));
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_WAITS, false), "%d");
	ASSERT(strstr(dot, "a write\\ndemo.c:5"));
	ASSERT_EQ_FMT(2, count(dot, "class=fault"), "%d");
	PASS();
}

TEST long_schedule_leaves_out_its_middle(void)
{
	int i;

	begin("check", 1, 99);
	for (i = 1; i <= 700; i++)
		step_value(i % 2, "stores", "x", 5, i);
	put(root, "n_steps", json_integer(1700));
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, true), "%d");
	ASSERT(strstr(dot, "stores x = 1\\n"));
	ASSERT(strstr(dot, "stores x = 700\\n"));
	ASSERT_FALSE(strstr(dot, "stores x = 300\\n"));
	ASSERT_EQ_FMT(60, count(dot, "stores x = "), "%d");
	ASSERT(strstr(svg, "640 steps in the middle are left out"));
	/* Counted from the first, though it was not reported. */
	ASSERT(strstr(svg, "1000 earlier steps are left out"));
	ASSERT(strstr(dot, "label=1001"));
	ASSERT(strstr(dot, "label=1700"));
	PASS();
}

TEST circle_of_a_livelock_is_shown(void)
{
	int i;

	begin("livelock", 1, 0);
	put(root, "period", json_integer(2));
	for (i = 0; i < 100; i++) {
		step(2, "loads", "turn", 5);
		step(2, "yields", "", 6);
	}
	wait(0, "waits for the end of thread 1", "joins", "", 1, 33);
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT(has("step(s) repeat", "class=failed"));
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_WAITS, false), "%d");
	ASSERT(has("thread 2\\nstep 200: yields", RED));
	ASSERT_FALSE(has("thread 0\\n", RED));
	PASS();
}

TEST same_schedule_elsewhere_gives_the_same_bytes(int kind)
{
	char *first, *first_svg;

	lost_wakeup();
	ASSERT_EQ_FMT(0, draw(kind, true), "%d");
	first = dot;
	first_svg = svg;
	dot = svg = NULL;
	folder = "/elsewhere/";
	pc_base = 0x500000;
	lost_wakeup();
	folder = "/home/one/labs/";
	pc_base = 0x401000;
	ASSERT_EQ_FMT(0, draw(kind, true), "%d");
	ASSERT_STR_EQ(first, dot);
	ASSERT_STR_EQ(first_svg, svg);
	free(first);
	free(first_svg);
	PASS();
}

TEST hostile_strings_break_nothing(int kind)
{
	static const char *const names[] = {"\"];evil [label=\"x",
		"</title><script>alert(1)</script>", "\\N\\G\\E\\T\\H\\L\\",
		"&#1;&lt;&quot;&bogus;", "<b>bold</b>", "a\001\033[31m",
		"\xe2\x80\xae", "]]>-->", "%s%n%s"};
	char *long_name = calloc(1, 20001);
	size_t i;

	memset(long_name, 'x', 20000);
	begin("race", 1, 3);
	put(root, "message", json_string(names[1]));
	put(root, "object", json_string(names[3]));
	other(names[2], 2, 4);
	json_array_append_new(
		json_object_get(root, "threads"), json_string(names[1]));
	json_array_append_new(
		json_object_get(root, "notes"), json_string(long_name));
	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		step((int)i % 3, names[i], names[i], 5);
		put(step(0, names[i], long_name, 5), "file",
			json_string(names[i]));
		wait((int)i % 3, names[i], names[i], names[i], 2, 7);
	}
	free(long_name);
	ASSERT_EQ_FMT(0, draw(kind, true), "%d");
	ASSERT_FALSE(strstr(svg, "<script"));
	ASSERT_FALSE(strstr(svg, "<b>"));
	ASSERT_FALSE(strstr(svg, "href"));
	ASSERT_FALSE(strchr(svg, '\033'));
	ASSERT(strstr(svg, "&lt;script&gt;"));
	ASSERT(strstr(svg, "\\N\\G\\E\\T\\H\\L\\"));
	ASSERT(strstr(svg, "&amp;#1;&amp;lt;"));
	PASS();
}

TEST ids_carry_the_prefix(int kind)
{
	struct draw_options opt = {.prefix = "t7"};
	char *json;
	int err;

	inversion();
	json = json_dumps(root, 0);
	err = draw_schedule(json, kind, &opt, &dot, &svg, &why);
	free(json);
	ASSERT_EQ_FMT(0, err, "%d");
	ASSERT_EQ_FMT(count(svg, " id=\""), count(svg, " id=\"t7"), "%d");
	ASSERT(count(svg, " id=\"t7-n") >= 5);
	ASSERT(strstr(svg, "currentColor"));
	PASS();
}

TEST nameless_objects_get_short_names(void)
{
	begin("deadlock", 1, 0);
	step(0, "locks", "heap(looper.c:197:0)+64", 3);
	step(0, "loads", "heap(looper.c:197:0)+32", 4);
	wait(1, "wants to lock heap(looper.c:197:0)+64, held by thread 0",
		"locks", "heap(looper.c:197:0)+64", 0, 5);
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT(strstr(dot, "\"locks mutex 1\\n"));
	ASSERT(strstr(dot, "loads atomic 1\\n"));
	ASSERT(strstr(dot, "wants to lock mutex 1, held by"));
	ASSERT(strstr(dot, "mutex 1: heap(looper.c:197:0)+64"));
	ASSERT_EQ_FMT(1, count(dot, "class=fault"), "%d");
	PASS();
}

TEST unknown_lines_are_left_out(void)
{
	begin("check", 1, 0);
	put(root, "file", json_string(""));
	step(1, "loads", "x", 0);
	ASSERT_EQ_FMT(0, draw(DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT_FALSE(strstr(dot, ":0"));
	ASSERT_FALSE(strstr(dot, "0x4"));
	PASS();
}

TEST values_of_64_bits_are_read(void)
{
	static const char json[] =
		"{\"verdict\":\"failed\",\"kind\":\"check\",\"thread\":0,"
		"\"steps\":[{\"thread\":0,\"op\":\"stores\",\"object\":\"x\","
		"\"value\":18446744073709551615},{\"thread\":0,\"op\":"
		"\"stores\",\"object\":\"y\",\"value\":7}]}\n{\"verdict\":1}";

	ASSERT_EQ_FMT(0, draw_text(json, DRAW_SCHEDULE_TIMELINE, false), "%d");
	ASSERT(strstr(dot, "stores x = -1"));
	ASSERT(strstr(dot, "stores y = 7"));
	PASS();
}

TEST bad_results_are_refused(const char *json, const char *words)
{
	int err = draw_text(json, DRAW_SCHEDULE_TIMELINE, true);

	ASSERT_EQ_FMT(-EINVAL, err, "%d");
	ASSERT(why);
	ASSERTm(why, strstr(why, words));
	ASSERT_FALSE(dot);
	ASSERT_FALSE(svg);
	PASS();
}

static unsigned next_random(unsigned *state)
{
	*state = *state * 1103515245u + 12345u;
	return *state >> 16;
}

TEST random_corruption_is_survived(void)
{
	unsigned state = 7;
	int drawn = 0, refused = 0;
	int i;

	lost_wakeup();
	for (i = 0; i < 3000; i++) {
		char *json = json_dumps(root, 0);
		size_t n = strlen(json);
		int err;

		json[next_random(&state) % n] = (char)next_random(&state);
		if (i % 3 == 0)
			json[next_random(&state) % n] = '9';
		err = draw_text(json, i % 2, false);
		free(json);
		ASSERT(!err ? dot != NULL : err == -EINVAL && why);
		drawn += !err;
		refused += err == -EINVAL;
	}
	ASSERT(drawn > 100 && refused > 100);
	PASS();
}

#define HEAD "{\"verdict\":\"failed\",\"kind\":\"check\",\"thread\":0,"

SUITE(schedules)
{
	GREATEST_SET_TEARDOWN_CB(tear_down, NULL);
	RUN_TEST(timeline_shows_switches_and_handoffs);
	RUN_TEST(lost_signal_is_red_in_both);
	RUN_TEST(heard_signal_is_not_blamed);
	RUN_TEST(circle_is_red_and_who_joins_is_not);
	RUN_TEST(lock_of_a_thread_that_ended_is_red);
	RUN_TEST(readers_hand_nothing_on);
	RUN_TEST(wait_on_a_condition_hands_the_mutex_on);
	RUN_TEST(failing_step_is_red_itself);
	RUN_TEST(race_shows_two_places);
	RUN_TEST(long_schedule_leaves_out_its_middle);
	RUN_TEST(circle_of_a_livelock_is_shown);
	RUN_TESTp(same_schedule_elsewhere_gives_the_same_bytes,
		DRAW_SCHEDULE_TIMELINE);
	RUN_TESTp(same_schedule_elsewhere_gives_the_same_bytes,
		DRAW_SCHEDULE_WAITS);
	RUN_TESTp(hostile_strings_break_nothing, DRAW_SCHEDULE_TIMELINE);
	RUN_TESTp(hostile_strings_break_nothing, DRAW_SCHEDULE_WAITS);
	RUN_TESTp(ids_carry_the_prefix, DRAW_SCHEDULE_TIMELINE);
	RUN_TESTp(ids_carry_the_prefix, DRAW_SCHEDULE_WAITS);
	RUN_TEST(nameless_objects_get_short_names);
	RUN_TEST(unknown_lines_are_left_out);
	RUN_TEST(values_of_64_bits_are_read);
	RUN_TESTp(bad_results_are_refused, "", "no result");
	RUN_TESTp(bad_results_are_refused, "not json", "no result");
	RUN_TESTp(bad_results_are_refused, "[1,2]", "no result");
	RUN_TESTp(bad_results_are_refused, "{\"verdict\":7}", "no result");
	RUN_TESTp(bad_results_are_refused, "{\"verdict\":\"passed\"}",
		"found no failure");
	RUN_TESTp(
		bad_results_are_refused, "{\"verdict\":\"failed\"}", "damaged");
	RUN_TESTp(bad_results_are_refused, HEAD "\"steps\":7}", "damaged");
	RUN_TESTp(bad_results_are_refused,
		HEAD "\"steps\":[{\"thread\":64,\"op\":\"x\"}]}", "damaged");
	RUN_TESTp(bad_results_are_refused, HEAD "\"steps\":[{\"op\":\"x\"}]}",
		"damaged");
	RUN_TESTp(bad_results_are_refused,
		HEAD "\"steps\":[],\"waits\":[{\"thread\":1,\"for\":\"x\","
		     "\"holder\":999}]}",
		"damaged");
	RUN_TEST(random_corruption_is_survived);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(schedules);
	return count_tests();
}
