/* SPDX-License-Identifier: MIT */
/*
 * Taking a submission in: files by name only, over a pristine tree.
 *
 * The box is the folder that the compiler will see: the public headers of
 * labs 1 to N from our tree, and the submission's src/ files that the rubric
 * names. Nothing else of a submission is ever opened.
 */
#ifndef GRADE_INTAKE_H
#define GRADE_INTAKE_H

#include "grade.h"
#include "sha256.h"

enum {
	INTAKE_MAX_SOURCE = 1 << 20,
	INTAKE_MAX_IGNORED = 40,
};

struct intake {
	struct context *context;
	struct grading *grading;
	struct sha256 hash;
	int submission; /* a descriptor of its folder */
	char *box;      /* the folder that holds what was taken */
	int taken;
	bool is_tree; /* the submission is the tree we stand in */
};

/* Open the submission; 0, or EXIT_USAGE after a message. */
int intake_open(struct intake *in, struct context *c, struct grading *g);

/*
 * Take the files of @rubric into the box. What cannot be taken is noted in
 * @lab, when that lab is graded: a missing file is the skeleton's; what is no
 * regular file, or too large, is refused.
 *
 * Returns: 0; -errno when the box cannot be written.
 */
int intake_lab(struct intake *in, const struct rubric_lab *rubric,
	struct lab_result *lab);

/* Name what else is in the submission, fix the hash, close it. */
void intake_close(struct intake *in);

#endif
