/* SPDX-License-Identifier: MIT */
/*
 * What a fuzzing target is: NAME_fuzz.c, with a function that libFuzzer calls,
 * and words of its language from which inputs are put together.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Zero-terminated strings and a NULL behind the last: no word is empty. */
extern const char *const fuzz_words[];

/* Whole inputs to begin with; likewise. */
extern const char *const fuzz_seeds[];

/* Run one input. What is wrong with it stops the program. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A property that must hold for every input. */
#define FUZZ_CHECK(cond)                                                       \
	do {                                                                   \
		if (!(cond)) {                                                 \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__,       \
				__LINE__, #cond);                              \
			abort();                                               \
		}                                                              \
	} while (0)

#endif
