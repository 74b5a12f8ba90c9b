/* SPDX-License-Identifier: MIT */
/*
 * Fold tasks that are alike into groups, so that a drawing stays readable.
 */
#ifndef GRADER_DRAW_FOLD_H
#define GRADER_DRAW_FOLD_H

#include "trace.h"

/* What makes two tasks alike; each level folds more than the one before. */
enum fold_level {
	FOLD_NONE,
	FOLD_SUBTREES,   /* siblings with the same subtree under them */
	FOLD_SIBLINGS,   /* siblings of the same name, status and executor */
	FOLD_EVERYWHERE, /* the same, wherever they stand */
};

struct fold_group {
	int task; /* the first of them */
	int count;
	int parent; /* group, or -1 */
};

struct fold {
	enum fold_level level;
	struct fold_group *groups; /* in the order of their first task */
	int *group_of;             /* of each task */
	int ngroups;
};

/*
 * The tasks of @t as a tree: @parent[i] is who awaited task i first, or else
 * created it, or -1; @order lists all tasks, parents before children, and
 * those of one depth in order of creation. Both have room for all tasks.
 *
 * Returns: 0 or -ENOMEM.
 */
int fold_tree(const struct trace *t, int *parent, int *order);

/*
 * Group the tasks of @t: not at all when there are few, else at the first
 * level that gives at most @max_groups (or the last).
 *
 * Returns: 0 or -ENOMEM; fold_fini() in either case.
 */
int fold_init(struct fold *f, const struct trace *t, int max_groups);
void fold_fini(struct fold *f);

#endif
