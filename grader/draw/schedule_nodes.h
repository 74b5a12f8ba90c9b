/* SPDX-License-Identifier: MIT */
/*
 * The wait-for graph of a schedule in the making.
 */
#ifndef GRADER_DRAW_SCHEDULE_NODES_H
#define GRADER_DRAW_SCHEDULE_NODES_H

#include "schedule.h"

enum {
	COLUMNS = 34 /* of text in a node */
};

struct waits_graph {
	struct sketch *k;
	const struct schedule *s;
	Agnode_t *threads[SCHEDULE_MAX_THREADS];
	Agnode_t *objects[SCHEDULE_MAX_THREADS]; /* of each wait */
};

/* The node of a thread, drawn when it is first asked for. */
Agnode_t *schedule_thread_node(struct waits_graph *g, int thread);

/* The node of what the wait is for; waits for one thing share it. */
Agnode_t *schedule_object_node(struct waits_graph *g, int wait);

#endif
