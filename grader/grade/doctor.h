/* SPDX-License-Identifier: MIT */
/* What the machine can and cannot do for a grading. */
#ifndef GRADE_DOCTOR_H
#define GRADE_DOCTOR_H

#include <stdbool.h>

#include "grade.h"

/* Whether a ring can be set up; *@error is errno when not. */
bool uring_works(int *error);

/* Look at everything, say what is wrong and what to do; an exit status. */
int doctor(struct context *c);

#endif
