/* SPDX-License-Identifier: MIT */
/*
 * The result of a test for the grader: one line of JSON. README.md documents
 * the fields.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime.h"

enum {
	MAX_STEPS = 2000,
	NONCE = 64,
};

/* What each line must begin with to be believed; "": nothing. */
static char nonce[NONCE];

static void string(FILE *f, const char *s)
{
	fputc('"', f);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\')
			fprintf(f, "\\%c", c);
		else if (c < 0x20 || c >= 0x7f)
			fprintf(f, "\\u%04x", c);
		else
			fputc(c, f);
	}
	fputc('"', f);
}

static void field(FILE *f, const char *name, const char *value)
{
	fprintf(f, ",\"%s\":", name);
	string(f, value);
}

static void place(FILE *f, uintptr_t pc)
{
	struct ex_place p = ex_place_of(pc);

	if (!pc)
		return;
	field(f, "file", p.line ? p.file : "");
	fprintf(f, ",\"line\":%d,\"pc\":\"%#lx\"", p.line, (unsigned long)pc);
}

static void object(FILE *f, const struct ex_trace *t, uintptr_t address)
{
	char name[96];

	ex_object_name(t, address, name, sizeof(name));
	field(f, "object", name);
}

static void failure(FILE *f, const struct ex_trace *t)
{
	const struct ex_failure *e = &t->failure;

	field(f, "kind", ex_kind_name(e->kind));
	field(f, "message", e->message);
	field(f, "expected", e->expected);
	field(f, "actual", e->actual);
	fprintf(f, ",\"thread\":%d", e->thread);
	if (e->file[0]) {
		field(f, "file", e->file);
		fprintf(f, ",\"line\":%d", e->line);
	} else {
		place(f, e->pc);
	}
	object(f, t, e->object);
	if (!e->other_pc)
		return;
	fprintf(f, ",\"other\":{\"thread\":%d", e->other_thread);
	field(f, "what", e->other_what);
	place(f, e->other_pc);
	fputc('}', f);
}

static void search(FILE *f, const struct ex_trace *t)
{
	static char seed[1 << 16];
	const struct ex_shared *s = ex_shared;

	fprintf(f, ",\"schedules\":%u,\"exhausted\":%s,\"bound\":%u",
		s->schedules, s->exhausted ? "true" : "false",
		s->exhausted_bound);
	fprintf(f, ",\"exhausted_count\":%u,\"whole_space\":%s",
		s->exhausted_count, s->whole_space ? "true" : "false");
	fprintf(f, ",\"clock_cut\":%s", s->clock_cut ? "true" : "false");
	if (!s->found)
		return;
	ex_seed_text(t, seed, sizeof(seed));
	field(f, "strategy", "replay");
	field(f, "seed", seed);
	fprintf(f, ",\"found\":{\"seed\":\"%llu\"",
		(unsigned long long)s->found_seed);
	field(f, "strategy", s->found_strategy);
	fprintf(f, "},\"switches\":%u", t->switches);
}

static void steps(FILE *f, const struct ex_trace *t)
{
	unsigned from = t->n_steps > MAX_STEPS ? t->n_steps - MAX_STEPS : 0;

	fprintf(f, ",\"n_steps\":%u,\"period\":%u,\"steps\":[", t->n_steps,
		t->period);
	for (unsigned i = from; i < t->n_steps; i++) {
		const struct ex_step_record *s = &t->steps[i];

		fprintf(f, "%s{\"thread\":%d", i > from ? "," : "", s->thread);
		field(f, "op", s->op);
		object(f, t, s->object);
		if (s->has_value)
			/* As signed: readers of JSON have no larger integer. */
			fprintf(f, ",\"value\":%lld", (long long)s->value);
		place(f, s->pc);
		fputc('}', f);
	}
	fputc(']', f);
}

static void waits(FILE *f, const struct ex_trace *t)
{
	fprintf(f, ",\"waits\":[");
	for (unsigned i = 0; i < t->n_waits; i++) {
		const struct ex_wait_record *w = &t->waits[i];
		char text[224];

		fprintf(f, "%s{\"thread\":%d", i ? "," : "", w->thread);
		ex_stuck_text(t, w, text, sizeof(text));
		field(f, "for", text);
		field(f, "op", w->op);
		object(f, t, w->object);
		if (w->holder >= 0)
			fprintf(f, ",\"holder\":%d", w->holder);
		place(f, w->pc);
		fputc('}', f);
	}
	fputc(']', f);
}

/* One byte at a time: what follows the line is not ours. */
static void read_nonce(int fd)
{
	size_t n = 0;

	while (n + 1 < sizeof(nonce) && read(fd, &nonce[n], 1) == 1 &&
		nonce[n] != '\n')
		n++;
	nonce[n] = '\0';
}

int ex_result_open(void)
{
	const char *text = getenv("CO_RESULT_FD");
	int fd = text ? atoi(text) : -1;

	unsetenv("CO_RESULT_FD");
	if (fd > STDERR_FILENO)
		read_nonce(fd);
	return fd > STDERR_FILENO ? fd : -1;
}

void ex_result_forget(int fd)
{
	explicit_bzero(nonce, sizeof(nonce));
	if (fd >= 0)
		close(fd);
}

void ex_json(int fd, const struct explore_test *test)
{
	const struct ex_trace *t = &ex_shared->best;
	FILE *f = fdopen(fd, "w");

	if (!f) {
		fprintf(stderr, "cannot write the result to descriptor %d\n",
			fd);
		return;
	}
	if (t->failure.verdict == EX_FAILED || t->failure.verdict == EX_CRASHED)
		ex_symbolise_trace(t);
	fprintf(f, "%s%s{\"test\":", nonce, nonce[0] ? " " : "");
	string(f, test->name);
	field(f, "verdict", ex_verdict_name(t->failure.verdict));
	failure(f, t);
	search(f, t);
	fprintf(f, ",\"threads\":[");
	for (int i = 0; i < t->n_threads; i++) {
		fprintf(f, "%s", i ? "," : "");
		string(f, t->thread_names[i]);
	}
	fprintf(f, "],\"notes\":[");
	for (unsigned i = 0; i < t->n_notes; i++) {
		fprintf(f, "%s", i ? "," : "");
		string(f, t->notes[i]);
	}
	fputc(']', f);
	waits(f, t);
	steps(f, t);
	fprintf(f, "}\n");
	fflush(f);
}
