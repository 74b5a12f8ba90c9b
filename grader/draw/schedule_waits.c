// SPDX-License-Identifier: MIT
/*
 * The wait-for graph of a schedule: each thread, what it waits for, who is in
 * the way. A circle, or what nobody is left to end, is red; so is a signal
 * that came when nobody listened. Where no thread waits it shows who touched
 * what instead.
 */
#include <stdlib.h>
#include <string.h>

#include "schedule_nodes.h"

static char *held_label(const struct waits_graph *g, int step)
{
	char *text;
	FILE *out;

	if (step < 0)
		return sketch_words("held by");
	out = sketch_text(&text);
	if (out)
		fprintf(out, "held since\\nstep %d", g->s->steps[step].number);
	schedule_put_place(out, ", ", &g->s->steps[step].at);
	return sketch_done(out, &text);
}

/* Where the object is named in "wants to lock a, held by thread 2". */
static size_t before_object(const struct schedule_wait *w)
{
	const char *at = *w->object ? w->what : NULL;
	size_t length = strlen(w->object), found = strlen(w->what);

	while (at && (at = strstr(at, w->object))) {
		char after = at[length];

		if (at > w->what && at[-1] == ' ' && (!after || after == ','))
			found = (size_t)(at - w->what);
		at++;
	}
	return found;
}

/* "wants to lock": the object and its holder have nodes of their own. */
static char *wait_label(const struct schedule_wait *w)
{
	char *words = strndup(w->what, before_object(w)), *text;
	FILE *out = sketch_text(&text);

	schedule_put_wrapped(out, words ? words : "", COLUMNS, "\\n");
	free(words);
	return sketch_done(out, &text);
}

static void add_wait(struct waits_graph *g, int wait)
{
	const struct schedule_wait *w = &g->s->waits[wait];
	bool bad = w->circle || w->hopeless;
	Agnode_t *who = schedule_thread_node(g, w->at.thread);
	Agnode_t *what;

	if (!strcmp(w->op, "end of test"))
		return;
	if (bad)
		sketch_blame(who);
	if (!strcmp(w->op, "joins") && w->holder >= 0) {
		sketch_edge(g->k, who, schedule_thread_node(g, w->holder),
			bad ? LINE_FAULT : LINE_AWAIT,
			sketch_words("waits for\\nthe end of"));
		return;
	}
	what = schedule_object_node(g, wait);
	sketch_edge(
		g->k, who, what, bad ? LINE_FAULT : LINE_AWAIT, wait_label(w));
	for (int i = 0; i < wait; i++)
		if (g->objects[i] == what)
			return; /* who holds it is drawn */
	if (w->holder >= 0)
		sketch_edge(g->k, what, schedule_thread_node(g, w->holder),
			bad ? LINE_FAULT : LINE_HELD, held_label(g, w->held));
}

/* The steps of others on an object that could have ended a wait for it. */
static bool could_end(
	const struct schedule_wait *w, const struct schedule_step *step)
{
	static const char *const ops[] = {
		"signals", "broadcasts", "posts", "writes eventfd"};
	size_t i;

	if (!*w->object || strcmp(w->object, step->object) != 0)
		return false;
	for (i = 0; i < sizeof(ops) / sizeof(*ops); i++)
		if (!strcmp(step->op, ops[i]))
			return true;
	return false;
}

/* Who went on because of step @i. */
static void put_heard(FILE *out, const struct schedule *s, int i)
{
	int heard = 0;
	int j;

	for (j = i + 1; j < s->nsteps; j++)
		if (s->steps[j].cause == i)
			fprintf(out, "%s thread %d at step %d",
				heard++ ? "," : "\\nit let go on:",
				s->steps[j].at.thread, s->steps[j].number);
	if (!heard)
		fputs("\\nheard by nobody", out);
}

static char *signal_label(const struct schedule *s, int i)
{
	const struct schedule_step *step = &s->steps[i];
	char *words = schedule_step_text(step), *text;
	FILE *out = sketch_text(&text);

	if (out) {
		fprintf(out, "step %d: thread %d\\n", step->number,
			step->at.thread);
		schedule_put_wrapped(out, words ? words : "", COLUMNS, "\\n");
		schedule_put_place(out, "\\n", &step->at);
		put_heard(out, s, i);
	}
	free(words);
	return sketch_done(out, &text);
}

