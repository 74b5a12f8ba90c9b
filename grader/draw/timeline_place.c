// SPDX-License-Identifier: MIT
/*
 * Where everything in a timeline stands. Columns by order alone: each moment
 * stands right of the one before it, and a box is as wide as its words.
 */
#include <stdlib.h>

#include "timeline.h"

/* A moment that has a place on the axis. */
struct moment {
	int event;
	int block; /* begins or ends here; -1: a post */
	bool ends;
};

static int by_event(const void *left, const void *right)
{
	const struct moment *a = left, *b = right;

	if (a->event != b->event)
		return a->event < b->event ? -1 : 1;
	return a->block < b->block ? -1 : a->block > b->block;
}

bool timeline_shows(const struct timeline *l, const struct trace_handoff *h)
{
	return l->b.block_of[h->to] >= 0 &&
	       (h->from < 0 || l->b.block_of[h->from] >= 0);
}

/* Fill @m in order; returns how many there are. */
static int find_moments(const struct timeline *l, struct moment *m)
{
	int n = 0;
	int i;

	for (i = 0; i < l->b.nblocks; i++) {
		m[n++] = (struct moment){l->b.blocks[i].begin, i, false};
		m[n++] = (struct moment){l->b.blocks[i].end, i, true};
	}
	for (i = 0; i < l->t->nhandoffs; i++)
		if (l->t->handoffs[i].kind == TRACE_HANDOFF_POST &&
			timeline_shows(l, &l->t->handoffs[i]))
			m[n++] = (struct moment){
				l->t->handoffs[i].event, -1 - i, false};
	qsort(m, (size_t)n, sizeof(*m), by_event);
	return n;
}

/* From left to right: nothing stands left of what came before it. */
static void place_columns(
	struct timeline *l, const struct moment *moments, int n)
{
	double x = LABELS;
	int i;

	for (i = 0; i < n; i++) {
		const struct moment *m = &moments[i];
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
		b->x1 = b->x0 + timeline_width(l, b);
		b->x1 = x = b->x1 > x + NUDGE ? b->x1 : x + NUDGE;
	}
	l->width = x + STEP;
}

static void place_lanes(struct timeline *l)
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
		if (timeline_shows(l, &l->t->handoffs[i]) &&
			!l->lanes[t->events[t->handoffs[i].event].thread].rows)
			l->lanes[t->events[t->handoffs[i].event].thread].rows =
				1;
	for (i = 0; i < t->nthreads; i++) {
		l->lanes[i].top = y;
		if (l->lanes[i].rows)
			y -= l->lanes[i].rows * ROW + LANE_GAP;
	}
	l->bottom = y + LANE_GAP;
}

double timeline_row(const struct timeline *l, int thread, int row)
{
	return l->lanes[thread].top - ROW * (row + 0.5);
}

int timeline_place(struct timeline *l)
{
	size_t room = 2 * (size_t)l->b.nblocks + (size_t)l->t->nhandoffs + 1;
	struct moment *moments = calloc(room, sizeof(*moments));

	if (!moments)
		return -ENOMEM;
	place_columns(l, moments, find_moments(l, moments));
	place_lanes(l);
	free(moments);
	return 0;
}
