// SPDX-License-Identifier: MIT
/*
 * Writing and reading a test's record.
 *
 * One write() a line: it is out, whatever happens to the process next.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int record_fd = -1;
static char nonce[64];
static unsigned sequence; /* under @lock */

/* One byte at a time: what follows the line is not ours. */
static void read_nonce(int fd)
{
	size_t n = 0;

	while (n + 1 < sizeof(nonce) && read(fd, &nonce[n], 1) == 1 &&
		nonce[n] != '\n')
		n++;
	nonce[n] = '\0';
}

void record_open(int fd)
{
	record_fd = fd;
	if (fd >= 0)
		read_nonce(fd);
}

static size_t append(char *line, size_t at, size_t size, const char *text)
{
	for (; *text && at + 2 < size; text++)
		line[at++] = (unsigned char)*text < ' ' ? '?' : *text;
	return at;
}

void record_write(const char *kind, ...)
{
	const char *field;
	char line[2048];
	va_list fields;
	size_t n;

	pthread_mutex_lock(&lock);
	n = record_fd < 0 ? 0
			  : (size_t)snprintf(line, sizeof(line), "%s %u ",
				    nonce, sequence++);
	n = append(line, n, sizeof(line), kind);
	va_start(fields, kind);
	while ((field = va_arg(fields, const char *))) {
		line[n++] = record_fd >= 0 ? '\t' : ' ';
		n = append(line, n, sizeof(line), field);
	}
	va_end(fields);
	line[n++] = '\n';
	if (write(record_fd < 0 ? STDERR_FILENO : record_fd, line, n) < 0) {
		/* Nobody reads: then nobody will believe in a pass either. */
	}
	pthread_mutex_unlock(&lock);
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
	} else if (!strcmp(kind, "skip")) {
		say(out, "    skipped: %s\n", next_field(&rest));
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
