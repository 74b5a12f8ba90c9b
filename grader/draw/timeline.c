// SPDX-License-Identifier: MIT
/*
 * The timeline: a lane for each thread, a box for each run of a task, arrows
 * where control is handed on.
 *
 * Time runs to the right by order alone: what happened later stands further
 * right, and a box is as wide as its words. A child stands lower in its lane
 * than the task that awaits it. All positions are computed here; the layout
 * engine only draws.
 */
#include <stdlib.h>
#include <string.h>

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

/* A moment that has a place on the axis. */
struct moment {
	int event;
	int block; /* begins or ends here; -1: a post */
	bool ends;
};

struct timeline {
	struct sketch *s;
	const struct trace *t;
	struct blocks b;
	struct lane *lanes;
	Agnode_t **boxes; /* of each block */
	struct moment *moments;
	double *post_x; /* of each hand-off that is a post: where it begins */
	int nmoments;
	double width;
};

/* Words. */

static const char *child_of(const struct trace *t, int task, int end)
{
	int e = t->tasks[task].awaits;

	for (; e >= 0; e = t->edges[e].next)
		if (t->edges[e].event < end)
			return t->edges[e].event >= end - 2 ||
					       t->events[t->edges[e].event]
							       .line ==
						       t->events[end].line
				       ? t->tasks[t->edges[e].to].id
				       : NULL;
	return NULL;
}

/* How a slice ended: the second line of its box. */
static void put_end(
	FILE *out, const struct trace *t, const struct trace_slice *s)
{
	const struct trace_event *e;
	const char *child;

	if (s->end < 0) {
		fputs("still running", out);
		return;
	}
	e = &t->events[s->end];
	if (e->type == CO_TRACE_TASK_SUSPENDED && e->task == s->task) {
		child = child_of(t, s->task, s->end);
		fputs(child ? "awaits " : "waits: ", out);
		sketch_put(out, child ? child : *e->name ? e->name : "?");
	} else if (e->type == CO_TRACE_TASK_FINISHED && e->task == s->task) {
		fputs(trace_status_name(t->tasks[s->task].status), out);
	} else {
		fputs(trace_type_name(e->type), out);
	}
}

static char *block_label(const struct timeline *l, const struct block *b)
{
	const struct trace *t = l->t;
	const struct trace_slice *slice = &t->slices[b->slice];
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	sketch_put(out, t->tasks[slice->task].id);
	fputs("\\n", out);
	put_end(out, t, slice);
	return sketch_done(out, &text);
}

static char *block_tip(const struct timeline *l, const struct block *b)
{
	const struct trace *t = l->t;
	const struct trace_event *e = &t->events[b->begin];
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	sketch_put(out, t->tasks[t->slices[b->slice].task].id);
	fputs(" on thread ", out);
	sketch_put(out, t->threads[b->thread].id);
	if (*e->file) {
		fputs(", from ", out);
		sketch_put(out, trace_base_name(e->file));
		fprintf(out, ":%u", e->line);
	}
	if (b->end < t->nevents && *t->events[b->end].file) {
		fputs(" to ", out);
		sketch_put(out, trace_base_name(t->events[b->end].file));
		fprintf(out, ":%u", t->events[b->end].line);
	}
	return sketch_done(out, &text);
}

static double block_width(const struct timeline *l, const struct block *b)
{
	char *label = block_label(l, b);
	const char *second = label ? strstr(label, "\\n") : NULL;
	size_t longest = 0;

	if (second) {
		longest = (size_t)(second - label);
		if (strlen(second + 2) > longest)
			longest = strlen(second + 2);
	}
	free(label);
	return 12.0 + CHAR * (double)longest;
}

/* Places. */

static int by_event(const void *left, const void *right)
{
	const struct moment *a = left, *b = right;

	if (a->event != b->event)
		return a->event < b->event ? -1 : 1;
	return a->block < b->block ? -1 : a->block > b->block;
}

/* Both ends are on the drawing. */
static bool is_shown(const struct timeline *l, const struct trace_handoff *h)
{
	return l->b.block_of[h->to] >= 0 &&
	       (h->from < 0 || l->b.block_of[h->from] >= 0);
}

static void find_moments(struct timeline *l)
{
	int i;

	for (i = 0; i < l->b.nblocks; i++) {
		l->moments[l->nmoments++] = (struct moment){
			l->b.blocks[i].begin, i, false};
		l->moments[l->nmoments++] = (struct moment){
			l->b.blocks[i].end, i, true};
	}
	for (i = 0; i < l->t->nhandoffs; i++)
		if (l->t->handoffs[i].kind == TRACE_HANDOFF_POST &&
			is_shown(l, &l->t->handoffs[i]))
			l->moments[l->nmoments++] = (struct moment){
				l->t->handoffs[i].event, -1 - i, false};
	qsort(l->moments, (size_t)l->nmoments, sizeof(*l->moments), by_event);
}

