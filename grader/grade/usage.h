/* SPDX-License-Identifier: MIT */
/* What a tree of processes uses, seen from outside through /proc. */
#ifndef GRADE_USAGE_H
#define GRADE_USAGE_H

#include <sys/types.h>

struct usage {
	unsigned long memory_kb; /* resident, all processes together */
	unsigned tasks;          /* threads, all processes together */
	unsigned cpu_ms;         /* of those that live */
};

/* The tree below and with @root. What has gone meanwhile counts nothing. */
void usage_of_tree(pid_t root, struct usage *out);

/* Send @signal to the processes of the tree that have no children. */
void usage_signal_leaves(pid_t root, int signal);

/* The children of @pid, at most @max; returns how many. */
int usage_children(pid_t pid, pid_t *pids, int max);

#endif
