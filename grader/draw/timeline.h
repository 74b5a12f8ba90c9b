/* SPDX-License-Identifier: MIT */
/*
 * A timeline in the making: timeline_words.c says what stands in its boxes,
 * timeline_place.c where they stand, timeline.c draws them.
 */
#ifndef GRADER_DRAW_TIMELINE_H
#define GRADER_DRAW_TIMELINE_H

#include "blocks.h"
#include "sketch.h"

enum {
	ROW = 40, /* heights, in points */
	BOX = 32,
	LANE_GAP = 26,
	STEP = 18, /* between two things that follow each other */
	NUDGE = 6,
	GAP = 120,    /* where slices are left out */
	LABELS = 110, /* left of it stand the lanes' names */
	CHAR = 6,
	MAX_BLOCKS = 60,
};

struct lane {
	int rows; /* 0: nothing runs there and it is not drawn */
	double top;
	Agnode_t *node;
};

struct timeline {
	struct sketch *s;
	const struct trace *t;
	struct blocks b;
	struct lane *lanes;
	Agnode_t **boxes; /* of each block */
	double *post_x;   /* of each hand-off that is a post: where it begins */
	double width, bottom; /* how far it goes right and down */
};

/* The two lines in a box, its tooltip, and the width they need in points. */
char *timeline_label(const struct timeline *l, const struct block *b);
char *timeline_tip(const struct timeline *l, const struct block *b);
double timeline_width(const struct timeline *l, const struct block *b);

/* Place all columns and lanes; the blocks are cut. Returns 0 or -ENOMEM. */
int timeline_place(struct timeline *l);

/* The middle of a row of a lane. */
double timeline_row(const struct timeline *l, int thread, int row);

/* Whether both ends of a hand-off are on the drawing. */
bool timeline_shows(const struct timeline *l, const struct trace_handoff *h);

#endif
