/* SPDX-License-Identifier: MIT */
/* What the sheets of Canvas and Moodle have in common. */
#ifndef REPORT_SHEET_H
#define REPORT_SHEET_H

#include "summary.h"

/* Whose submission it is: the last part of its path. */
const char *sheet_student(const struct grading *g);

/*
 * The participant's number in a folder name of Moodle, "NAME_NUMBER_assign...".
 *
 * Returns: how many digits it has, from *@number on; 0: it is no such name.
 */
size_t sheet_participant(const char *who, const char **number);

/* Every test was judged. */
bool sheet_final(struct summary s);

/* A word of feedback, in plain text. */
char *sheet_comment(const struct grading *g);

#endif
