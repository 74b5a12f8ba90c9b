/* SPDX-License-Identifier: MIT */
/*
 * A table of boxes: a lane for each thread, a row for each moment. First all
 * cells are added, then placed, then drawn, then joined by lines.
 */
#ifndef GRADER_DRAW_SCHEDULE_LANES_H
#define GRADER_DRAW_SCHEDULE_LANES_H

#include "schedule.h"

enum {
	LANES_COLUMNS = 30, /* of text in a box */
};

struct cell {
	int row, thread;
	enum sketch_look look;
	bool blamed;
	char *label; /* until it is drawn */
	Agnode_t *node;
};

struct lane_row {
	char *label; /* what stands left of it */
	double top, height;
};

struct lane_place {
	bool used;
	double x0, x1; /* of its boxes */
};

struct lanes {
	struct sketch *k;
	const struct schedule *s;
	struct cell *cells;
	struct lane_row *rows;
	int ncells, nrows;
	struct lane_place lanes[SCHEDULE_MAX_THREADS];
	double width, bottom;
	int nlines;
};

/* Room for @cells cells and @rows rows. 0 or -ENOMEM; then lanes_fini(). */
int lanes_init(struct lanes *l, struct sketch *k, const struct schedule *s,
	int cells, int rows);
void lanes_fini(struct lanes *l);

/* Begin the next row. */
void lanes_row(struct lanes *l, char *label);

/* Put a box into the last row; returns its number. Takes @label over. */
int lanes_cell(struct lanes *l, int thread, enum sketch_look look, char *label);

/* Place and draw lanes and boxes. */
void lanes_draw(struct lanes *l);

/* A line that keeps clear of boxes, from the side of one cell to another. */
Agedge_t *lanes_line(struct lanes *l, enum sketch_line line, int from, int to);

/* A short line, from the bottom of a cell to the top of one in the next row. */
void lanes_step_line(struct lanes *l, enum sketch_line line, int from, int to);

/* Text under the table. Takes @label over. */
void lanes_legend(struct lanes *l, char *label);

#endif
