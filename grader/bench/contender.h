/* SPDX-License-Identifier: MIT */
/*
 * A contender: a small program that can run some rows of the bench, ours or a
 * peer's, in C or C++. It brings its cases and is linked with contender.c,
 * which has main().
 *
 * The protocol, one line each way. The harness starts "PROGRAM ROW" and reads
 * "ready"; then it writes how many operations to run and reads the figure for
 * one operation, as often as it likes, and ends the program by closing its
 * input. A program that finds its own result wrong answers "wrong: WHY".
 */
#ifndef BENCH_CONTENDER_H
#define BENCH_CONTENDER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How to run one row. The row's @size is how many objects it works on; the
 * number of operations asked for is always a multiple of it.
 */
struct bench_case {
	const char *row;
	size_t size;

	/* Once, untimed: make what run() works on. NULL: nothing to make. */
	void (*prepare)(size_t size);

	/* Do @operations; its processor time is the figure, in ns for one. */
	void (*run)(size_t size, uint64_t operations);

	/*
	 * In place of run(): returns the figure for one operation, whatever
	 * its unit. Called in a child process, so that what it allocates does
	 * not serve the next call.
	 */
	double (*measure)(size_t size);

	/* In place of run(): does @operations, and returns the figure for one.
	 */
	double (*figure)(size_t size, uint64_t operations);

	struct bench_case *next;
};

void bench_register(struct bench_case *c);

/* Add a case to the program this file is linked into. */
#define BENCH_CASE(id, row_, size_, prepare_, run_)                            \
	BENCH__REGISTER(id, row_, size_, prepare_, run_, NULL, NULL)

#define BENCH_MEASURE(id, row_, size_, measure_)                               \
	BENCH__REGISTER(id, row_, size_, NULL, NULL, measure_, NULL)

#define BENCH_FIGURE(id, row_, size_, prepare_, figure_)                       \
	BENCH__REGISTER(id, row_, size_, prepare_, NULL, NULL, figure_)

#define BENCH__REGISTER(id, ...)                                               \
	static struct bench_case case_##id = {__VA_ARGS__, NULL};              \
	__attribute__((constructor)) static void register_##id(void)           \
	{                                                                      \
		bench_register(&case_##id);                                    \
	}

/* End the program with "wrong: @what" unless the result is as expected. */
void bench_expect(uint64_t expected, uint64_t actual, const char *what);

/* Bytes of memory this process has touched and not given back. */
double bench_resident_bytes(void);

#ifdef __cplusplus
}
#endif

#endif
