/* SPDX-License-Identifier: MIT */
/*
 * The record that a test writes (the format is in co/harness.h), and the
 * reading of it. Private to the harness.
 */
#ifndef CO_RECORD_H
#define CO_RECORD_H

#include "co/base.h"

/* Start writing: the nonce is read from @fd. -1: print to stderr instead. */
void record_open(int fd);

/* Write one line: @kind and tab-separated fields, the last one NULL. */
void record_write(const char *kind, ...) __attribute__((sentinel));

/* What a record amounts to, and the lines a person wants to read. */
enum record_verdict {
	RECORD_BROKEN, /* no end: crashed, killed, or forged */
	RECORD_PASSED,
	RECORD_FAILED,
	RECORD_SKIPPED,
	RECORD_NOT_STARTED,
};

struct record_summary {
	enum record_verdict verdict;
	char part[32];   /* not started: which */
	char text[4096]; /* steps and failures, a line each */
};

/* Read the @size bytes at @data, written for @nonce. */
void record_summarise(
	char *data, size_t size, const char *nonce, struct record_summary *out);

#endif
