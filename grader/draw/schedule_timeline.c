// SPDX-License-Identifier: MIT
/*
 * The timeline of a schedule: a lane for each thread, a row for each step, so
 * that time runs down the page. Under the last step stands how it ends: who
 * waits for what, or what went wrong.
 */
#include <stdlib.h>
#include <string.h>

#include "schedule_lanes.h"

enum {
	MAX_ROWS = 60, /* longer than this nobody scrolls */
	FIRST_ROWS = 14,
	MIN_ROUNDS = 8, /* rows of a livelock, which repeat */
};

struct timeline {
	struct lanes l;
	const struct schedule *s;
	int head, tail; /* steps shown from the first, and from this one */
	int *cell_of;   /* of each step, or -1 */
	int failure;    /* cells, or -1 */
	int other;
	bool switches, handoffs;
};

static void choose_steps(struct timeline *t, int max)
{
	int n = t->s->nsteps;
	int last;

	t->head = n;
	t->tail = n;
	if (max > MAX_ROWS)
		max = MAX_ROWS;
	if (n <= max)
		return;
	t->head = max < 2 * FIRST_ROWS ? max / 2 : FIRST_ROWS;
	last = max - t->head;
	if (t->s->period && 2 * t->s->period < last)
		last = 2 * t->s->period < MIN_ROUNDS && MIN_ROUNDS < last
			       ? MIN_ROUNDS
			       : 2 * t->s->period;
	t->tail = n - last;
}

static char *label_of(const char *words, const struct schedule_place *at)
{
	char *text;
	FILE *out = sketch_text(&text);

	schedule_put_wrapped(out, words, LANES_COLUMNS, "\\n");
	schedule_put_place(out, "\\n", at);
	return sketch_done(out, &text);
}

static void add_step(struct timeline *t, int i)
{
	const struct schedule_step *step = &t->s->steps[i];
	bool failing = i == t->s->failing_step;
	char *words = schedule_step_text(step);
	int cell;

	lanes_row(&t->l, sketch_words("%d", step->number));
	cell = lanes_cell(&t->l, step->at.thread,
		failing ? LOOK_FAILED : LOOK_DONE,
		label_of(words ? words : "", &step->at));
	free(words);
	t->l.cells[cell].blamed = schedule_is_blamed(t->s, i);
	t->cell_of[i] = cell;
	if (failing)
		t->failure = cell;
	if (i == t->s->other_step)
		t->other = cell;
}

static void add_steps(struct timeline *t)
{
	int i;

	for (i = 0; i < t->head; i++)
		add_step(t, i);
	if (t->tail > t->head)
		lanes_row(&t->l, sketch_words("\xe2\x80\xa6\\n%d\\nleft out",
					 t->tail - t->head));
	for (i = t->tail; i < t->s->nsteps; i++)
		add_step(t, i);
}

static void add_other(struct timeline *t)
{
	char *words = NULL;

	if (asprintf(&words, "earlier: %s", t->s->other_what) < 0)
		words = NULL;
	t->other = lanes_cell(&t->l, t->s->other.thread, LOOK_DONE,
		label_of(words ? words : "", &t->s->other));
	t->l.cells[t->other].blamed = true;
	free(words);
}

static void add_failure(struct timeline *t)
{
	static const struct schedule_place nowhere;
	const struct schedule *s = t->s;
	/* In a circle the one that runs last is to be seen, not the next. */
	bool round = s->period && s->nsteps;
	char *words = schedule_failure_text(s);

	t->failure = lanes_cell(&t->l,
		round ? s->steps[s->nsteps - 1].at.thread : s->at.thread,
		LOOK_FAILED,
		label_of(words ? words : "", round ? &nowhere : &s->at));
	t->l.cells[t->failure].blamed = true;
	free(words);
}

static void add_wait(struct timeline *t, const struct schedule_wait *w)
{
	bool bad = w->circle || w->hopeless;
	int cell = lanes_cell(
		&t->l, w->at.thread, LOOK_WAITING, label_of(w->what, &w->at));

	t->l.cells[cell].blamed = bad;
	if (w->at.thread == t->s->at.thread && bad)
		t->failure = cell;
}

/* The last row: nothing happens after it. */
static void add_end(struct timeline *t)
{
	const struct schedule *s = t->s;
	bool has_other = *s->other_what && s->other_step < 0;
	bool stuck = s->nwaits > 0 && strcmp(s->kind, "livelock") != 0;
	int i;

	if (s->failing_step >= 0 && !has_other)
		return;
	lanes_row(&t->l, sketch_words("end"));
	for (i = 0; i < s->nwaits; i++)
		add_wait(t, &s->waits[i]);
	if (has_other)
		add_other(t);
	/* Both at one place of the table would hide one. */
	if (has_other && s->other.thread == s->at.thread)
		lanes_row(&t->l, NULL);
	if (!stuck && s->failing_step < 0)
		add_failure(t);
}

