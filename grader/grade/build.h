/* SPDX-License-Identifier: MIT */
/*
 * From sources in the box to programs: compile in the sandbox, inspect, make
 * everything local that the lab's contract does not name, link with the kit.
 *
 * A layer is one lab's code. A program is a lab's tests over its layers; each
 * layer comes from the submission or from the reference.
 */
#ifndef GRADE_BUILD_H
#define GRADE_BUILD_H

#include "grade.h"

struct layer {
	bool tried;
	bool usable;                /* it compiled and was not refused */
	const char *object[BUILDS]; /* NULL: not built */
	const char *compile_error;  /* as the compiler said it, cut; or NULL */
	struct refusal *refusals;
	size_t refusal_count;
};

/* Which tests a program holds. */
struct program_id {
	int lab;
	enum build build;
	bool hidden;
	const char *explorer; /* P of explore/P.c; NULL: the harness's */
	unsigned own; /* a set: bit N is on when layer N is the submission's */
};

struct builder {
	struct context *context;
	struct arena *arena;
	char *box;          /* what intake put there */
	char *out;          /* where compilers write */
	char *headers_hash; /* of all public headers */
	struct layer layers[LAYERS];
	unsigned compiled;   /* files that had to be compiled */
	bool link_is_broken; /* a program cannot be linked, and it is ours */
};

/* Lay out the folders and the public headers; 0 or -errno. */
int builder_open(struct builder *b, struct context *c, struct arena *arena);

/*
 * Compile and inspect lab @n of the submission, if that was not done yet.
 * @builds is a set of bits 1 << enum build.
 *
 * Returns: 0, also when the student's code is at fault; -errno when the
 *          environment is, after a message.
 */
int builder_layer(struct builder *b, int n, unsigned builds);

/*
 * The program @id, linked and without symbols: made if it is not there yet.
 *
 * Returns: its path; NULL when it cannot be linked, and then *@why says so.
 */
const char *builder_program(
	struct builder *b, const struct program_id *id, const char **why);

/* Link all of @ids at once, as many as there are jobs at a time. */
void builder_link_all(
	struct builder *b, const struct program_id *ids, size_t count);

/* The same program with its symbols, for people and addr2line; or NULL. */
const char *builder_symbols(struct builder *b, const struct program_id *id);

/* Run a trusted tool; 0 when it succeeded. *@output may be NULL. */
int tool_run(struct arena *arena, const char *const *argv, const char **output);

#endif
