/* SPDX-License-Identifier: MIT */
/* The hints of one test, from concept to place to step. */
#ifndef GRADE_HINTS_H
#define GRADE_HINTS_H

/* Print the hints of @test up to @step; 0: the first. An exit status. */
int hints_print(int lab, const char *test, int step);

#endif
