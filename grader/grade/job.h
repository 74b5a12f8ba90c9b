/* SPDX-License-Identifier: MIT */
/* What a job says and how it ended; private to the supervisor. */
#ifndef GRADE_JOB_H
#define GRADE_JOB_H

#include <sys/resource.h>

#include "supervise.h"

/* Take what its output and its record have now; never waits. */
void job_read(struct job *job);

/* Take what the launcher has to say. */
void job_read_status(struct job *job);

/* It has ended with @status, as wait4() says, and used @usage. */
void job_note_end(struct job *job, int status, const struct rusage *usage);

/* Close our ends of its pipes. */
void job_close(struct job *job);

#endif
