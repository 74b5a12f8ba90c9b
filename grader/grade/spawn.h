/* SPDX-License-Identifier: MIT */
/* Starting one job; private to the supervisor. */
#ifndef GRADE_SPAWN_H
#define GRADE_SPAWN_H

struct job;

/*
 * Start job->argv in a session of its own, with nothing inherited but its
 * output, its record (3) and its status (4).
 *
 * Returns: 0 or -errno; then nothing was started.
 */
int spawn_job(struct job *job);

#endif
