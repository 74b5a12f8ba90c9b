// SPDX-License-Identifier: MIT
/*
 * Writing and reading a test's record.
 *
 * One write() a line: it is out, whatever happens to the process next.
 *
 * The code under test shares this process. What a line must carry to be
 * believed is kept on a page of its own between two that nobody may touch,
 * and that page can be read only while a line is being written.
 */
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "record.h"

enum {
	PAGE = 4096,
	MAX_FRAMES = 32,
	CRASH_STACK = 64 * 1024,
};

struct secret {
	int fd;
	unsigned sequence;
	char nonce[64];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct secret *secret; /* NULL: the record goes to stderr */

static void show_secret(bool show)
{
	if (secret)
		mprotect(secret, PAGE,
			show ? PROT_READ | PROT_WRITE : PROT_NONE);
}

/* One byte at a time: what follows the line is not ours. */
static void read_nonce(int fd)
{
	char *nonce = secret->nonce;
	size_t n = 0;

	while (n + 1 < sizeof(secret->nonce) && read(fd, &nonce[n], 1) == 1 &&
		nonce[n] != '\n')
		n++;
	nonce[n] = '\0';
}

static size_t append(char *line, size_t at, size_t size, const char *text)
{
	for (; *text && at + 2 < size; text++)
		line[at++] = (unsigned char)*text < ' ' ? '?' : *text;
	return at;
}

static size_t begin_line(char *line, size_t size)
{
	if (!secret)
		return 0;
	return (size_t)snprintf(
		line, size, "%s %u ", secret->nonce, secret->sequence++);
}

static void end_line(char *line, size_t n)
{
	line[n++] = '\n';
	if (write(secret ? secret->fd : STDERR_FILENO, line, n) < 0) {
		/* Nobody reads: then nobody will believe in a pass either. */
	}
	/* What a stack still holds, somebody can read. */
	explicit_bzero(line, n);
}

void record_write(const char *kind, ...)
{
	const char *field;
	char line[2048];
	va_list fields;
	size_t n;

	pthread_mutex_lock(&lock);
	show_secret(true);
	n = begin_line(line, sizeof(line));
	n = append(line, n, sizeof(line), kind);
	va_start(fields, kind);
	while ((field = va_arg(fields, const char *))) {
		line[n++] = secret ? '\t' : ' ';
		n = append(line, n, sizeof(line), field);
	}
	va_end(fields);
	end_line(line, n);
	show_secret(false);
	pthread_mutex_unlock(&lock);
}

/* Crashes. The sanitizers have handlers of their own, which tell more. */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static void catch_crashes(void)
{
}
#else
extern const char __executable_start;

/*
 * "crash SIGNAL OFFSET...": where it happened, innermost first, as offsets in
 * the program. The lock may be held by whoever crashed, so it is not taken: a
 * line that this cuts in two was written by a process that is about to end.
 */
static void on_crash(int sig)
{
	void *frames[MAX_FRAMES];
	int i, count = backtrace(frames, MAX_FRAMES);
	char line[1024];
	size_t n;

	show_secret(true);
	n = begin_line(line, sizeof(line));
	n += (size_t)snprintf(line + n, sizeof(line) - n, "crash\t%d\t", sig);
	/* First this function and the kernel's trampoline. */
	for (i = 2; i < count && n + 32 < sizeof(line); i++) {
		uintptr_t at = (uintptr_t)frames[i] -
			       (uintptr_t)&__executable_start;

		/* A return address: the call is before it. */
		n += (size_t)snprintf(line + n, sizeof(line) - n, "%#lx ",
			(unsigned long)(i > 2 ? at - 1 : at));
	}
	end_line(line, n);
	signal(sig, SIG_DFL);
	raise(sig);
}

static void catch_crashes(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
	/* An overflowing stack has no room for a handler. */
	stack_t stack = {.ss_sp = malloc(CRASH_STACK), .ss_size = CRASH_STACK};
	struct sigaction action = {
		.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
	void *frame;
	size_t i;

	if (!stack.ss_sp || sigaltstack(&stack, NULL) < 0)
		return;
	/* The first call loads a library: not inside a handler. */
	backtrace(&frame, 1);
	for (i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		sigaction(signals[i], &action, NULL);
}
#endif

void record_open(int fd)
{
	char *pages;

	if (fd < 0)
		return;
	pages = mmap(
		NULL, 3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pages == MAP_FAILED)
		abort();
	secret = (struct secret *)(void *)(pages + PAGE);
	show_secret(true);
	secret->fd = fd;
	read_nonce(fd);
	show_secret(false);
	catch_crashes();
}

/* Reading. */

static void say(struct record_summary *out, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void say(struct record_summary *out, const char *fmt, ...)
{
	size_t used = strlen(out->text);
	va_list args;

	va_start(args, fmt);
	vsnprintf(out->text + used, sizeof(out->text) - used, fmt, args);
	va_end(args);
}

/* Split the next tab-separated field off @rest; "" when there is none. */
static char *next_field(char **rest)
{
	char *field = strsep(rest, "\t");

	return field ? field : "";
}

static void read_failure(char *rest, struct record_summary *out)
{
	char *file = next_field(&rest);
	char *line = next_field(&rest);
	char *what = next_field(&rest);
	char *expected = next_field(&rest);

	say(out, "    %s:%s: %s\n        expected %s\n        actual   %s\n",
		file, line, what, expected, next_field(&rest));
	out->verdict = RECORD_FAILED;
}

static void read_not_started(char *rest, struct record_summary *out)
{
	char *part = next_field(&rest);
	char *file = next_field(&rest);

	snprintf(out->part, sizeof(out->part), "%s", part);
	say(out, "    %s: write it at %s:%s\n", part, file, next_field(&rest));
	if (out->verdict != RECORD_FAILED)
		out->verdict = RECORD_NOT_STARTED;
}

static void read_line(char *rest, struct record_summary *out, bool *ended)
{
	char *kind = next_field(&rest);

	if (!strcmp(kind, "step")) {
		say(out, "    - %s\n", next_field(&rest));
	} else if (!strcmp(kind, "fail")) {
		read_failure(rest, out);
	} else if (!strcmp(kind, "assert")) {
		char *file = next_field(&rest);
		char *line = next_field(&rest);

		say(out, "    %s:%s: stopped: %s\n", file, line,
			next_field(&rest));
		out->verdict = RECORD_FAILED;
	} else if (!strcmp(kind, "not-started")) {
		read_not_started(rest, out);
	} else if (!strcmp(kind, "crash")) {
		say(out, "    it crashed: run it in a debugger\n");
	} else if (!strcmp(kind, "skip")) {
		say(out, "    %s\n", next_field(&rest));
	} else if (!strcmp(kind, "end")) {
		char *how = next_field(&rest);

		*ended = true;
		if (out->verdict != RECORD_BROKEN)
			return;
		out->verdict = !strcmp(how, "passed")    ? RECORD_PASSED
			       : !strcmp(how, "skipped") ? RECORD_SKIPPED
							 : RECORD_FAILED;
	}
}

void record_summarise(char *data, size_t size, const char *expected_nonce,
	struct record_summary *out)
{
	unsigned expected_sequence = 0;
	bool ended = false;
	char *line;

	memset(out, 0, sizeof(*out));
	if (!size)
		return;
	data[size - 1] = '\0';
	while ((line = strsep(&data, "\n")) && *line && !ended) {
		char *who = strsep(&line, " ");
		char *number = strsep(&line, " ");

		if (!line || strcmp(who, expected_nonce) ||
			(unsigned)atoi(number) != expected_sequence++) {
			say(out, "    a line of the record is not the "
				 "harness's\n");
			out->verdict = RECORD_BROKEN;
			return;
		}
		read_line(line, out, &ended);
	}
	if (!ended && out->verdict == RECORD_PASSED)
		out->verdict = RECORD_BROKEN;
}