static void add_signal(struct waits_graph *g, int wait, int step)
{
	bool lost = step == g->s->other_step;
	Agnode_t *n = sketch_node(
		g->k, NULL, LOOK_NOTE, signal_label(g->s, step), NULL);

	if (lost)
		sketch_blame(n);
	/* Drawn against its arrow: it stands behind what it is about. */
	sketch_set(sketch_edge(g->k, g->objects[wait], n, LINE_MISSING,
			   sketch_words(lost ? "came before\\nthe wait"
					     : "the last one")),
		"dir", "back");
}

/* The last signal on what is waited for, and the one that was lost. */
static void add_signals(struct waits_graph *g, int wait)
{
	const struct schedule *s = g->s;
	const struct schedule_wait *w = &s->waits[wait];
	int lost = s->other_step;
	int i = s->nsteps - 1;

	while (i >= 0 && !could_end(w, &s->steps[i]))
		i--;
	if (i >= 0)
		add_signal(g, wait, i);
	if (lost >= 0 && lost != i && could_end(w, &s->steps[lost]))
		add_signal(g, wait, lost);
}

static void add_waits(struct waits_graph *g)
{
	int i, j;

	for (i = 0; i < g->s->nwaits; i++)
		add_wait(g, i);
	for (i = 0; i < g->s->nwaits; i++) {
		for (j = 0; j < i && g->objects[j] != g->objects[i]; j++)
			;
		if (g->objects[i] && j == i)
			add_signals(g, i);
	}
}

static char *touch_label(
	const char *what, int end, const struct schedule_place *at)
{
	char *words = strndup(what, (size_t)end), *text;
	FILE *out = sketch_text(&text);

	schedule_put_wrapped(out, words ? words : "", COLUMNS, "\\n");
	schedule_put_place(out, end ? "\\n" : "", at);
	free(words);
	return sketch_done(out, &text);
}

/* Nobody waits: the two places of the failure and what they touch. */
static void add_touches(struct waits_graph *g)
{
	const struct schedule *s = g->s;
	const char *by = strstr(s->message, " by thread");
	char *text;
	FILE *out;
	Agnode_t *what;

	sketch_blame(schedule_thread_node(g, s->at.thread));
	if (!*s->object)
		return;
	out = sketch_text(&text);
	schedule_put_wrapped(out, s->object, COLUMNS, "\\n");
	what = sketch_node(
		g->k, NULL, LOOK_UNKNOWN, sketch_done(out, &text), NULL);
	sketch_blame(what);
	sketch_edge(g->k, schedule_thread_node(g, s->at.thread), what,
		LINE_FAULT,
		touch_label(s->message,
			!strcmp(s->kind, "race") && by ? (int)(by - s->message)
						       : 0,
			&s->at));
	if (*s->other_what)
		sketch_edge(g->k, schedule_thread_node(g, s->other.thread),
			what, LINE_FAULT,
			touch_label(s->other_what, COLUMNS, &s->other));
}

static void add_aliases(struct waits_graph *g)
{
	char *text;
	FILE *out;

	if (!g->s->naliases || !g->s->nwaits)
		return;
	out = sketch_text(&text);
	if (out)
		schedule_put_aliases(out, g->s);
	sketch_node(g->k, NULL, LOOK_PLAIN, sketch_done(out, &text), NULL);
}

int draw_schedule_waits(struct sketch *k, const struct schedule *s)
{
	struct waits_graph g = {.k = k, .s = s};
	int i;

	sketch_set(k->g, "rankdir", "LR");
	sketch_headline(k, schedule_headline(s, 80));
	add_waits(&g);
	if (!s->nwaits)
		add_touches(&g);
	/* Those that go round in a livelock wait for nothing. */
	for (i = s->nsteps - s->period; i < s->nsteps; i++)
		if (i >= 0)
			sketch_blame(schedule_thread_node(
				&g, s->steps[i].at.thread));
	add_aliases(&g);
	return 0;
}