/* From left to right: nothing stands left of what came before it. */
static void place_columns(struct timeline *l)
{
	double x = LABELS;
	int i;

	for (i = 0; i < l->nmoments; i++) {
		const struct moment *m = &l->moments[i];
		struct block *b;

		if (m->block < 0) {
			l->post_x[-1 - m->block] = x += NUDGE;
			continue;
		}
		b = &l->b.blocks[m->block];
		if (!m->ends) {
			b->x0 = x += STEP;
			if (m->block == l->b.gap_after + 1 && l->b.left_out)
				b->x0 = x += GAP;
			continue;
		}
		b->x1 = b->x0 + block_width(l, b);
		b->x1 = x = b->x1 > x + NUDGE ? b->x1 : x + NUDGE;
	}
	l->width = x + STEP;
}

/* Returns where the last lane ends. */
static double place_lanes(struct timeline *l)
{
	const struct trace *t = l->t;
	double y = 0;
	int i;

	for (i = 0; i < l->b.nblocks; i++) {
		struct lane *lane = &l->lanes[l->b.blocks[i].thread];

		if (lane->rows <= l->b.blocks[i].row)
			lane->rows = l->b.blocks[i].row + 1;
	}
	/* A thread that only posts has a lane too: arrows begin there. */
	for (i = 0; i < t->nhandoffs; i++)
		if (is_shown(l, &l->t->handoffs[i]) &&
			!l->lanes[t->events[t->handoffs[i].event].thread].rows)
			l->lanes[t->events[t->handoffs[i].event].thread].rows =
				1;
	for (i = 0; i < t->nthreads; i++) {
		l->lanes[i].top = y;
		if (l->lanes[i].rows)
			y -= l->lanes[i].rows * ROW + LANE_GAP;
	}
	return y + LANE_GAP;
}

static double row_y(const struct timeline *l, int thread, int row)
{
	return l->lanes[thread].top - ROW * (row + 0.5);
}

/* Ink. */

static void put_box(Agnode_t *n, double x0, double x1, double y, double height)
{
	if (!n)
		return;
	sketch_set(n, "fixedsize", "true");
	sketch_setf(n, "pos", "%.1f,%.1f", (x0 + x1) / 2, y);
	sketch_setf(n, "width", "%.4f", (x1 - x0) / 72);
	sketch_setf(n, "height", "%.4f", height / 72);
}

static void draw_lane(struct timeline *l, int thread)
{
	struct lane *lane = &l->lanes[thread];
	double height = lane->rows * ROW;
	char *text;
	FILE *out = sketch_text(&text);
	Agnode_t *n;

	n = sketch_node(l->s, NULL, LOOK_PLAIN, NULL, NULL);
	sketch_set(n, "shape", "box");
	sketch_set(n, "style", "filled");
	sketch_set(n, "color", "transparent");
	sketch_set(n, "fillcolor", "#8b949e1f");
	put_box(n, 0, l->width, lane->top - height / 2, height);
	lane->node = n;
	if (out)
		fputs("thread\\n", out);
	sketch_put(out, l->t->threads[thread].id);
	n = sketch_node(l->s, NULL, LOOK_PLAIN, sketch_done(out, &text), NULL);
	put_box(n, 4, LABELS, lane->top - height / 2, 30);
}

static enum sketch_look block_look(
	const struct timeline *l, const struct block *b)
{
	const struct trace_slice *s = &l->t->slices[b->slice];
	const struct trace_event *e;

	if (s->end < 0)
		return LOOK_RUNNING;
	e = &l->t->events[s->end];
	if (e->type == CO_TRACE_TASK_FINISHED && e->task == s->task)
		return sketch_look_of(l->t->tasks[s->task].status);
	return LOOK_WAITING;
}

static Agnode_t *draw_block(struct timeline *l, const struct block *b)
{
	enum sketch_look look = block_look(l, b);
	Agnode_t *n = sketch_node(
		l->s, NULL, look, block_label(l, b), block_tip(l, b));

	if (!n)
		return NULL;
	/* Octagons of this size lose their words: the line says it. */
	if (look == LOOK_FAILED || look == LOOK_STOPPED)
		sketch_set(n, "shape", "box");
	sketch_set(n, "peripheries", "1");
	sketch_set(n, "fontsize", "10");
	put_box(n, b->x0, b->x1, row_y(l, b->thread, b->row), BOX);
	return n;
}

/* The layout engine takes a line's points as they are given. */
static void draw_line(struct timeline *l, const struct trace_handoff *h,
	enum sketch_line line, const double from[4], const double to[4])
{
	int thread = l->t->events[h->event].thread;
	Agnode_t *tail = h->from < 0 ? l->lanes[thread].node
				     : l->boxes[l->b.block_of[h->from]];
	Agnode_t *head = l->boxes[l->b.block_of[h->to]];
	Agedge_t *e = sketch_edge(l->s, tail, head, line, NULL);

	/* The arrow's tip, then a curve whose handles are the second points. */
	if (e)
		sketch_setf(e, "pos",
			"e,%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f",
			to[0], to[1], from[0], from[1], from[2], from[3],
			to[2] * 2 - to[0], to[3] * 2 - to[1], to[2], to[3]);
}

