// SPDX-License-Identifier: MIT
/* Placing and drawing a table of boxes: the layout engine only draws. */
#include "schedule_lanes.h"

#include <stdlib.h>
#include <string.h>

enum {
	NUMBERS = 44, /* the column left of the lanes */
	HEAD = 26,    /* the threads' names */
	GUTTER = 44,  /* between two lanes, for lines */
	ROW_GAP = 18,
	LINE_HEIGHT = 13,
	TRACKS = 5, /* lines beside each other in a gutter */
	TRACK = 6,
	TIP = 7, /* the length of an arrow's head */
};

/* The width of a character of the boxes' font, in points. */
static const double character = 5.5;

int lanes_init(struct lanes *l, struct sketch *k, const struct schedule *s,
	int cells, int rows)
{
	memset(l, 0, sizeof(*l));
	l->k = k;
	l->s = s;
	l->cells = calloc((size_t)cells + 1, sizeof(*l->cells));
	l->rows = calloc((size_t)rows + 1, sizeof(*l->rows));
	return l->cells && l->rows ? 0 : -ENOMEM;
}

void lanes_fini(struct lanes *l)
{
	int i;

	for (i = 0; i < l->ncells; i++)
		free(l->cells[i].label);
	for (i = 0; i < l->nrows; i++)
		free(l->rows[i].label);
	free(l->cells);
	free(l->rows);
}

void lanes_row(struct lanes *l, char *label)
{
	l->rows[l->nrows++].label = label;
}

int lanes_cell(struct lanes *l, int thread, enum sketch_look look, char *label)
{
	l->cells[l->ncells] = (struct cell){.row = l->nrows - 1,
		.thread = thread,
		.look = look,
		.label = label};
	l->lanes[thread].used = true;
	return l->ncells++;
}

/* The lines of a label and the length of the longest. */
static int measure(const char *label, int *longest)
{
	int lines = 1;

	*longest = 0;
	while (label) {
		const char *end = strstr(label, "\\n");
		int length = (int)(end ? (size_t)(end - label) : strlen(label));

		if (length > *longest)
			*longest = length;
		lines += end != NULL;
		label = end ? end + 2 : NULL;
	}
	return lines;
}

static void place_lanes(struct lanes *l)
{
	int wide[SCHEDULE_MAX_THREADS] = {0};
	double x = NUMBERS;
	int i, longest, lines;

	for (i = 0; i < l->nrows; i++)
		l->rows[i].height = 2 * LINE_HEIGHT + 6;
	for (i = 0; i < l->ncells; i++) {
		const struct cell *c = &l->cells[i];

		lines = measure(c->label, &longest);
		if (longest > wide[c->thread])
			wide[c->thread] = longest;
		if (lines * LINE_HEIGHT + 6 > l->rows[c->row].height)
			l->rows[c->row].height = lines * LINE_HEIGHT + 6;
	}
	for (i = 0; i < SCHEDULE_MAX_THREADS; i++) {
		int name = (int)strlen(l->s->names[i]) + 14;

		if (!l->lanes[i].used)
			continue;
		l->lanes[i].x0 = x + GUTTER / 2.0;
		l->lanes[i].x1 = l->lanes[i].x0 + 16 +
				 character * (wide[i] > name ? wide[i] : name);
		x = l->lanes[i].x1 + GUTTER / 2.0;
	}
	l->width = x;
}

/* Graphviz counts upwards. */
static void place_rows(struct lanes *l)
{
	double y = -HEAD - ROW_GAP / 2.0;
	int i;

	for (i = 0; i < l->nrows; i++) {
		l->rows[i].top = y;
		y -= l->rows[i].height + ROW_GAP;
	}
	l->bottom = y + ROW_GAP / 2.0;
}

static void put_box(
	Agnode_t *n, double x0, double x1, double top, double height)
{
	if (!n)
		return;
	sketch_set(n, "fixedsize", "true");
	sketch_setf(n, "pos", "%.1f,%.1f", (x0 + x1) / 2, top - height / 2);
	sketch_setf(n, "width", "%.4f", (x1 - x0) / 72);
	sketch_setf(n, "height", "%.4f", height / 72);
}

static void draw_lane(struct lanes *l, int thread)
{
	const struct lane_place *p = &l->lanes[thread];
	char *text;
	FILE *out = sketch_text(&text);
	Agnode_t *n = sketch_node(l->k, NULL, LOOK_PLAIN, NULL, NULL);

	sketch_set(n, "shape", "box");
	sketch_set(n, "style", "filled");
	sketch_set(n, "color", "transparent");
	sketch_set(n, "fillcolor", "#8b949e1f");
	put_box(n, p->x0 - 6, p->x1 + 6, 0, -l->bottom);
	schedule_put_thread(out, l->s, thread);
	n = sketch_node(l->k, NULL, LOOK_PLAIN, sketch_done(out, &text), NULL);
	put_box(n, p->x0, p->x1, 0, HEAD);
}

static void draw_row(struct lanes *l, struct lane_row *r)
{
	Agnode_t *n = sketch_node(l->k, NULL, LOOK_PLAIN, r->label, NULL);

	r->label = NULL;
	put_box(n, 0, NUMBERS, r->top, r->height);
}

