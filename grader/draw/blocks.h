/* SPDX-License-Identifier: MIT */
/*
 * What a timeline shows: blocks, each a slice with a place.
 */
#ifndef GRADER_DRAW_BLOCKS_H
#define GRADER_DRAW_BLOCKS_H

#include "trace.h"

struct block {
	int slice;
	int thread;
	int begin, end; /* events; end is past the last when it still runs */
	int row;        /* within the lane: how deep in the await tree */
	double x0, x1;  /* where it stands, set by the layout */
};

struct blocks {
	struct block *blocks; /* in order of their beginning */
	int *block_of;        /* of each slice; -1: left out */
	int nblocks;
	int left_out;  /* slices that are not shown */
	int gap_after; /* the block after which they would stand */
};

/*
 * Cut @t into at most @max blocks: the first @head of them from its beginning,
 * the others from its end. Returns 0 or -ENOMEM; blocks_fini() in either case.
 */
int blocks_init(struct blocks *b, const struct trace *t, int max, int head);
void blocks_fini(struct blocks *b);

#endif
