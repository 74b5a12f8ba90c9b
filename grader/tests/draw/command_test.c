// SPDX-License-Identifier: MIT
/* `grade graph` as a person meets it, and the Chrome export behind it. */
#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "count.h"
#include "draw.h"
#include "fixture.h"
#include "greatest.h"

static struct fixture fx;
static char folder[] = "/tmp/corolab-graph-XXXXXX";
static char out_path[64];
static char said[4096]; /* what the command printed */

static void small_trace(void)
{
	fixture_init(&fx, 2, 64);
	fixture_thread(&fx, 0, "prog");
	fixture_thread(&fx, 1, "worker");
	fixture_start(&fx, 0, 0x10, "outer");
	fixture_start(&fx, 0, 0x20, "inner");
	fixture_suspend(&fx, 0, 0x20, "yield", 3);
	fixture_event(&fx, 0, CO_TRACE_POST, 0x20, 0xe0, "looper", 0, 0);
	fixture_event(&fx, 1, CO_TRACE_RUN, 0x20, 0xe0, "looper", 0, 0);
	fixture_resume(&fx, 1, 0x20);
	fixture_finish(&fx, 1, 0x20, 0);
	fixture_finish(&fx, 0, 0x10, 0);
	fixture_write(&fx, fx.size);
}

/* Run the command in a process of its own, its output in @said. */
static int run(const char *arg, ...)
{
	char *argv[16] = {"graph"};
	char log[80];
	int argc = 1, status = -1;
	va_list ap;
	FILE *in;
	size_t n;
	pid_t pid;

	va_start(ap, arg);
	for (; arg; arg = va_arg(ap, const char *))
		argv[argc++] = (char *)arg;
	va_end(ap);
	snprintf(log, sizeof(log), "%s/log", folder);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);

		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
		status = grade_graph_main(argc, argv);
		fflush(NULL);
		_exit(status);
	}
	waitpid(pid, &status, 0);
	in = fopen(log, "r");
	n = in ? fread(said, 1, sizeof(said) - 1, in) : 0;
	said[n] = '\0';
	if (in)
		fclose(in);
	unlink(log);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int files_in_folder(void)
{
	DIR *d = opendir(folder);
	int n = 0;

	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n - 2;
}

static void set_up(void *unused)
{
	(void)unused;
	snprintf(out_path, sizeof(out_path), "%s/out", folder);
	small_trace();
}

static void tear_down(void *unused)
{
	(void)unused;
	unlink(out_path);
	fixture_fini(&fx);
}

TEST wrong_usage_is_explained(void)
{
	int status;

	status = run(NULL);
	ASSERT_EQ_FMT(2, status, "%d");
	ASSERT(strstr(said, "which trace?"));
	status = run(fx.path, "--kind", "pie", NULL);
	ASSERT_EQ_FMT(2, status, "%d");
	ASSERT(strstr(said, "await, timeline, waits or diff"));
	status = run(fx.path, "--kind", "diff", NULL);
	ASSERT_EQ_FMT(2, status, "%d");
	ASSERT(strstr(said, "--with OTHER"));
	status = run(fx.path, "--frobnicate", NULL);
	ASSERT_EQ_FMT(2, status, "%d");
	ASSERT(strstr(said, "unknown option: --frobnicate"));
	status = run(fx.path, "--kind", NULL);
	ASSERT_EQ_FMT(2, status, "%d");
	ASSERT(strstr(said, "missing value"));
	PASS();
}

TEST help_is_no_error(void)
{
	int status = run("--help", NULL);

	ASSERT_EQ_FMT(0, status, "%d");
	ASSERT(strstr(said, "usage: grade graph TRACE"));
	PASS();
}

TEST bad_trace_leaves_the_old_file(void)
{
	FILE *old = fopen(out_path, "w");
	char text[8] = "";
	int status;

	ASSERT(old);
	fputs("old", old);
	fclose(old);
	fixture_write(&fx, 100);
	status = run(fx.path, "-o", out_path, NULL);
	ASSERT_EQ_FMT(3, status, "%d");
	ASSERT(strstr(said, "truncated"));
	old = fopen(out_path, "r");
	ASSERT(fgets(text, sizeof(text), old));
	fclose(old);
	ASSERT_STR_EQ("old", text);
	ASSERT_EQ_FMT(1, files_in_folder(), "%d");
	PASS();
}

TEST unwritable_output_is_the_environments_fault(void)
{
	int status = run(fx.path, "-o", "/nowhere/at/all.svg", NULL);

	ASSERT_EQ_FMT(3, status, "%d");
	ASSERT(strstr(said, "/nowhere/at/all.svg: No such file"));
	PASS();
}

TEST every_kind_and_format_is_written(void)
{
	struct stat st;

	ASSERT_EQ_FMT(0, run(fx.path, "-o", out_path, NULL), "%d");
	ASSERT_EQ_FMT(0, stat(out_path, &st), "%d");
	ASSERT(st.st_size > 1000);
	ASSERT_EQ_FMT(1, files_in_folder(), "%d");
	ASSERT_EQ_FMT(0, run(fx.path, "--format", "dot", NULL), "%d");
	ASSERT(strstr(said, "digraph"));
	ASSERT_EQ_FMT(0, run(fx.path, "--format", "text", NULL), "%d");
	ASSERT(strstr(said, "Every task that was started has ended."));
	ASSERT_EQ_FMT(0,
		run(fx.path, "--kind", "diff", "--with", fx.path, "--format",
			"dot", NULL),
		"%d");
	ASSERT(strstr(said, "The tasks of both runs did the same."));
	PASS();
}

