// SPDX-License-Identifier: MIT
/*
 * main() of every test program: run one test here, or each in its own process.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "co/harness.h"
#include "co/listener.h"
#include "co/trace.h"
#include "record.h"

GREATEST_MAIN_DEFS();

enum {
	MAX_TESTS = 256,
	RECORD_SIZE = 1 << 16,
	DEFAULT_SECONDS = 20,
	EXIT_NOT_STARTED = 76,
	EXIT_SKIPPED = 77,
};

/* One test, in this process. */

FILE *co__greatest_out;

static const char *expected_assert;
static _Atomic bool failed;

void co__check_failed(const char *file, int line, const char *what,
	const char *expected, const char *actual)
{
	char number[16];

	snprintf(number, sizeof(number), "%d", line);
	failed = true;
	record_write("fail", file, number, what, expected, actual, NULL);
}

bool co_check_has_failed(void)
{
	return failed;
}

void co_step(const char *fmt, ...)
{
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	record_write("step", text, NULL);
	co_trace_note(text);
}

void co__run_suite(greatest_suite_cb *suite, const char *name)
{
	greatest_run_suite(suite, name);
}

void co_expect_assert(const char *text)
{
	expected_assert = text;
}

/* A test that stops where it should has passed: nothing to print. */
static void on_expected_assert(const char *text)
{
	if (expected_assert && strstr(text, expected_assert) && !failed) {
		record_write("end", "passed", NULL);
		_exit(EXIT_SUCCESS);
	}
}

/* Never returns: what comes after a programmer's error means nothing. */
static void on_assert(const char *file, int line, const char *text)
{
	char number[16];

	snprintf(number, sizeof(number), "%d", line);
	if (expected_assert)
		co__check_failed(file, line, "the message of the assertion",
			expected_assert, text);
	record_write("assert", file, number, text, NULL);
	record_write("end", "failed", NULL);
	_exit(EXIT_FAILURE);
}

static void on_not_started(const char *part, const char *file, int line)
{
	char number[16];

	snprintf(number, sizeof(number), "%d", line);
	record_write("not-started", part, file, number, NULL);
	_exit(EXIT_NOT_STARTED);
}

static const struct co_listener listener = {
	.assert_expected = on_expected_assert,
	.assert_failed = on_assert,
	.not_started = on_not_started,
};

/* Of the leak sanitizer, where there is one. */
int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

/* The sanitizer's own check comes at exit, after the verdict. */
static void check_leaks(const char *name)
{
	if (__lsan_do_recoverable_leak_check &&
		__lsan_do_recoverable_leak_check())
		co__check_failed(name, 0, "memory still allocated", "none",
			"leaked, see the sanitizer's report");
}

static int report_end(const char *how, int status)
{
	record_write("end", how, NULL);
	return status;
}

static int run_one(const char *name)
{
	char *fd = getenv("CO_RESULT_FD");
	struct greatest_report_t report;

	record_open(fd ? atoi(fd) : -1);
	/* The words of the environment outlive unsetenv(). */
	if (fd)
		memset(fd, '?', strlen(fd));
	unsetenv("CO_RESULT_FD");
	record_write("begin", name, NULL);
	co__listener = &listener;
	greatest_set_exact_name_match();
	greatest_set_test_filter(name);
	co__greatest_out = fopen("/dev/null", "w");
	if (!co__greatest_out)
		co__greatest_out = stderr;
	co_test_suites();
	/* The counts of the last suite are not in the total yet. */
	update_counts_and_reset_suite();
	greatest_get_report(&report);
	if (report.failed)
		co__check_failed(greatest_info.fail_file,
			(int)greatest_info.fail_line, greatest_info.msg, "true",
			"false");
	if (expected_assert)
		co__check_failed(name, 0, "the test stops at a CO_ASSERT",
			expected_assert, "it went on to its end");
	if (!failed)
		check_leaks(name);
	if (failed)
		return report_end("failed", EXIT_FAILURE);
	if (report.skipped) {
		if (greatest_info.msg)
			record_write("skip", greatest_info.msg, NULL);
		return report_end("skipped", EXIT_SKIPPED);
	}
	if (report.passed != 1) {
		fprintf(stderr, "there is no test '%s'; --list names them\n",
			name);
		return 2;
	}
	return report_end("passed", EXIT_SUCCESS);
}

/* All tests, each in a process. */

struct result {
	struct record_summary summary;
	int wait_status;
	bool timed_out;
};

static int list_tests(void)
{
	greatest_info.flags |= GREATEST_FLAG_LIST_ONLY;
	co_test_suites();
	return EXIT_SUCCESS;
}

/* The names that --list prints, read back from a child that prints them. */
static int read_names(const char *program, char *names[MAX_TESTS])
{
	char command[4096];
	char line[256];
	FILE *list;
	int n = 0;

	snprintf(command, sizeof(command), "'%s' --list", program);
	list = popen(command, "r");
	if (!list)
		return 0;
	while (n < MAX_TESTS && fgets(line, sizeof(line), list)) {
		char name[256];

		/* greatest indents tests and puts suites between stars. */
		if (line[0] == ' ' && sscanf(line, "%255s", name) == 1)
			names[n++] = strdup(name);
	}
	pclose(list);
	return n;
}