static void draw_cell(struct lanes *l, struct cell *c)
{
	const struct lane_place *p = &l->lanes[c->thread];
	const struct lane_row *r = &l->rows[c->row];

	c->node = sketch_node(l->k, NULL, c->look, c->label, NULL);
	c->label = NULL;
	if (!c->node)
		return;
	/* Octagons of this size lose their words: the line says it. */
	if (c->look == LOOK_FAILED)
		sketch_set(c->node, "shape", "box");
	sketch_set(c->node, "peripheries", "1");
	sketch_set(c->node, "fontsize", "10");
	if (c->blamed)
		sketch_blame(c->node);
	put_box(c->node, p->x0, p->x1, r->top, r->height);
}

void lanes_draw(struct lanes *l)
{
	int i;

	place_lanes(l);
	place_rows(l);
	for (i = 0; i < SCHEDULE_MAX_THREADS; i++)
		if (l->lanes[i].used)
			draw_lane(l, i);
	for (i = 0; i < l->nrows; i++)
		if (l->rows[i].label)
			draw_row(l, &l->rows[i]);
	for (i = 0; i < l->ncells; i++)
		draw_cell(l, &l->cells[i]);
}

/* Straight from point to point; the last but one is where the head begins. */
static Agedge_t *draw_path(struct lanes *l, enum sketch_line line,
	const struct cell *from, const struct cell *to,
	const double (*points)[2], int n)
{
	Agedge_t *e = sketch_edge(l->k, from->node, to->node, line, NULL);
	char pos[512];
	int used, i;

	if (!e)
		return NULL;
	used = snprintf(pos, sizeof(pos), "e,%.1f,%.1f %.1f,%.1f",
		points[n - 1][0], points[n - 1][1], points[0][0], points[0][1]);
	/* A curve whose handles are its ends is a straight line. */
	for (i = 1; i < n - 1; i++)
		used += snprintf(pos + used, sizeof(pos) - (size_t)used,
			" %.1f,%.1f %.1f,%.1f %.1f,%.1f", points[i - 1][0],
			points[i - 1][1], points[i][0], points[i][1],
			points[i][0], points[i][1]);
	sketch_set(e, "pos", pos);
	return e;
}

static double middle(const struct lanes *l, const struct cell *c)
{
	return l->rows[c->row].top - l->rows[c->row].height / 2;
}

/* Whether a lane stands between two others, so that a line must cross it. */
static bool is_apart(const struct lanes *l, int a, int b)
{
	int i;

	for (i = (a < b ? a : b) + 1; i < (a < b ? b : a); i++)
		if (l->lanes[i].used)
			return true;
	return false;
}

Agedge_t *lanes_line(struct lanes *l, enum sketch_line line, int from, int to)
{
	const struct cell *a = &l->cells[from], *b = &l->cells[to];
	const struct lane_row *row = &l->rows[b->row];
	/* Out to the right unless it goes left; in from where it comes. */
	bool left = b->thread<a->thread, right = b->thread> a->thread;
	double out = left ? -1 : 1, in = right ? -1 : 1;
	double x = left ? l->lanes[a->thread].x0 : l->lanes[a->thread].x1;
	double end = right ? l->lanes[b->thread].x0 : l->lanes[b->thread].x1;
	/* Lines that meet in a gutter must not become one. */
	int track = l->nlines++ % TRACKS;
	double dx = 9 + TRACK * track;
	double y = middle(l, a) + 5 * (1 - track % 3), to_y = middle(l, b);
	/* Other lanes are crossed between two rows. */
	double gap = b->row > a->row ? row->top + ROW_GAP / 4.0
				     : row->top - row->height - ROW_GAP / 4.0;

	if (!is_apart(l, a->thread, b->thread))
		return draw_path(l, line, a, b,
			(const double[][2]){{x, y}, {x + out * dx, y},
				{x + out * dx, to_y}, {end + in * TIP, to_y},
				{end, to_y}},
			5);
	return draw_path(l, line, a, b,
		(const double[][2]){{x, y}, {x + out * dx, y},
			{x + out * dx, gap}, {end + in * dx, gap},
			{end + in * dx, to_y}, {end + in * TIP, to_y},
			{end, to_y}},
		7);
}

void lanes_step_line(struct lanes *l, enum sketch_line line, int from, int to)
{
	const struct cell *a = &l->cells[from], *b = &l->cells[to];
	const struct lane_place *p = &l->lanes[a->thread];
	const struct lane_place *q = &l->lanes[b->thread];
	double x = (p->x0 + p->x1) / 2, to_x = (q->x0 + q->x1) / 2;
	double y = l->rows[a->row].top - l->rows[a->row].height;
	double to_y = l->rows[b->row].top;

	draw_path(l, line, a, b,
		(const double[][2]){{x, y}, {x, y - 5}, {to_x, y - 5},
			{to_x, to_y + TIP}, {to_x, to_y}},
		5);
}

void lanes_legend(struct lanes *l, char *label)
{
	double width = l->width > 400 ? l->width : 400;
	const char *at = label;
	int lines = 0;
	Agnode_t *n;

	while (at && (at = strstr(at, "\\l"))) {
		at += 2;
		lines++;
	}
	n = sketch_node(l->k, NULL, LOOK_PLAIN, label, NULL);
	put_box(n, 0, width, l->bottom - 6, (lines + 1) * LINE_HEIGHT);
}