/* A hand-off is also a switch when nothing comes between the two. */
static void join_steps(struct timeline *t)
{
	const struct schedule *s = t->s;
	int i;

	for (i = 0; i < s->nsteps; i++) {
		int cell = t->cell_of[i], cause = s->steps[i].cause;
		int before = i ? t->cell_of[i - 1] : -1;

		if (cell < 0)
			continue;
		if (cause >= 0 && t->cell_of[cause] >= 0) {
			lanes_line(&t->l, LINE_AWAIT, t->cell_of[cause], cell);
			t->handoffs = true;
		}
		if (before >= 0 && cause != i - 1 &&
			s->steps[i - 1].at.thread != s->steps[i].at.thread) {
			lanes_step_line(&t->l, LINE_POST, before, cell);
			t->switches = true;
		}
	}
}

/* The two places of the failure. */
static void join_places(struct timeline *t)
{
	Agedge_t *e;

	if (t->other < 0 || t->failure < 0)
		return;
	e = lanes_line(&t->l, LINE_FAULT, t->other, t->failure);
	if (!e)
		return;
	/* No order, so no arrow; a signal that does not arrive is dashed. */
	if (!strcmp(t->s->kind, "race"))
		sketch_set(e, "arrowhead", "dot");
	else if (!strcmp(t->s->kind, "lost-wakeup"))
		sketch_set(e, "style", "dashed");
}

static void join_end(struct timeline *t)
{
	const struct schedule *s = t->s;
	int i;

	for (i = 0; i < s->nwaits; i++) {
		const struct schedule_wait *w = &s->waits[i];
		int held = w->held < 0 ? -1 : t->cell_of[w->held];
		int cell = t->l.ncells - 1;

		while (cell && t->l.cells[cell].thread != w->at.thread)
			cell--;
		if (held >= 0)
			lanes_line(&t->l,
				w->circle || w->hopeless ? LINE_FAULT
							 : LINE_HELD,
				cell, held);
	}
	join_places(t);
}

/* What the red lines mean here. */
static void put_fault(FILE *out, const struct timeline *t)
{
	int i;

	if (t->other >= 0 && t->failure >= 0) {
		if (!strcmp(t->s->kind, "race")) {
			fputs("red line: nothing orders the two\\l", out);
		} else if (!strcmp(t->s->kind, "lost-wakeup")) {
			fputs("red dashed arrow: the signal came before the "
			      "wait and is lost\\l",
				out);
		} else {
			fputs("red arrow: from where it was ", out);
			sketch_put(out, t->s->other_what);
			fputs("\\l", out);
		}
		return;
	}
	for (i = 0; i < t->s->nwaits; i++)
		if (t->s->waits[i].held >= 0) {
			fputs("red arrow: to where it was taken\\l", out);
			return;
		}
}

static char *legend(const struct timeline *t)
{
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	fputs("down: one step after the other\\l", out);
	if (t->switches)
		fputs("dashed arrow: the scheduler goes on with another "
		      "thread\\l",
			out);
	if (t->handoffs)
		fputs("solid arrow: a hand-off (unlock to lock, signal to "
		      "wake-up, ...)\\l",
			out);
	put_fault(out, t);
	if (t->s->nsteps && t->s->steps[0].number > 1)
		fprintf(out, "%d earlier steps are left out\\l",
			t->s->steps[0].number - 1);
	if (t->tail > t->head)
		fprintf(out, "%d steps in the middle are left out\\l",
			t->tail - t->head);
	schedule_put_aliases(out, t->s);
	return sketch_done(out, &text);
}

static void draw_all(struct timeline *t)
{
	add_steps(t);
	add_end(t);
	lanes_draw(&t->l);
	join_steps(t);
	join_end(t);
	lanes_legend(&t->l, legend(t));
	sketch_headline(
		t->l.k, schedule_headline(t->s,
				t->l.width > 400 ? (int)t->l.width / 7 : 57));
}

int draw_schedule_timeline(struct sketch *k, const struct schedule *s)
{
	struct timeline t = {.s = s, .failure = -1, .other = -1};
	int err, i;

	choose_steps(&t, k->max_nodes);
	t.cell_of = calloc((size_t)s->nsteps + 1, sizeof(*t.cell_of));
	err = lanes_init(&t.l, k, s, s->nsteps + s->nwaits + 2, s->nsteps + 4);
	if (!t.cell_of)
		err = -ENOMEM;
	if (!err) {
		for (i = 0; i < s->nsteps; i++)
			t.cell_of[i] = -1;
		draw_all(&t);
	}
	lanes_fini(&t.l);
	free(t.cell_of);
	return err;
}