static void make_nonce(char *nonce, size_t size)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	snprintf(nonce, size, "%lx%lx", (unsigned long)ts.tv_nsec,
		(unsigned long)getpid());
}

static void exec_test(
	const char *program, const char *name, int fd, pid_t parent)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", fd);
	setenv("CO_RESULT_FD", text, 1);
	setpgid(0, 0);
	/* In a group of its own it hears no Ctrl-C: it goes with its parent. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	execl(program, program, "--run", name, (char *)NULL);
	_exit(127);
}

static int seconds_allowed(void)
{
	const char *text = getenv("CO_TEST_SECONDS");
	int seconds = text ? atoi(text) : 0;

	return seconds > 0 ? seconds : DEFAULT_SECONDS;
}

/* Read until the test closes its end or its time is up. */
static size_t collect(int fd, char *data, size_t size, bool *timed_out)
{
	struct timespec ts;
	long long deadline;
	size_t used = 0;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	deadline = ts.tv_sec * 1000LL + ts.tv_nsec / 1000000 +
		   1000LL * seconds_allowed();
	while (used < size) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		long long left;
		ssize_t n;

		clock_gettime(CLOCK_MONOTONIC, &ts);
		left = deadline - ts.tv_sec * 1000LL - ts.tv_nsec / 1000000;
		*timed_out = left <= 0 || poll(&p, 1, (int)left) == 0;
		if (*timed_out)
			break;
		n = read(fd, data + used, size - used);
		if (n <= 0)
			break;
		used += (size_t)n;
	}
	return used;
}

static void run_in_process(
	const char *program, const char *name, struct result *r)
{
	static char data[RECORD_SIZE];
	char nonce[64];
	size_t size;
	int ends[2];
	pid_t parent = getpid();
	pid_t pid;

	memset(r, 0, sizeof(*r));
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
		return;
	make_nonce(nonce, sizeof(nonce));
	pid = fork();
	if (pid == 0) {
		close(ends[0]);
		exec_test(program, name, ends[1], parent);
	}
	close(ends[1]);
	dprintf(ends[0], "%s\n", nonce);
	size = collect(ends[0], data, sizeof(data), &r->timed_out);
	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
	close(ends[0]);
	waitpid(pid, &r->wait_status, 0);
	record_summarise(data, size, nonce, &r->summary);
}

static const char *verdict_of(const struct result *r)
{
	if (r->timed_out)
		return "timed out";
	switch (r->summary.verdict) {
	case RECORD_PASSED:
		return "passed";
	case RECORD_FAILED:
		return "failed";
	case RECORD_SKIPPED:
		return "skipped";
	case RECORD_NOT_STARTED:
		return "not started";
	case RECORD_BROKEN:
		break;
	}
	return WIFSIGNALED(r->wait_status) ? "crashed" : "ended early";
}

/* Whether @text is not what was printed before it: many have one reason. */
static bool is_news(const char *text)
{
	static char last[sizeof(((struct record_summary *)0)->text)];
	bool news = strcmp(text, last) != 0;

	snprintf(last, sizeof(last), "%s", text);
	return news;
}

static void print_result(
	const char *program, const char *name, const struct result *r)
{
	const char *verdict = verdict_of(r);

	printf("%-12s %s\n", verdict, name);
	if (!strcmp(verdict, "passed"))
		return;
	if (strcmp(verdict, "skipped") || is_news(r->summary.text))
		fputs(r->summary.text, stdout);
	if (!strcmp(verdict, "crashed"))
		printf("    signal: %s\n", strsignal(WTERMSIG(r->wait_status)));
	if (!strcmp(verdict, "not started") || !strcmp(verdict, "skipped"))
		return;
	printf("    again: %s --run %s\n", program, name);
}

static int run_all(const char *program)
{
	int passed = 0, failed_count = 0, not_started = 0, skipped = 0;
	char *names[MAX_TESTS];
	int n = read_names(program, names);
	int i;

	for (i = 0; i < n; i++) {
		struct result r;

		fflush(stdout);
		run_in_process(program, names[i], &r);
		print_result(program, names[i], &r);
		if (r.timed_out)
			failed_count++;
		else if (r.summary.verdict == RECORD_PASSED)
			passed++;
		else if (r.summary.verdict == RECORD_NOT_STARTED)
			not_started++;
		else if (r.summary.verdict == RECORD_SKIPPED)
			skipped++;
		else
			failed_count++;
		free(names[i]);
	}
	printf("%d passed, %d failed, %d not started, %d skipped\n", passed,
		failed_count, not_started, skipped);
	return passed + skipped == n && n ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	co__greatest_out = stdout;
	GREATEST_INIT();
	if (argc == 1)
		return run_all(argv[0]);
	if (argc == 2 && !strcmp(argv[1], "--list"))
		return list_tests();
	if (argc == 3 && !strcmp(argv[1], "--run"))
		return run_one(argv[2]);
	fprintf(stderr, "usage: %s [--list | --run NAME]\n", argv[0]);
	return 2;
}