TEST first_slices_of_a_timeline(void)
{
	int status = run(fx.path, "--kind", "timeline", "--format", "dot",
		"--first", "2", NULL);

	ASSERT_EQ_FMT(0, status, "%d");
	ASSERT(strstr(said, "1 slices after these are left out"));
	/* The second waits; the one that ends it comes later. */
	ASSERT(strstr(said, "waits: yield"));
	ASSERT_FALSE(strstr(said, "inner\\ndone"));
	/* Not in the middle, so there is no place for them either. */
	ASSERT_FALSE(strstr(said, "slices\\nleft out"));
	status = run(fx.path, "--first", "0", NULL);
	ASSERT_EQ_FMT(2, status, "%d");
	ASSERT(strstr(said, "--first must be a number above 0"));
	PASS();
}

static void write_text(const char *text)
{
	FILE *out = fopen(out_path, "w");

	if (out) {
		fputs(text, out);
		fclose(out);
	}
}

TEST schedule_is_drawn_in_place_of_a_trace(void)
{
	int status;

	/* As --result writes it: a line a test, of which one has failed. */
	write_text("{\"test\":\"a\",\"verdict\":\"passed\"}\n"
		   "{\"test\":\"b\",\"verdict\":\"failed\",\"kind\":\"check\","
		   "\"thread\":0,\"steps\":[{\"thread\":0,\"op\":\"loads\","
		   "\"object\":\"x\",\"value\":3}]}\n");
	status = run(out_path, "--format", "dot", NULL);
	ASSERT_EQ_FMT(0, status, "%d");
	ASSERT(strstr(said, "loads x = 3"));
	status = run(out_path, "--kind", "waits", "--format", "dot", NULL);
	ASSERT_EQ_FMT(0, status, "%d");
	ASSERT(strstr(said, "A check fails"));
	status = run(out_path, "--kind", "await", NULL);
	ASSERT_EQ_FMT(2, status, "%d");
	ASSERT(strstr(said, "timeline or waits"));
	status = run(out_path, "--format", "chrome", NULL);
	ASSERT_EQ_FMT(2, status, "%d");
	ASSERT(strstr(said, "svg or dot"));
	PASS();
}

TEST result_without_a_failure_is_refused(void)
{
	int status;

	write_text("{\"test\":\"a\",\"verdict\":\"passed\"}\n");
	status = run(out_path, NULL);
	ASSERT_EQ_FMT(3, status, "%d");
	ASSERT(strstr(said, "no failure"));
	write_text("{ nothing of this kind");
	status = run(out_path, NULL);
	ASSERT_EQ_FMT(3, status, "%d");
	ASSERT(strstr(said, "no result of the explorer"));
	PASS();
}

/* How many events of the phase @ph there are; -1: one lacks a field. */
static int count_phase(json_t *events, const char *ph)
{
	json_t *e;
	size_t i;
	int n = 0;

	json_array_foreach (events, i, e) {
		if (!json_is_integer(json_object_get(e, "pid")) ||
			!json_is_integer(json_object_get(e, "tid")))
			return -1;
		n += !strcmp(json_string_value(json_object_get(e, "ph")), ph);
	}
	return n;
}

static json_t *find_slice(json_t *events, const char *name, int nth)
{
	json_t *e;
	size_t i;

	json_array_foreach (events, i, e) {
		if (!strcmp(json_string_value(json_object_get(e, "ph")), "X") &&
			!strcmp(json_string_value(json_object_get(e, "name")),
				name) &&
			nth-- == 0)
			return e;
	}
	return NULL;
}

static double number(json_t *event, const char *field)
{
	return json_number_value(json_object_get(event, field));
}

TEST chrome_export_nests_and_flows(void)
{
	json_t *root, *events, *outer, *inner;

	ASSERT_EQ_FMT(0,
		run(fx.path, "--format", "chrome", "-o", out_path, NULL), "%d");
	root = json_load_file(out_path, 0, NULL);
	ASSERT(root);
	events = json_object_get(root, "traceEvents");
	ASSERT_EQ_FMT(2, count_phase(events, "M"), "%d");
	ASSERT_EQ_FMT(3, count_phase(events, "X"), "%d");
	ASSERT_EQ_FMT(1, count_phase(events, "s"), "%d");
	ASSERT_EQ_FMT(1, count_phase(events, "f"), "%d");
	ASSERT_EQ_FMT(2, count_phase(events, "b"), "%d");
	ASSERT_EQ_FMT(2, count_phase(events, "e"), "%d");
	outer = find_slice(events, "outer", 0);
	inner = find_slice(events, "inner", 0);
	ASSERT(outer && inner);
	ASSERT(number(inner, "ts") >= number(outer, "ts"));
	ASSERT(number(inner, "ts") + number(inner, "dur") <=
		number(outer, "ts") + number(outer, "dur"));
	inner = find_slice(events, "inner", 1);
	ASSERT(inner);
	ASSERT(number(inner, "tid") != number(outer, "tid"));
	json_decref(root);
	PASS();
}

SUITE(command)
{
	GREATEST_SET_SETUP_CB(set_up, NULL);
	GREATEST_SET_TEARDOWN_CB(tear_down, NULL);
	RUN_TEST(wrong_usage_is_explained);
	RUN_TEST(help_is_no_error);
	RUN_TEST(bad_trace_leaves_the_old_file);
	RUN_TEST(unwritable_output_is_the_environments_fault);
	RUN_TEST(every_kind_and_format_is_written);
	RUN_TEST(first_slices_of_a_timeline);
	RUN_TEST(schedule_is_drawn_in_place_of_a_trace);
	RUN_TEST(result_without_a_failure_is_refused);
	RUN_TEST(chrome_export_nests_and_flows);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	if (!mkdtemp(folder))
		return EXIT_FAILURE;
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(command);
	rmdir(folder);
	return count_tests();
}
