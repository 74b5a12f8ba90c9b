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

#include "timeline.h"

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
		l->s, NULL, look, timeline_label(l, b), timeline_tip(l, b));

	if (!n)
		return NULL;
	/* Octagons of this size lose their words: the line says it. */
	if (look == LOOK_FAILED || look == LOOK_STOPPED)
		sketch_set(n, "shape", "box");
	sketch_set(n, "peripheries", "1");
	sketch_set(n, "fontsize", "10");
	put_box(n, b->x0, b->x1, timeline_row(l, b->thread, b->row), BOX);
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
	double y = timeline_row(l, a->thread, a->row);
	double to_y = timeline_row(l, b->thread, b->row);

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
	double y = timeline_row(l, thread, row);
	double to_y = timeline_row(l, b->thread, b->row);
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
static void draw_gap(struct timeline *l)
{
	const struct block *b = &l->b.blocks[l->b.gap_after + 1];
	Agnode_t *n;

	if (!l->b.left_out || l->s->first)
		return;
	n = sketch_node(l->s, NULL, LOOK_PLAIN,
		sketch_words(
			"\xe2\x80\xa6\\n%d slices\\nleft out", l->b.left_out),
		NULL);
	put_box(n, b->x0 - GAP, b->x0, l->bottom / 2, BOX);
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
		fprintf(out, "%d slices %s are left out\\l", l->b.left_out,
			l->s->first ? "after these" : "in the middle");
	if (l->t->lost || l->t->dropped)
		fprintf(out, "%llu events are missing from the trace\\l",
			(unsigned long long)(l->t->lost + l->t->dropped));
	return sketch_done(out, &text);
}

static void draw_all(struct timeline *l)
{
	int i;

	for (i = 0; i < l->t->nthreads; i++)
		if (l->lanes[i].rows)
			draw_lane(l, i);
	for (i = 0; i < l->b.nblocks; i++)
		l->boxes[i] = draw_block(l, &l->b.blocks[i]);
	for (i = 0; i < l->t->nhandoffs; i++)
		if (timeline_shows(l, &l->t->handoffs[i]))
			draw_arrow(l, i);
	draw_gap(l);
	sketch_caption(l->s, caption(l));
}

int draw_timeline(struct sketch *s, const struct trace *t)
{
	struct timeline l = {.s = s, .t = t};
	/* Wider than this nobody scrolls. */
	int max = s->max_nodes < MAX_BLOCKS ? s->max_nodes : MAX_BLOCKS;
	int err;

	if (s->first && s->first < max)
		max = s->first;
	err = blocks_init(&l.b, t, max, s->first ? max : max / 2);
	l.lanes = calloc((size_t)t->nthreads + 1, sizeof(*l.lanes));
	l.boxes = calloc((size_t)l.b.nblocks + 1, sizeof(*l.boxes));
	l.post_x = calloc((size_t)t->nhandoffs + 1, sizeof(*l.post_x));
	if (!l.lanes || !l.boxes || !l.post_x)
		err = -ENOMEM;
	if (!err)
		err = timeline_place(&l);
	if (!err)
		draw_all(&l);
	free(l.lanes);
	free(l.boxes);
	free(l.post_x);
	blocks_fini(&l.b);
	return err;
}
