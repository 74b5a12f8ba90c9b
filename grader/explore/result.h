/* SPDX-License-Identifier: MIT */
/*
 * What a run has found: verdicts, the trace of a schedule, and how they are
 * shown. The worker writes these structures into memory that it shares with
 * its supervisor, so that nothing is lost when it dies; pointers in them are to
 * constants of the program, which both have at the same address.
 */
#ifndef EXPLORE_RESULT_H
#define EXPLORE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct explore_test;
struct ex_options;

enum {
	EX_MAX_THREADS = 32,
	EX_MAX_STEPS = 1 << 17,
	EX_TEXT = 512,
	EX_MAX_NOTES = 32,
	EX_MAX_VALUES = 4096,
	EX_STACK = 1 << 20,
	EX_CALL_DEPTH = 64,
};

/* ---- Results (shared with the supervisor, so that a crash loses none) ---- */

enum ex_verdict {
	EX_PASSED,
	EX_FAILED,
	EX_CRASHED,
	EX_NOT_STARTED,
	EX_ERROR,
};

enum ex_kind {
	EX_NONE,
	EX_CHECK,
	EX_ASSERT,
	EX_DEADLOCK,
	EX_LOST_WAKEUP,
	EX_LIVELOCK,
	EX_RACE,
	EX_DESTROYED,
	EX_THREAD_LEFT,
	EX_FOREIGN_UNLOCK,
	EX_HEAP,
	EX_LEAK,
	EX_CRASH,
	EX_UNSUPPORTED,
};

/* One operation of one thread, as it happened. */
struct ex_step_record {
	const char *op;
	uintptr_t pc;
	uintptr_t object;
	uint64_t value;
	uint8_t thread;
	bool has_value;
};

/* Where a schedule departs from the default: take @option at decision @at. */
struct ex_deviation {
	uint32_t at;
	uint32_t option;
};

struct ex_wait_record {
	int thread;
	int holder; /* -1: nobody in particular */
	const char *op;
	uintptr_t pc;
	uintptr_t object;
};

struct ex_failure {
	enum ex_verdict verdict;
	enum ex_kind kind;
	char message[EX_TEXT];
	char expected[EX_TEXT / 2];
	char actual[EX_TEXT / 2];
	char file[EX_TEXT / 2];
	int line;
	int thread;
	uintptr_t pc;     /* where it happened, when file is empty */
	uintptr_t object; /* what it happened to, or 0 */
	/* The other side of a race, the first free of a double free, ... */
	const char *other_what;
	uintptr_t other_pc;
	int other_thread;
};

struct ex_named {
	uintptr_t object;
	char name[32];
};

struct ex_heap_note {
	uintptr_t address;
	size_t size;
	uintptr_t pc;
};

/* Everything that is known about the schedule that is running or failed. */
struct ex_trace {
	struct ex_failure failure;
	unsigned n_steps;
	unsigned n_deviations;
	unsigned n_decisions;
	unsigned switches;
	unsigned n_waits;
	unsigned n_values; /* picked by ex_choose(), in order */
	unsigned n_notes;
	unsigned n_named;
	unsigned n_blocks;
	int n_threads;
	unsigned period; /* of the repeating part of a livelock, or 0 */
	char thread_names[EX_MAX_THREADS][16];
	struct ex_wait_record waits[EX_MAX_THREADS];
	char notes[EX_MAX_NOTES][160];
	uint8_t values[EX_MAX_VALUES];
	struct ex_named named[64];
	struct ex_heap_note blocks[64];
	struct ex_deviation deviations[EX_MAX_STEPS];
	struct ex_step_record steps[EX_MAX_STEPS];
};

struct ex_shared {
	/* Written by the worker, watched by the supervisor. */
	volatile uint64_t pulse;  /* grows with every step */
	volatile int running_tid; /* the kernel's id of the baton's holder */
	volatile bool in_schedule;
	volatile bool finished; /* the worker ended by itself */

	/* How the search went. */
	unsigned schedules;       /* run, all strategies */
	unsigned reductions;      /* run to shorten the failure */
	unsigned exhausted_bound; /* preemptions up to which all was run */
	unsigned exhausted_count;
	bool exhausted;   /* up to the bound that the test asks for */
	bool whole_space; /* no schedule at all is left out */
	bool clock_cut;   /* .milliseconds ended the search */
	char found_strategy[16];
	uint64_t found_seed;
	bool found;

	struct ex_trace now;   /* the schedule that runs */
	struct ex_trace first; /* the first failure */
	struct ex_trace best;  /* the shortest that fails in the same way */
};

extern struct ex_shared *ex_shared;

const char *ex_kind_name(enum ex_kind kind);
const char *ex_verdict_name(enum ex_verdict verdict);

/* ---- Supervisor and reports (supervise.c, report.c, json.c, ...) ---- */

int ex_supervise(const struct explore_test *test, const struct ex_options *opt);
void ex_report(const struct explore_test *test, const struct ex_options *opt);
void ex_report_line(const struct explore_test *test);
void ex_json(int fd, const struct explore_test *test);

/*
 * The descriptor that CO_RESULT_FD names, or -1. A line is read from it: every
 * result is then written with that line and a space before it. Call it before
 * any code under test runs; the variable is gone afterwards.
 */
int ex_result_open(void);

/* In a process that runs code under test: it has no business with results. */
void ex_result_forget(int fd);

/* What a stuck thread waits for: "wants to lock a, held by thread 2". */
void ex_stuck_text(const struct ex_trace *t, const struct ex_wait_record *w,
	char *out, size_t size);

/* "queue.c:41", or "0x401a2b" when it cannot be told. */
struct ex_place {
	char file[192];
	int line;
};
void ex_symbolise(const uintptr_t *pcs, unsigned n, struct ex_place *out);
struct ex_place ex_place_of(uintptr_t pc);
void ex_symbolise_trace(const struct ex_trace *t);
void ex_object_name(
	const struct ex_trace *t, uintptr_t address, char *out, size_t size);
/* The seed and strategy with which @t runs again. */
void ex_seed_text(const struct ex_trace *t, char *out, size_t size);

#endif