/* From the end of one box to the beginning of the other. */
static void draw_transfer(struct timeline *l, const struct trace_handoff *h)
{
	const struct block *a = &l->b.blocks[l->b.block_of[h->from]];
	const struct block *b = &l->b.blocks[l->b.block_of[h->to]];
	double y = row_y(l, a->thread, a->row);
	double to_y = row_y(l, b->thread, b->row);

	draw_line(l, h,
		h->kind == TRACE_HANDOFF_AWAIT ? LINE_AWAIT : LINE_RETURN,
		(double[]){a->x1, y, a->x1 + 8, y},
		(double[]){b->x0, to_y, b->x0 - 7, to_y});
}

/* From where the post happened, across the lanes, into the box. */
static void draw_post(struct timeline *l, int handoff)
{
	const struct trace_handoff *h = &l->t->handoffs[handoff];
	const struct block *b = &l->b.blocks[l->b.block_of[h->to]];
	int thread = l->t->events[h->event].thread;
	int row = h->from < 0 ? 0 : l->b.blocks[l->b.block_of[h->from]].row;
	double x = l->post_x[handoff], to_x = b->x0 + 9;
	double y = row_y(l, thread, row);
	double to_y = row_y(l, b->thread, b->row);
	/* Leave and enter by the sides that face each other. */
	double side = to_y < y ? -1 : 1;

	if (h->from >= 0)
		y += side * BOX / 2;
	to_y += (b->thread == thread ? 1 : -side) * BOX / 2;
	side = b->thread == thread ? -1 : side;
	/* Down first, then across: between the lanes nothing is in the way. */
	draw_line(l, h, LINE_POST,
		(double[]){x, y, x, y + side * 14 + (to_y - y) * 0.7},
		(double[]){to_x, to_y, to_x, to_y - side * 7});
}

static void draw_arrow(struct timeline *l, int handoff)
{
	const struct trace_handoff *h = &l->t->handoffs[handoff];

	if (h->kind == TRACE_HANDOFF_POST)
		draw_post(l, handoff);
	else if (h->from >= 0)
		draw_transfer(l, h);
}

/* Where slices are left out, say so in their place. */
static void draw_gap(struct timeline *l, double bottom)
{
	const struct block *b = &l->b.blocks[l->b.gap_after + 1];
	Agnode_t *n;

	if (!l->b.left_out)
		return;
	n = sketch_node(l->s, NULL, LOOK_PLAIN,
		sketch_words(
			"\xe2\x80\xa6\\n%d slices\\nleft out", l->b.left_out),
		NULL);
	put_box(n, b->x0 - GAP, b->x0, bottom / 2, BOX);
}

static char *caption(const struct timeline *l)
{
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	if (!l->b.nblocks)
		fputs("No task ran.\\l", out);
	else
		fputs("left to right: what came first, not how long it took    "
		      "lower: awaited by what is above\\l"
		      "solid arrow: awaits    dotted: returns to    "
		      "dashed: posted to an executor\\l",
			out);
	if (l->b.left_out)
		fprintf(out, "%d slices in the middle are left out\\l",
			l->b.left_out);
	if (l->t->lost || l->t->dropped)
		fprintf(out, "%llu events are missing from the trace\\l",
			(unsigned long long)(l->t->lost + l->t->dropped));
	return sketch_done(out, &text);
}

static void draw_all(struct timeline *l, double bottom)
{
	int i;

	for (i = 0; i < l->t->nthreads; i++)
		if (l->lanes[i].rows)
			draw_lane(l, i);
	for (i = 0; i < l->b.nblocks; i++)
		l->boxes[i] = draw_block(l, &l->b.blocks[i]);
	for (i = 0; i < l->t->nhandoffs; i++)
		if (is_shown(l, &l->t->handoffs[i]))
			draw_arrow(l, i);
	draw_gap(l, bottom);
	sketch_caption(l->s, caption(l));
}

int draw_timeline(struct sketch *s, const struct trace *t)
{
	struct timeline l = {.s = s, .t = t};
	/* Wider than this nobody scrolls. */
	int max = s->max_nodes < MAX_BLOCKS ? s->max_nodes : MAX_BLOCKS;
	int err = blocks_init(&l.b, t, max);

	l.lanes = calloc((size_t)t->nthreads + 1, sizeof(*l.lanes));
	l.boxes = calloc((size_t)l.b.nblocks + 1, sizeof(*l.boxes));
	l.post_x = calloc((size_t)t->nhandoffs + 1, sizeof(*l.post_x));
	l.moments = calloc(2 * (size_t)l.b.nblocks + (size_t)t->nhandoffs + 1,
		sizeof(*l.moments));
	if (!l.lanes || !l.boxes || !l.post_x || !l.moments)
		err = -ENOMEM;
	if (!err) {
		find_moments(&l);
		place_columns(&l);
		draw_all(&l, place_lanes(&l));
	}
	free(l.lanes);
	free(l.boxes);
	free(l.post_x);
	free(l.moments);
	blocks_fini(&l.b);
	return err;
}
